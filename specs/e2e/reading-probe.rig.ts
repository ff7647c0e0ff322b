import type { Page } from 'playwright-core';

interface ShiftSource {
  readonly node: Node | null;
  readonly previousRect: DOMRect;
  readonly currentRect: DOMRect;
}

interface Shift {
  readonly value: number;
  readonly nodes: string;
}

/** Runs in a page before anything else: collects the layout shifts that no input has caused. */
export function collectShifts(): void {
  const shifts: Shift[] = [];
  Object.assign(globalThis, { shifts });
  const nameOf = ({ node, previousRect, currentRect }: ShiftSource) => {
    const name = node instanceof Element ? `${node.localName}.${node.className}` : node?.textContent?.slice(0, 40);
    return `${name} from ${previousRect.top} to ${currentRect.top}`;
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = entry as unknown as { value: number; hadRecentInput: boolean; sources: ShiftSource[] };
      const nodes = shift.sources.map(nameOf).join(', ');
      if (!shift.hadRecentInput) shifts.push({ value: shift.value, nodes });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** What a reader's eye would notice in the page: jumps, distance to the end, what stands at the upper edge. */
export class ReadingProbe {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The sum of all shifts, which is no less than the worst window of five seconds. */
  async layoutShift(): Promise<{ score: number; shifts: Shift[] }> {
    const shifts = await this.#page.evaluate(() => Reflect.get(globalThis, 'shifts') as Shift[]);
    return { score: shifts.reduce((sum, { value }) => sum + value, 0), shifts };
  }

  /** Two frames: what was there before is drawn. */
  async frame(): Promise<void> {
    await this.#page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }

  /** From now on notes in each frame in which the conversation grew, just before it is painted, how far the end is. */
  async watchEnd(): Promise<void> {
    await this.#page.evaluate(() => {
      const log = document.querySelector('[role=log]')!;
      const seen: number[] = [];
      Object.assign(globalThis, { seen });
      const look = () => seen.push(log.scrollHeight - log.clientHeight - log.scrollTop);
      const observer = new ResizeObserver(look);
      observer.observe(log);
      observer.observe(log.querySelector('.log-inner')!);
    });
  }

  async endWatched(): Promise<{ frames: number; farthest: number }> {
    return await this.#page.evaluate(() => {
      const seen = Reflect.get(globalThis, 'seen') as number[];
      return { frames: seen.length, farthest: Math.max(...seen) };
    });
  }

  /** One real turn of the wheel; tells whether the pill is there in the first frame after its event. */
  async wheelUp(px: number): Promise<boolean> {
    const looked = this.#page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const look = () => resolve(document.querySelector('transcript-view .pill') !== null);
          const log = document.querySelector('[role=log]')!;
          log.addEventListener('wheel', () => requestAnimationFrame(look), { once: true });
        }),
    );
    await this.#page.mouse.move(700, 300);
    await this.#page.mouse.wheel(0, -px);
    return await looked;
  }

  /** How far the end is, once the page has come to rest. */
  async restingDistance(): Promise<number> {
    return await this.#page.evaluate(async () => {
      const log = document.querySelector('[role=log]')!;
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let still = 0, last = -1; still < 10; still = log.scrollTop === last ? still + 1 : 0) {
        last = log.scrollTop;
        await frame();
      }
      return log.scrollHeight - log.clientHeight - log.scrollTop;
    });
  }

  /** Goes up in steps, as a reader does: what was never in sight has a height that is only guessed. */
  async readUpTo(scrollTop: number): Promise<void> {
    await this.#page.evaluate(async (end) => {
      const log = document.querySelector('[role=log]')!;
      while (log.scrollTop > end) {
        log.scrollTop = Math.max(end, log.scrollTop - 400);
        for (let n = 0; n < 3; n++) await new Promise((resolve) => requestAnimationFrame(resolve));
        if (log.scrollTop <= end) return;
      }
    }, scrollTop);
    await this.restingDistance();
  }

  /** Notes the message at the upper edge of the conversation, to be asked for again; may go to a place first. */
  async markFirstShown(scrollTop?: number): Promise<number> {
    return await this.#page.evaluate((top) => {
      const log = document.querySelector('[role=log]')!;
      if (top !== undefined) log.scrollTop = top;
      const edge = log.getBoundingClientRect().top;
      const marked = [...document.querySelectorAll('transcript-entry')].find(
        (entry) => entry.getBoundingClientRect().bottom > edge,
      )!;
      Object.assign(globalThis, { marked });
      return marked.getBoundingClientRect().top;
    }, scrollTop);
  }

  async topOfMarked(): Promise<number> {
    return await this.#page.evaluate(() => (Reflect.get(globalThis, 'marked') as Element).getBoundingClientRect().top);
  }

  /** From now on notes what the page says to whoever hears it, without hurry. */
  async watchAnnouncer(): Promise<void> {
    await this.#page.evaluate(() => {
      const region = document.querySelector('live-announcer')!.shadowRoot!.querySelector('[aria-live=polite]')!;
      const heard = { since: performance.now(), said: [] as string[] };
      Object.assign(globalThis, { heard });
      const note = () => heard.said.push(region.textContent?.trim() ?? '');
      new MutationObserver(note).observe(region, { childList: true, characterData: true, subtree: true });
    });
  }

  async announced(): Promise<{ said: string[]; seconds: number }> {
    return await this.#page.evaluate(() => {
      const { since, said } = Reflect.get(globalThis, 'heard') as { since: number; said: string[] };
      return { said: said.filter(Boolean), seconds: (performance.now() - since) / 1_000 };
    });
  }

  async endlessAnimations(): Promise<number> {
    return await this.#page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().iterations === Infinity)
          .length,
    );
  }
}
