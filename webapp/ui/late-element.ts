const offered: (() => void)[] = [];
let isIdle = false;
/** Files that could not be loaded, and how often they were asked for again. */
const failures = new Map<string, number>();

/** An element that the first page can do without. Call the result when it is about to be drawn: it takes its place when it has come. */
export function lateElement(load: () => Promise<unknown>): () => void {
  let hasAsked = false;
  const fetchModule = lateModule(load);
  const need = (): void => {
    // Asking again is not free: anyone who loads looks through the page for what is there.
    if (hasAsked) return;
    hasAsked = true;
    fetchModule().catch(() => {
      // The next one that is drawn tries again.
      hasAsked = false;
    });
  };
  if (isIdle) need();
  else offered.push(need);
  return need;
}

/** A module that comes when somebody asks for it; whoever asks after a failure has it fetched again. */
export function lateModule(load: () => Promise<unknown>): () => Promise<unknown> {
  let failed: string | null = null;
  return () =>
    (failed ? loadAgain(failed) : load()).catch((error: unknown) => {
      failed ??= fileIn(error);
      throw error;
    });
}

/** Loads them all, because the page has nothing better to do. */
export function loadLateElements(): void {
  isIdle = true;
  for (const need of offered.splice(0)) need();
}

/** Chrome takes a file that failed once for failed until the page is reloaded, but only under the same address. */
async function loadAgain(file: string): Promise<void> {
  const tries = failures.get(file) ?? 1;
  try {
    await import(/* @vite-ignore */ `${file}?again=${tries}`);
  } catch (error) {
    // All elements of a file ask for the same address, so that it is run only once.
    failures.set(file, Math.max(tries + 1, failures.get(file) ?? 0));
    throw error;
  }
}

/** The file of ours that an error of `import` names, if it does. */
function fileIn(error: unknown): string | null {
  const [file] = /https?:\/\/\S+\.js(?=$|\s)/.exec(error instanceof Error ? error.message : '') ?? [];
  return file && new URL(file).origin === location.origin ? file : null;
}
