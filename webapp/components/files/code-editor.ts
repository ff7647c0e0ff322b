import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { css, html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { codeStyles } from '../../markdown/code.styles.js';
import { codeWorker } from '../../worker/code-worker-client.js';
import { editorColours } from './editor-colours.js';
import { editorTheme } from './editor-theme.js';
import { fileWords } from './words.js';

/** Fired with every change that a person makes; bubbles. */
export class TextEditedEvent extends Event {
  static readonly type = 'text-edited';
  readonly text: string;

  constructor(text: string) {
    super(TextEditedEvent.type, { bubbles: true, composed: true });
    this.text = text;
  }
}

/** Fired when a person wants the text to be saved; bubbles. */
export class SaveTextEvent extends Event {
  static readonly type = 'save-text';

  constructor() {
    super(SaveTextEvent.type, { bubbles: true, composed: true });
  }
}

/** Marks what comes from the app and not from the person. */
const given = Annotation.define<boolean>();

/**
 * A small editor for text. It has a root of its own, because it writes styles, which our policy lets nobody do in the page.
 * @fires text-edited - A person has changed the text.
 * @fires save-text - A person wants it saved.
 */
@customElement('code-editor')
export class CodeEditor extends LitElement {
  static override styles = [
    codeStyles,
    css`
    :host {
      display: flex;
      flex: 1;
      min-width: 0;
      min-height: 0;
    }

    .place {
      position: relative;
      display: flex;
      flex: 1;
      min-width: 0;
      min-height: 0;
    }

    /* Above the numbers, which would cover an outline. */
    .place:focus-within::after {
      content: '';
      position: absolute;
      z-index: 300;
      inset: 0;
      border: 2px solid var(--accent);
      pointer-events: none;
    }
  `,
  ];

  /** What is shown when `given` changes. Lines end with `\n`; any other end is a character. */
  @property({ attribute: false }) text = '';
  @property({ type: Number }) given = 0;
  /** The file, which says how its text is coloured. */
  @property() path = '';
  @property({ attribute: false }) worker = codeWorker;
  /** What is edited, in words. */
  @property() name = '';
  @property({ type: Boolean, attribute: 'read-only' }) readOnly = false;

  @query('.place') private place!: HTMLElement;

  readonly #frozen = new Compartment();
  #view: EditorView | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#view?.destroy();
    this.#view = null;
  }

  override focus(): void {
    this.#view?.focus();
  }

  /** Puts the cursor into a line and shows it. */
  goTo(line: number, column = 1): void {
    const view = this.#view;
    if (!view) return;
    const { from, to } = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)));
    const anchor = Math.min(from + column - 1, to);
    view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
  }

  /** The line that the cursor is in. */
  get line(): number {
    const state = this.#view?.state;
    return state ? state.doc.lineAt(state.selection.main.head).number : 1;
  }

  find(): void {
    if (this.#view) openSearchPanel(this.#view);
  }

  protected override render(): TemplateResult {
    return html`<div class="place"></div>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!this.#view) this.#open();
    else if (changed.has('given')) this.#replace(this.text);
    if (changed.has('readOnly'))
      this.#view?.dispatch({ effects: this.#frozen.reconfigure(EditorState.readOnly.of(this.readOnly)) });
  }

  #open(): void {
    this.#view = new EditorView({
      state: EditorState.create({ doc: this.text, extensions: this.#extensions() }),
      parent: this.place,
      root: this.shadowRoot!,
    });
  }

  #extensions(): Extension {
    const save = () => {
      this.dispatchEvent(new SaveTextEvent());
      return true;
    };
    return [
      // Any other end of a line stays the character that it is, so that nothing is saved that nobody wrote.
      EditorState.lineSeparator.of('\n'),
      EditorState.tabSize.of(4),
      indentUnit.of(indentOf(this.text)),
      this.#frozen.of(EditorState.readOnly.of(this.readOnly)),
      lineNumbers(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSpecialChars(),
      highlightSelectionMatches(),
      drawSelection(),
      bracketMatching(),
      history(),
      search({ top: true }),
      keymap.of([
        { key: 'Mod-s', run: save, preventDefault: true },
        ...searchKeymap,
        ...defaultKeymap,
        ...historyKeymap,
        indentWithTab,
      ]),
      EditorView.contentAttributes.of({ 'aria-label': this.name, 'aria-description': fileWords.editor.leave }),
      EditorView.updateListener.of(({ docChanged, transactions, state }) => {
        if (!docChanged || transactions.some((each) => each.annotation(given))) return;
        this.dispatchEvent(new TextEditedEvent(state.doc.toString()));
      }),
      editorColours(this.path, this.worker),
      editorTheme,
    ];
  }

  /** Only what differs is replaced, so that the cursor stays where it was, and one step back brings the old text. */
  #replace(text: string): void {
    const view = this.#view!;
    const now = view.state.doc.toString();
    if (now === text) return;
    let from = 0;
    while (from < now.length && now[from] === text[from]) from += 1;
    let [end, stop] = [now.length, text.length];
    while (end > from && stop > from && now[end - 1] === text[stop - 1]) [end, stop] = [end - 1, stop - 1];
    view.dispatch({ changes: { from, to: end, insert: text.slice(from, stop) }, annotations: given.of(true) });
  }
}

/** How the file is indented already; two spaces if that cannot be seen. */
function indentOf(text: string): string {
  return /^(\t| {2,8})\S/m.exec(text)?.[1] ?? '  ';
}

declare global {
  interface HTMLElementTagNameMap {
    'code-editor': CodeEditor;
  }
  interface HTMLElementEventMap {
    'text-edited': TextEditedEvent;
    'save-text': SaveTextEvent;
  }
}
