import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Takes files that are dropped anywhere in the window, and knows while some are held over it. */
export class DropController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #take: (files: readonly File[]) => void;
  isOver = false;
  /** Entering a child comes before leaving its parent, so both are counted. */
  #depth = 0;

  constructor(host: ReactiveControllerHost & Element, take: (files: readonly File[]) => void) {
    this.#host = host;
    this.#take = take;
    host.addController(this);
  }

  hostConnected(): void {
    for (const type of ['dragenter', 'dragover', 'dragleave', 'drop'] as const) {
      window.addEventListener(type, this.#onDrag);
    }
  }

  hostDisconnected(): void {
    for (const type of ['dragenter', 'dragover', 'dragleave', 'drop'] as const) {
      window.removeEventListener(type, this.#onDrag);
    }
  }

  readonly #onDrag = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    // Without this the browser would leave the app and open the file.
    event.preventDefault();
    if (event.type === 'dragenter') this.#depth += 1;
    if (event.type === 'dragleave') this.#depth = Math.max(0, this.#depth - 1);
    if (event.type === 'drop') {
      this.#depth = 0;
      if (this.#isMeant(event)) this.#take(filesIn(event.dataTransfer));
    }
    const isOver = event.type !== 'drop' && this.#depth > 0 && this.#isMeant(event);
    if (isOver === this.isOver) return;
    this.isOver = isOver;
    this.#host.requestUpdate();
  };

  /** Of two sessions, the one below the pointer; beside both of them, the one that a person works in. */
  #isMeant({ target }: DragEvent): boolean {
    const own = this.#host.closest('session-view');
    const meant = target instanceof Element ? target.closest('session-view') : null;
    return meant ? meant === own : own?.matches('[beside]') !== true;
  }
}

/** What was dropped, without folders: a browser gives those no contents. */
function filesIn({ items }: DataTransfer): File[] {
  const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry?.()?.isDirectory === true;
  return [...items].flatMap((item) => (isFolder(item) ? [] : (item.getAsFile() ?? [])));
}
