const NOTE = /^assertions: (\d+)$/;

/** How the process of a test file tells the runner what a test has asserted, as one of that test's diagnostics. */
export function assertionNote(made: number): string {
  return `assertions: ${made}`;
}

/** What such a diagnostic says, or null when it is another one. */
export function readAssertionNote(message: string): number | null {
  const found = NOTE.exec(message);
  return found && Number(found[1]);
}
