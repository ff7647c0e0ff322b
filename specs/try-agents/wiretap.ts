import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { CRASH_CODE, CRASH_LINE, CRASH_SIGNAL } from './crash-words.js';

/**
 * Stands between our server and an agent and writes down what goes over the wire, unchanged both ways.
 * Arguments: the file to write to, the program, its arguments.
 */
const [file, program, ...args] = process.argv.slice(2);
if (!file || !program) throw new Error('The wiretap needs a file and a program.');

const log = createWriteStream(file, { flags: 'a' });
const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });

const note = (from: 'client' | 'agent' | 'tap', line: string) =>
  log.write(`${JSON.stringify({ at: Date.now(), from, line })}\n`);

/** Whole lines for the log; the other end gets the bytes as they come. */
function tap(from: 'client' | 'agent'): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) note(from, line);
  };
}

process.stdin.on('data', tap('client'));
child.stdout.on('data', tap('agent'));
process.stdin.pipe(child.stdin);
child.stdout.pipe(process.stdout);
child.stdin.on('error', (error) => note('tap', `stdin: ${error.message}`));
child.on('error', (error) => note('tap', `spawn: ${error.message}`));
let hasCrashed = false;
child.on('exit', (code, signal) => {
  note('tap', `exit ${code} ${signal}`);
  log.end(() => process.exit(hasCrashed ? CRASH_CODE : (code ?? 1)));
});
process.on(CRASH_SIGNAL, () => {
  hasCrashed = true;
  process.stderr.write(CRASH_LINE, () => child.kill('SIGKILL'));
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal));
