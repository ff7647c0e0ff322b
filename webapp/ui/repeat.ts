import { nothing } from 'lit';
import { type ChildPart, directive, type PartInfo } from 'lit/directive.js';
import { getCommittedValue, getDirectiveClass } from 'lit/directive-helpers.js';
import { repeat as litRepeat } from 'lit/directives/repeat.js';

/** Lit exports what makes the directive, and not its class. */
const LitRepeat = getDirectiveClass(litRepeat([], () => nothing)) as unknown as new (
  info: PartInfo,
) => { update(part: ChildPart, args: unknown[]): unknown };

/** Lit leaves the comment behind that marks the end of an item when the item goes; lists that are long or live long would fill with them. */
class Repeat extends LitRepeat {
  override update(part: ChildPart, args: unknown[]): unknown {
    const value = getCommittedValue(part);
    const before: ChildPart[] = Array.isArray(value) ? [...value] : [];
    const result = super.update(part, args);
    if (before.length === 0) return result;
    const kept = new Set(getCommittedValue(part) as ChildPart[]);
    for (const item of before) if (!kept.has(item)) item.endNode?.parentNode?.removeChild(item.endNode);
    return result;
  }
}

/** Lit's own `repeat`, for lists whose items come and go. */
export const repeat = directive(Repeat as never) as unknown as typeof litRepeat;
