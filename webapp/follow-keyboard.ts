/** Less than this is a bar of the browser's own, not a keyboard. */
const KEYBOARD_PX = 80;

/** Keeps the page above the keyboard in browsers that lay the keyboard over it. */
export function followKeyboard(): void {
  const seen = visualViewport;
  if (!seen) return;
  const root = document.documentElement;
  const fit = () => {
    const isCovered = Math.abs(seen.scale - 1) < 0.01 && root.clientHeight - seen.height > KEYBOARD_PX;
    if (!isCovered) {
      root.style.removeProperty('--seen-height');
      root.removeAttribute('data-keyboard');
      return;
    }
    root.style.setProperty('--seen-height', `${seen.height}px`);
    root.setAttribute('data-keyboard', '');
    // Such browsers push the page up to show the field, which is in sight anyway now.
    scrollTo(0, 0);
  };
  seen.addEventListener('resize', fit);
  fit();
}
