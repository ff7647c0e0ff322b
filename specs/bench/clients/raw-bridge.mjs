/**
 * The smallest bridge from an agent to a page: no store, no sign-in, no Markdown, no second session. It keeps what was
 * said for tabs that come later. What it takes is what nobody can go below.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { WebSocketServer } from 'ws';

const PAGE = `<!doctype html><meta charset="utf-8"><title>raw</title>
<style>body{margin:0;height:100vh;display:flex;flex-direction:column}#log{flex:1;overflow:auto;white-space:pre-wrap}</style>
<b>raw</b><div id="log"></div><textarea id="field" autofocus></textarea>
<script>
const log = document.querySelector('#log'), field = document.querySelector('#field');
const socket = new WebSocket('ws://' + location.host);
const words = log.appendChild(new Text());
let isDue = false;
const show = (text) => {
  words.appendData(text);
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => { isDue = false; log.scrollTop = log.scrollHeight; });
};
socket.onmessage = ({ data }) => show(data);
field.onkeydown = (event) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  socket.send(field.value);
  field.value = '';
};
</script>`;

const [program, ...args] = process.argv.slice(2);
const agent = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
process.once('exit', () => agent.kill());
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(0));
const waiting = new Map();
let lastId = 0;
const ask = (method, params) =>
  new Promise((resolve) => {
    const id = ++lastId;
    waiting.set(id, resolve);
    agent.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  });
let said = '';
const tabs = new Set();
const tell = (text) => {
  said += text;
  for (const tab of tabs) tab.send(text);
};
createInterface({ input: agent.stdout }).on('line', (line) => {
  const { id, result, params } = JSON.parse(line);
  if (result !== undefined) waiting.get(id)?.(result);
  else if (params?.update?.content?.text) tell(params.update.content.text);
});
const session = (async () => {
  await ask('initialize', { protocolVersion: 1, clientCapabilities: {} });
  return (await ask('session/new', { cwd: process.cwd(), mcpServers: [] })).sessionId;
})();

const server = createServer((_request, response) => {
  response.setHeader('Content-Type', 'text/html');
  response.end(PAGE);
});
new WebSocketServer({ server }).on('connection', (tab) => {
  tabs.add(tab);
  tab.on('close', () => tabs.delete(tab));
  if (said) tab.send(said);
  tab.on('message', async (data) => {
    const text = String(data);
    tell(`${text}\n`);
    const sessionId = await session;
    await ask('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
