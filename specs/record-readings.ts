/**
 * Writes what rules decide about tool calls and what a person is shown of them, one JSON line per call, so that two versions
 * can be compared: `npm run record:readings -- --out before.jsonl --cases 7000 --seed 1 folder-with-recordings…`. The calls
 * are the evasions that the rules' tests try, generated ones, those of shipped agents, and all in recordings of the wire.
 */
import { createWriteStream, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type { ToolCallUpdate } from '@agentclientprotocol/sdk';
import { parsePermission } from '../server/agents/parse/parse-tool.js';
import { parseUpdate } from '../server/agents/parse/parse-update.js';
import { withTitledCommand } from '../server/agents/parse/titled-command.js';
import type { AskedCall, PermissionRule } from '../server/protocol/api/permission-rule.js';
import type { SessionEvent } from '../server/protocol/session/session-event.js';
import { contentOf } from '../server/protocol/transcript/call-content.js';
import { plannedEdits } from '../server/protocol/transcript/edits.js';
import type { ToolEntry } from '../server/protocol/transcript/entries.js';
import { answered, asked, entriesAfter, toolUpdate } from '../server/protocol/transcript/transcript.rig.js';
import { askedCalls, evasions } from '../server/rules/evasions.rig.js';
import { REAL_REQUESTS } from '../server/rules/real-requests.rig.js';
import { rule } from '../server/rules/rule.rig.js';
import { ruleCases, storedRules } from '../server/rules/rule-cases.rig.js';
import { judgeWith } from '../server/rules/rule-judge.js';
import { EvasionRun, whyNotHere } from '../server/rules/run-evasions.rig.js';
import { inputParts, requestParts } from '../webapp/components/request/request-parts.js';
import { summarise } from '../webapp/components/tools/summarise.js';
import { callForms } from './rigs/call-forms.rig.js';

const OWN_PLACES = ['/home/me/.local/share/acdeck'];
const PLACES = { project: '/work/a', home: '/home/me', canary: '/canary' };

/** Wide rules, so that much is allowed and a change would be seen. */
const TOLD_RULES: readonly PermissionRule[] = [
  ...(['read', 'edit', 'delete', 'move', 'search'] as const).map((toolKind) => rule({ toolKind, path: '**' })),
  ...(['read', 'search', 'think', 'fetch'] as const).map((toolKind) => rule({ toolKind })),
  ...['git status', 'npm test', 'ls', 'cat'].map((text) => rule({ command: { text, isPrefix: true } })),
  rule({ command: { text: 'touch one.txt', isPrefix: false } }),
  rule({ effect: 'reject', command: { text: 'rm', isPrefix: true } }),
  rule({ effect: 'reject', path: 'secret/**' }),
];

/** A call as it came: all that was told before, and the request if there was one. */
interface ToldCalls {
  readonly from: string;
  readonly cwd: string;
  readonly told: readonly object[];
  readonly request: Omit<ToolCallUpdate, 'toolCallId'> | null;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'readings.jsonl' },
    cases: { type: 'string', default: '7000' },
    seed: { type: 'string', default: '1' },
  },
});
const [cases, seed] = [Number(values.cases), Number(values.seed)];
const judge = judgeWith(OWN_PLACES);
const run = whyNotHere() === null ? new EvasionRun() : null;
const places = run?.places ?? PLACES;
const out = createWriteStream(values.out);
const counts = new Map<string, number>();

try {
  const rules = await rulesOf(askedCalls(places));
  for (const { kind, call } of evasions(places)) await record(`evasion ${kind}`, call, rules);
  for (const { kind, call } of ruleCases(cases, seed)) await record(`case ${kind}`, call, storedRules());
  for (const call of callForms(cases, seed)) await recordTold(call);
  for (const call of realRequests()) await recordTold(call);
  for (const path of positionals.flatMap(recordingsIn)) for (const call of callsIn(path)) await recordTold(call);
} finally {
  out.end();
  await finished(out);
  if (run) rmSync(run.root, { recursive: true, force: true });
}
for (const [from, count] of counts) console.log(`${count} ${from}`);

/** The rules that a person is offered for these calls, from narrow to wide, and some that reject. */
async function rulesOf(calls: readonly AskedCall[]): Promise<PermissionRule[]> {
  const drafts = (await Promise.all(calls.map((call) => judge.suggest(call)))).flat();
  return [
    ...drafts.map((draft) => rule(draft)),
    rule({ effect: 'reject', command: { text: 'rm', isPrefix: true } }),
    rule({ effect: 'reject', path: 'secret/**' }),
  ];
}

async function recordTold({ from, cwd, told, request }: ToldCalls): Promise<void> {
  const before = told.map((fields) => toolUpdate('t', fields));
  const entry = (entriesAfter(...before).at(-1) as ToolEntry | undefined) ?? null;
  const toolCall = { toolCallId: 't', ...(request ?? callOf(entry!)) };
  await record(from, { agentId: 'a', cwd, toolCall, entry }, TOLD_RULES, before);
}

function callOf({ title, toolKind, rawInput, content, locations }: ToolEntry): Omit<ToolCallUpdate, 'toolCallId'> {
  return { title, kind: toolKind, rawInput, content: [...content], locations: [...locations] };
}

async function record(
  from: string,
  call: AskedCall,
  rules: readonly PermissionRule[],
  before: readonly SessionEvent[] = [],
): Promise<void> {
  const n = (counts.get(from) ?? 0) + 1;
  counts.set(from, n);
  const line = { from, n, call: call.toolCall, verdict: await verdictOn(call, rules), shown: shownOf(call, before) };
  const text = JSON.stringify(line);
  out.write(`${run ? text.replaceAll(run.root, '/try') : text}\n`);
}

async function verdictOn(call: AskedCall, rules: readonly PermissionRule[]): Promise<object> {
  const found = await judge.judge(call, rules);
  return {
    answer: found ? `${found.effect} by ${rules.findIndex(({ id }) => id === found.id)}` : 'ask',
    suggested: await judge.suggest(call),
    matching: (await Promise.all(rules.map(async (one, n) => ((await judge.isMatch(call, one)) ? [n] : [])))).flat(),
    mustAsk: judge.mustAsk(call),
    mustReject: judge.mustReject(call),
    isLook: judge.isLook(call),
    onlyReads: judge.onlyReads(call),
    describe: judge.describe(call),
  };
}

/** The request's parts, and the card before and after the call was made. */
function shownOf({ toolCall, cwd }: AskedCall, before: readonly SessionEvent[]): object {
  const events = [...before, asked('p', { ...toolCall, toolCallId: 't' })];
  const entry = entriesAfter(...events).at(-1) as ToolEntry;
  const made = entriesAfter(...events, answered('p', 'yes'), toolUpdate('t', { status: 'completed' })).at(-1);
  return {
    request: requestParts(entry.permissions[0]!, cwd),
    card: cardOf(entry, cwd),
    made: cardOf(made as ToolEntry, cwd),
  };
}

function cardOf(entry: ToolEntry, folder: string): object {
  const content = contentOf(entry);
  return {
    line: summarise(entry, folder),
    input: inputParts(entry, content, folder),
    content,
    edits: plannedEdits(entry),
  };
}

function realRequests(): ToldCalls[] {
  return Object.entries(REAL_REQUESTS).flatMap(([agent, { command, file }]) =>
    [command, file].map(({ told, asked: request }) => ({ from: `shipped ${agent}`, cwd: '/work/a', told, request })),
  );
}

function recordingsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.acp.jsonl'),
  );
  return names.sort().map((name) => join(folder, name));
}

/** Every call that an agent told or asked for: each state in which it was told, and each request. */
function callsIn(path: string): ToldCalls[] {
  const agent = path.split('/').at(-1)!.replace('.acp.jsonl', '');
  const [from, cwd] = [`recorded ${agent}`, '/project'];
  const told = new Map<string, object[]>();
  const calls: ToldCalls[] = [];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const { method, params } = frameIn(line);
    if (method === 'session/update') {
      const update = parseUpdate((params as { update?: unknown }).update ?? null);
      if (update?.sessionUpdate !== 'tool_call' && update?.sessionUpdate !== 'tool_call_update') continue;
      const { sessionUpdate: _kind, toolCallId, ...fields } = update;
      const known = [...(told.get(toolCallId) ?? []), fields];
      told.set(toolCallId, known);
      calls.push({ from, cwd, told: known, request: null });
    } else if (method === 'session/request_permission') {
      const parsed = parsePermission(params);
      if (!parsed) continue;
      const { toolCallId, ...request } = withTitledCommand(parsed, params, cwd).toolCall;
      calls.push({ from, cwd, told: told.get(toolCallId) ?? [], request });
    }
  }
  return calls;
}

/** A frame of the wire in one of the two forms in which it is recorded. */
function frameIn(line: string): { method?: unknown; params?: unknown } {
  try {
    const kept = JSON.parse(line) as { line?: string; message?: object };
    return kept.line === undefined ? (kept.message ?? kept) : (JSON.parse(kept.line) as object);
  } catch {
    return {};
  }
}
