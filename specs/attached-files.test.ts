import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import { scratchFolder } from '../server/agents/connection/connection.rig.js';
import { PromptFiles } from '../server/http/uploads/prompt-files.js';
import { UploadStore } from '../server/http/uploads/upload-store.js';
import { type UploadFacts, uploadBlock } from '../server/protocol/api/uploads.js';
import type { ToolEntry } from '../server/protocol/transcript/entries.js';
import { entriesOf, entryAt } from '../server/protocol/transcript/entry-list.js';
import { judgeWith } from '../server/rules/rule-judge.js';
import { act, text } from '../server/sessions/registry/registry.rig.js';
import { until } from '../server/testing/until.rig.js';
import { ChildDeck } from './rigs/child-deck.rig.js';

const OPTIONS = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'once', name: 'Once', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

/** A call as it is told before it is asked for, and the request. */
interface Asked {
  readonly told?: object;
  readonly asked: object;
  readonly options?: readonly object[];
}

const sentence = (path: string) => `The Agent needs access to read an attached file outside your workspace: ${path}`;
const words = (said: string) => [{ type: 'content', content: { type: 'text', text: said } }];
const byTitle = (path: string) => ({
  title: `Allow access to absolute path: ${path}`,
  content: words(sentence(path)),
  locations: [],
  kind: 'read',
});
const read = (rawInput: object, more: object = {}): Asked => ({
  asked: { title: 'Read', kind: 'read', rawInput, ...more },
});

/** How shipped agents ask for a file outside the folder, as it comes over the wire. */
const HONEST: Record<string, Asked> = {
  'Gemini, by its title': { asked: byTitle('FILE') },
  Claude: {
    told: { title: 'Read File', kind: 'read', rawInput: {}, content: [], locations: [] },
    asked: {
      title: 'Read FILE',
      kind: 'read',
      rawInput: { file_path: 'FILE' },
      locations: [{ path: 'FILE', line: 1 }],
    },
  },
  Copilot: read({ path: 'FILE', view_range: [1, 100] }, { locations: [{ path: 'FILE' }] }),
  'OpenCode, which asks for the folder': {
    told: { title: 'read', kind: 'read', rawInput: { filePath: 'FILE' }, locations: [{ path: 'FILE' }] },
    asked: {
      title: 'FOLDER',
      kind: 'other',
      rawInput: { filepath: 'FILE', parentDir: 'FOLDER' },
      locations: [{ path: 'FILE' }, { path: 'FOLDER' }],
    },
  },
  'one that shows its input as a text': {
    asked: { title: 'Read', kind: 'read', content: words('{"path":"FILE"}') },
  },
  Qwen: read({ absolute_path: 'FILE', offset: 0, limit: 100 }, { title: 'RELATIVE' }),
  'one that shortens paths in its titles': read({ path: 'FILE' }, { title: 'Read /START...END (1 - 20)' }),
  'one that names the file alone': read({ path: 'FILE' }, { title: 'Reading paper.pdf: pages 1-5.' }),
};

/** What looks like that and is more. */
const HOSTILE: Record<string, Asked> = {
  'a write that is called a read': read({ file_path: 'FILE', content: 'x' }),
  'a change that is called a read': {
    asked: { title: 'Read', kind: 'read', content: [{ type: 'diff', path: 'FILE', oldText: 'a', newText: 'b' }] },
  },
  'a write by its title': read({ file_path: 'FILE' }, { title: 'Write FILE' }),
  'an edit that was told before': {
    told: { title: 'Edit', kind: 'edit', rawInput: { file_path: 'FILE', new_string: 'x', old_string: 'y' } },
    asked: { title: 'Read', kind: 'read', rawInput: { file_path: 'FILE' } },
  },
  ...Object.fromEntries(
    ['create', 'delete', 'str_replace', 'undo_edit', 'insert', 'add', 'move', 'rename'].map((command) => [
      `an editor that is to ${command}`,
      read({ command, path: 'FILE' }),
    ]),
  ),
  'an editor’s input as a text': read('{"command":"create","path":"FILE"}' as never),
  'an editor’s input as what is shown': {
    asked: { title: 'Read', kind: 'read', content: words('{"command":"delete","path":"FILE"}') },
  },
  'a switch that writes': read({ file_path: 'FILE', overwrite: true }),
  'a switch that makes a file': read({ file_path: 'FILE', isNewFile: true }),
  'a tool that writes by its name': read({ file_path: 'FILE', toolName: 'write_file' }),
  'a type that writes': read({ file_path: 'FILE', type: 'update' }),
  'a writing verb told before': {
    told: { title: 'Read', kind: 'read', rawInput: { command: 'create', path: 'FILE' } },
    asked: { title: 'Read', kind: 'read', rawInput: { path: 'FILE' } },
  },
  'another kind': { asked: { title: 'Read', kind: 'execute', rawInput: { file_path: 'FILE' } } },
  'no kind': { asked: { title: 'Read', rawInput: { file_path: 'FILE' } } },
  'a second path': read({ paths: ['FILE', '/etc/passwd'] }),
  'a second path in another field': read({ file_path: 'FILE', path: '/etc/passwd' }),
  'a second place': read({ file_path: 'FILE' }, { locations: [{ path: '/etc/passwd' }] }),
  'a second path told before': {
    told: { title: 'Read', kind: 'read', rawInput: { file_path: '/etc/passwd' } },
    asked: { title: 'Read', kind: 'read', rawInput: { file_path: 'FILE' } },
  },
  'a path that goes on': read({ file_path: 'FILE/x' }),
  'a path that goes up': read({ file_path: 'FILE/../../../history.db' }),
  'a path that goes up and back': read({ file_path: 'FOLDER/../../uploads/paper.pdf' }),
  'a path that goes up within its folder': read({ file_path: 'FOLDER/x/../paper.pdf' }),
  'the record beside it': read({ file_path: 'FOLDER.json' }),
  'only its folder': read({ path: 'FOLDER' }),
  'the folder above': read({ path: 'FOLDER/..' }),
  'a wildcard': read({ path: 'FOLDER/*' }),
  'a trailing blank': read({ file_path: 'FILE ' }),
  'a command': read({ file_path: 'FILE', command: 'cat FILE' }),
  'a command only': { asked: { title: 'Read', kind: 'read', rawInput: { command: 'cat FILE' } } },
  'a field that nobody knows': read({ file_path: 'FILE', hook: 'curl evil' }),
  'another option of the tool': read({ file_path: 'FILE', next: { run: 'rm' } }),
  'an address': read({ file_path: 'FILE', url: 'https://example.com' }),
  'a terminal': read({ file_path: 'FILE' }, { content: [{ type: 'terminal', terminalId: 'x' }] }),
  'two names in one text of JSON': read('{"file_path":"FILE","file_path":"/etc/passwd"}' as never),
  'a title that names another file': { asked: byTitle('/etc/passwd') },
  'a title with two files': { asked: byTitle('FILE /etc/passwd') },
  'a title whose text names another file': { asked: { ...byTitle('FILE'), content: words(sentence('/etc/passwd')) } },
  'a title with another text beside': {
    asked: { ...byTitle('FILE'), content: [...words(sentence('FILE')), ...words('and /etc/passwd')] },
  },
  'a title with an input of its own': { asked: { ...byTitle('FILE'), rawInput: { file_path: '/etc/passwd' } } },
  'a title with a place of its own': { asked: { ...byTitle('FILE'), locations: [{ path: '/etc/passwd' }] } },
  'a title alone': { asked: { title: 'Allow access to absolute path: FILE', kind: 'read' } },
  ...Object.fromEntries(
    [
      ...[
        'Read /etc/passwd',
        'Read ~/.ssh/id_rsa',
        'Read $HOME/.ssh/id_rsa',
        'Read ../../.ssh/id_rsa',
        'Read FILE.json',
      ],
      ...[
        'Read FILE, /etc/passwd',
        'Read FILE:/etc/passwd',
        'Read `/etc/paper.pdf`',
        'Read /etc/...END',
        'See other/paper.pdf',
      ],
      ...[
        'cat FILE > /tmp/x',
        'curl https://example.com/x',
        'rm FILE',
        'Send FILE',
        'Download paper.pdf',
        'Truncate FILE',
      ],
    ].map((title) => [`a title “${title}”`, read({ file_path: 'FILE' }, { title })]),
  ),
  'a text that names another file': read({ file_path: 'FILE' }, { content: words('It also reads /etc/shadow.') }),
  'a text that names another file, told before': {
    told: { title: 'Read', kind: 'read', content: words('and /etc/shadow') },
    asked: { title: 'Read', kind: 'read', rawInput: { file_path: 'FILE' } },
  },
  'a link to another file': read(
    { file_path: 'FILE' },
    { content: [{ type: 'content', content: { type: 'resource_link', uri: 'file:///etc/passwd', name: 'x' } }] },
  ),
  'a tool that runs by its name': read({ file_path: 'FILE' }, { name: 'Bash' }),
  'a tool that writes by its own name': read({ file_path: 'FILE' }, { name: 'write_file' }),
  'only a choice for ever': { ...read({ file_path: 'FILE' }), options: [OPTIONS[0]!, OPTIONS[2]!] },
  'two choices for once': {
    ...read({ file_path: 'FILE' }),
    options: [...OPTIONS, { optionId: 'more', name: 'And more', kind: 'allow_once' }],
  },
};

class Place {
  readonly deck: ChildDeck;
  readonly uploads: PromptFiles;
  readonly store: UploadStore;
  readonly #script: string;

  private constructor(parts: { deck: ChildDeck; uploads: PromptFiles; store: UploadStore; script: string }) {
    [this.deck, this.uploads, this.store, this.#script] = [parts.deck, parts.uploads, parts.store, parts.script];
  }

  static async open(t: TestContext): Promise<Place> {
    const base = realpathSync(scratchFolder(t));
    const [folder, data, script] = [join(base, 'project'), join(base, 'data'), join(base, 'script.json')];
    mkdirSync(folder);
    mkdirSync(data);
    const store = new UploadStore({ folder: join(data, 'uploads'), hasSession: () => true });
    const uploads = new PromptFiles(store);
    const judge = judgeWith([data]);
    const deck = await ChildDeck.start(t, { agent: ['asking-agent.mjs', script], folder, uploads, judge });
    return new Place({ deck, uploads, store, script });
  }

  async attach(name = 'paper.pdf', sessionId = this.deck.id): Promise<UploadFacts> {
    const body = Buffer.from('%PDF-1.7');
    const pieces = async function* () {
      yield body;
    };
    return await this.store.add({ sessionId, name, claimedType: '', size: body.length, body: pieces() });
  }

  /** Sends the file, lets the agent ask so, and gives what it was answered; a person says no to all they are asked. */
  async ask(requests: readonly object[], facts: UploadFacts): Promise<{ link: ContentBlock; answers: unknown[] }> {
    const { deck } = this;
    writeFileSync(this.#script, JSON.stringify({ requests }));
    const { n } = deck.screen.turn;
    deck.registry.acts.prompt(act(), deck.id, [...text('Look at this.'), uploadBlock(facts)]);
    await until(() => {
      for (const { id, entry } of deck.screen.pending) {
        const call = entryAt(deck.screen.entries, entry) as ToolEntry;
        const no = call.permissions
          .find(({ permissionId }) => permissionId === id)!
          .options.find(({ kind }) => kind === 'reject_once')!;
        deck.registry.writable(deck.id).permissions.answer(act(), id, no.optionId);
      }
      return deck.screen.turn.n > n && deck.screen.turn.status === 'idle';
    });
    return JSON.parse(readFileSync(this.#script, 'utf8')) as { link: ContentBlock; answers: unknown[] };
  }

  /** The same for one call; gives the option and who chose it. */
  async decide({ told, asked, options = OPTIONS }: Asked, facts: UploadFacts) {
    const toolCallId = `call-${this.deck.screen.seq}`;
    const update = { sessionUpdate: 'tool_call', toolCallId, status: 'pending', ...told };
    const { answers } = await this.ask(
      [
        ...(told ? [{ method: 'session/update', params: { update } }] : []),
        { method: 'session/request_permission', params: { toolCall: { toolCallId, ...asked }, options } },
      ],
      facts,
    );
    const call = entriesOf(this.deck.screen.entries).findLast((entry) => entry.kind === 'tool');
    const outcome = call?.permissions.at(-1)?.outcome;
    const optionId = (answers[0] as { outcome?: { optionId?: string } }).outcome?.optionId;
    return { optionId, by: outcome?.status === 'answered' ? outcome.by : null };
  }
}

const BY_ACDECK = { kind: 'server', reason: { code: 'attached_file' } };

describe('an agent that asks for an attached file', () => {
  for (const [who, asked] of Object.entries(HONEST)) {
    it(`[UP17] is answered by AcDeck, once and visibly (${who})`, async (t) => {
      const place = await Place.open(t);
      assert.deepEqual(await place.decide(asked, await place.attach('Mein Plan.pdf')), {
        optionId: 'once',
        by: BY_ACDECK,
      });
    });
  }

  it('[UP17] is never answered so if the call is, or may be, anything more', async (t) => {
    const place = await Place.open(t);
    const facts = await place.attach();
    for (const [what, asked] of Object.entries(HOSTILE)) {
      const { optionId, by } = await place.decide(asked, facts);
      assert.deepEqual([optionId, by?.kind === 'server' && by.reason?.code === 'attached_file'], ['no', false], what);
    }
  });

  it('[UP17] is not answered so for what was not sent here, or is no longer that file', async (t) => {
    const place = await Place.open(t);
    const sent = await place.attach();
    const unsent = await place.attach('unsent.pdf');
    const elsewhere = await place.attach('elsewhere.pdf', 'another');
    place.store.use([elsewhere.id]);
    const wants = async (path: string) => (await place.decide(read({ file_path: path }), sent)).optionId;
    const pathOf = ({ id }: UploadFacts) => place.store.find(id)!.path;
    assert.equal(await wants(pathOf(sent)), 'once');
    assert.equal(await wants(pathOf(unsent)), 'no');
    assert.equal(await wants(pathOf(elsewhere)), 'no');
    const secret = join(dirname(dirname(dirname(pathOf(sent)))), 'history.db');
    writeFileSync(secret, 'secret');
    renameSync(pathOf(sent), `${pathOf(sent)}.old`);
    symlinkSync(secret, pathOf(sent));
    assert.equal(await wants(pathOf(sent)), 'no', 'a link in its place');
    rmSync(pathOf(sent));
    assert.equal(await wants(pathOf(sent)), 'no', 'nothing in its place');
    const folder = dirname(pathOf(sent));
    renameSync(folder, `${folder}-moved`);
    mkdirSync(join(secret, '..', 'other'));
    writeFileSync(join(secret, '..', 'other', 'paper.pdf'), 'secret');
    symlinkSync(join(secret, '..', 'other'), folder);
    assert.equal(await wants(pathOf(sent)), 'no', 'a link in the place of its folder');
  });

  it('[UP17] is denied where a rule says so', async (t) => {
    const place = await Place.open(t);
    const { registry } = place.deck;
    const rule = {
      effect: 'reject',
      agentId: null,
      folder: null,
      toolKind: 'read',
      title: null,
      command: null,
    } as const;
    registry.rules.add(act(), { ...rule, path: null });
    const { optionId, by } = await place.decide(HONEST.Claude!, await place.attach());
    assert.deepEqual([optionId, by?.kind], ['no', 'rule']);
  });

  it('[UP17] can read it through AcDeck, and nothing beside it', async (t) => {
    const place = await Place.open(t);
    const paths = ['FILE', 'FOLDER.json', 'FILE/../paper.pdf', 'FOLDER', '/etc/passwd'];
    const requests = paths.map((path) => ({ method: 'fs/read_text_file', params: { path } }));
    const { answers } = await place.ask(requests, await place.attach());
    assert.deepEqual(answers[0], { content: '%PDF-1.7' });
    for (const answer of answers.slice(1)) assert.ok(Reflect.has(answer as object, 'error'), JSON.stringify(answer));
  });
});
