/**
 * An agent that leaves processes behind: a prompt is a JSON object with shell lines, `own` for itself and `terminals` for
 * terminals of the client. It starts them all and then stays in its turn.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

let lastId = 0;
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

function play({ sessionId, prompt }) {
  const { own, terminals } = JSON.parse(prompt.map((block) => block.text ?? '').join(''));
  for (const line of own) spawn('/bin/sh', ['-c', line], { stdio: 'ignore' });
  for (const line of terminals) {
    lastId += 1;
    send({
      id: `terminal-${lastId}`,
      method: 'terminal/create',
      params: { sessionId, command: '/bin/sh', args: ['-c', line] },
    });
  }
}

const answers = {
  initialize: () => ({ protocolVersion: 1, agentInfo: { name: 'hostile', version: '1.0.0' } }),
  'session/new': () => ({ sessionId: 'hostile-1' }),
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'session/prompt') play(params);
  else if (id !== undefined && answers[method]) send({ id, result: answers[method](params) });
});
process.on('SIGTERM', () => {});
setInterval(() => {}, 1_000);
