import { readFileSync } from 'node:fs';

/** What the process of a test tells the run that started it. */
export type TestNews =
  | { type: 'test'; test: ToldTest }
  | { type: 'note'; message: string }
  | { type: 'end'; cpuMs: number };

export interface ToldTest {
  name: string;
  /** 0 is the suite that stands for a file. */
  depth: number;
  ms: number;
  isSuite: boolean;
  outcome: 'passed' | 'failed' | 'skipped' | 'todo';
  why?: string;
  failure?: { message: string; stack: string };
}

/** The part of Node's events that is read here. */
interface NodeEvent {
  type: string;
  data: {
    name: string;
    nesting: number;
    message: string;
    details: { type?: string; duration_ms: number; error?: Error };
    skip?: string | boolean;
    todo?: string | boolean;
  };
}

/** A reporter of Node’s test runner that prints nothing. */
// biome-ignore lint/correctness/useYield: what a reporter yields is printed
async function* tellRun(events: AsyncIterable<NodeEvent>): AsyncGenerator<never> {
  for await (const { type, data } of events) {
    if (type === 'test:pass' || type === 'test:fail') process.send!({ type: 'test', test: told(type, data) });
    if (type !== 'test:diagnostic') continue;
    if (data.nesting === 0 && data.message.startsWith('duration_ms')) process.send!({ type: 'end', cpuMs: cpuMs() });
    else if (!/^(tests|suites|pass|fail|cancelled|skipped|todo) \d+$/.test(data.message))
      process.send!({ type: 'note', message: data.message });
  }
}

function told(type: string, { name, nesting, details, skip, todo }: NodeEvent['data']): ToldTest {
  const { error } = details;
  const given = type === 'test:pass' ? 'passed' : 'failed';
  return {
    name,
    depth: nesting,
    ms: Math.round(details.duration_ms),
    isSuite: details.type === 'suite',
    outcome: skip !== undefined ? 'skipped' : todo !== undefined ? 'todo' : given,
    ...(typeof skip === 'string' && skip !== '' ? { why: skip } : {}),
    // A suite whose tests have failed has nothing to add.
    ...(error && Reflect.get(error, 'failureType') !== 'subtestsFailed' ? { failure: failureOf(error) } : {}),
  };
}

/** The runner's own error has the test's as its cause. */
function failureOf(error: Error): NonNullable<ToldTest['failure']> {
  const { cause } = error;
  if (cause === undefined || cause instanceof Error) {
    const { message, stack = '' } = cause ?? error;
    return { message, stack };
  }
  return { message: String(cause), stack: '' };
}

/** What this process and those that it has waited for have used; where nobody counts that, only itself. */
function cpuMs(): number {
  try {
    // After the name, which may hold anything: the time in and for this process, then that of its children, in 1/100 s.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
  } catch {
    const { user, system } = process.cpuUsage();
    return Math.round((user + system) / 1000);
  }
}

// biome-ignore lint/style/noDefaultExport: Node takes a reporter from the default export
export { tellRun as default };
