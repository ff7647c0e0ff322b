const HIDDEN = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|\udb40[\udc00-\udfff]/g;
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Without characters that take no room or turn the direction of reading: with them a name can look like another one. */
export function stripHidden(text: string): string {
  return text.replace(HIDDEN, '');
}

/** True when some of it may be shown in another order than it is stored. */
export function turnsDirection(text: string): boolean {
  return TURNING.test(text);
}
