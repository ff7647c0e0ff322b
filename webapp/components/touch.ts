/** On a phone the Return key makes a new line, there is a button to send, and focus would bring up the keyboard. */
export function isTouch(): boolean {
  return matchMedia('(pointer: coarse) and (hover: none)').matches;
}
