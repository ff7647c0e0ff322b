import { noChange } from 'lit';
import { Directive, directive } from 'lit/directive.js';

/**
 * A text node that grows in place. Lit would assign the whole text anew, and the browser then drops the selection
 * of anyone who is reading; here only what differs is touched.
 */
class AppendText extends Directive {
  #node: Text | null = null;

  override render(text: string): unknown {
    if (!this.#node) {
      this.#node = document.createTextNode(text);
      return this.#node;
    }
    replaceEnd(this.#node, text);
    return noChange;
  }
}

function replaceEnd(node: Text, text: string): void {
  const old = node.data;
  if (old === text) return;
  if (text.slice(0, old.length) === old) {
    node.appendData(text.slice(old.length));
    return;
  }
  let same = 0;
  while (same < text.length && old[same] === text[same]) same += 1;
  node.replaceData(same, old.length - same, text.slice(same));
}

export const appendText = directive(AppendText);
