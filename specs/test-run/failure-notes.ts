/** Somebody who can say what was going on when a test failed. */
type Witness = () => Promise<string>;

const witnesses = new Set<Witness>();

/** Lets the message of a failed test say what this one has seen; the result ends it. */
export function witnessFailures(witness: Witness): () => void {
  witnesses.add(witness);
  return () => witnesses.delete(witness);
}

/** Adds to the error of a failed test what the witnesses have seen. */
export async function addWitnesses(error: Error): Promise<void> {
  if (witnesses.size === 0) return;
  // The runner's own error has the test's as its cause.
  const told = error.cause instanceof Error ? error.cause : error;
  const seen = await Promise.all([...witnesses].map((witness) => witness().catch(String)));
  const note = `\n\n${seen.join('\n')}`;
  const { stack = '' } = told;
  told.message += note;
  // What is printed, and written when the error was made.
  told.stack = stack + note;
}
