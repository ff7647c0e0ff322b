/** So far sideways, and no farther up or down, is meant as a swipe. */
const FAR_PX = 60;
const SLANT_PX = 40;

/** What not every browser has: reports ways through the history before they are gone. */
interface Ways {
  addEventListener(type: 'navigate', listener: (way: Way) => void, options: AddEventListenerOptions): void;
}

type Way = Event & { readonly navigationType: string };

/** Lets a swipe to its side or a way back close a drawer that was just opened; the dialog itself hears Escape. */
export function leaveDrawer(drawer: HTMLDialogElement): void {
  const leaving = new AbortController();
  const { signal } = leaving;
  // Of a drawer that was opened again at once, the end of its last showing is heard only now.
  drawer.addEventListener('close', () => drawer.open || leaving.abort(), { signal });
  let start: Touch | null = null;
  const onStart = ({ touches }: TouchEvent) => {
    start = touches[0] ?? null;
  };
  const onMove = ({ touches: [touch] }: TouchEvent) => {
    if (!start || !touch || Math.abs(touch.clientY - start.clientY) > SLANT_PX) return;
    if (start.clientX - touch.clientX > FAR_PX) drawer.close();
  };
  drawer.addEventListener('touchstart', onStart, { signal, passive: true });
  drawer.addEventListener('touchmove', onMove, { signal, passive: true });
  const { navigation } = globalThis as { navigation?: Ways };
  navigation?.addEventListener('navigate', (event) => goBackHere(event, drawer), { signal });
}

/** The way back leads out of the drawer, not out of the session. */
function goBackHere(event: Way, drawer: HTMLDialogElement): void {
  if (event.navigationType !== 'traverse' || !event.cancelable) return;
  event.preventDefault();
  drawer.close();
}
