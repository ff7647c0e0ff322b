/** A test that failed, and the message of its error. */
export interface TestFailure {
  file: string;
  name: string;
  why: string;
}

const MOST = 12;
const MOST_CHARS = 3_000;

/** What failed and why, in short: of a long run often only the end is kept. */
export function summariseFailures(failures: readonly TestFailure[]): string {
  const told = failures.slice(0, MOST).map(({ file, name, why }) => {
    const lines = why.slice(0, MOST_CHARS).trim().split('\n');
    return [`✖ ${file}: ${name}`, ...lines.map((line) => `    ${line}`)].join('\n');
  });
  const left = failures.length - told.length;
  return ['failed tests:', ...told, ...(left > 0 ? [`and ${left} more`] : [])].join('\n');
}
