import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { AskedCall } from '../protocol/api/permission-rule.js';
import { seeded } from '../testing/seeded.rig.js';
import { onlyReads } from './only-reads.js';

const FILE = '/data/uploads/a1/paper.pdf';

const call = (asked: object, told: object | null = null) =>
  ({ agentId: 'a', cwd: '/work', toolCall: { toolCallId: 't', title: 'Read', ...asked }, entry: told }) as AskedCall;

/** Names that tools give their fields, those that rules know and others. */
const names = fc.oneof(
  fc.constantFrom(
    ...'path file_path absolute_path uri source to from output paths files edits changes cwd workdir dir command cmd args'.split(
      ' ',
    ),
    ...'commands content text new_string patch diff input url urls description reason title id type kind toolName'.split(
      ' ',
    ),
    ...'overwrite replace_all create_dirs isNewFile run_in_background pattern query glob include offset script code'.split(
      ' ',
    ),
    ...'parentDir directory then hook status language __proto__ constructor'.split(' '),
  ),
  fc.string({ minLength: 1, maxLength: 8 }),
);
const places = fc.constantFrom(
  ...[
    '/etc/passwd',
    '~/.ssh/id_rsa',
    '$HOME/.ssh',
    '../../history.db',
    `${FILE}/../../../history.db`,
    `${FILE} /etc/passwd`,
  ],
  ...['file:///etc/passwd', 'https://example.com/x', `cat ${FILE}`, `cat ${FILE} > /tmp/x`, '; cat /etc/passwd'],
);
const values = fc.oneof(
  places,
  places.map((place) => [place]),
  places.map((place) => [FILE, place]),
  places.map((place) => ({ path: place })),
  places.map((place) => ({ [place]: { type: 'update', unified_diff: '@@ -1 +1 @@' } })),
  places.map((place) => ({ deep: { deeper: [{ path: place }] } })),
  places.map((place) => JSON.stringify({ path: place })),
);

describe('a call that only reads', () => {
  it('[UP17] names every other place in it, or is no such call', (t) => {
    const told = fc.record({ name: names, value: values, where: fc.constantFrom('asked', 'told', 'location') });
    fc.assert(
      fc.property(told, ({ name, value, where }) => {
        const more = Object.fromEntries([[name, value]]);
        const input = { file_path: FILE };
        const entry = { title: 'Read', toolKind: 'read', rawInput: where === 'told' ? { ...input, ...more } : input };
        const rest = { content: [], locations: where === 'location' ? [{ path: String(value) }] : [] };
        const rawInput = where === 'asked' ? { ...input, ...more } : input;
        const read = onlyReads(call({ kind: 'read', rawInput }, { ...entry, ...rest }));
        assert.ok(read === null || read.some((path) => path !== FILE), JSON.stringify({ name, value, where, read }));
      }),
      seeded(t, 3_000),
    );
  });

  it('[UP17] is one with limits and words for people beside the path', () => {
    const inputs = [
      { file_path: FILE },
      { path: FILE, view_range: [1, 20] },
      { absolute_path: FILE, offset: 0, limit: 100 },
      { uri: `file://${FILE}` },
      { paths: [FILE] },
      { command: 'view', path: FILE },
      { file_path: FILE, description: 'Look at the paper' },
    ];
    for (const rawInput of inputs) assert.deepEqual(onlyReads(call({ kind: 'read', rawInput })), [FILE]);
    assert.deepEqual(onlyReads(call({ kind: 'read', locations: [{ path: FILE }] })), [FILE]);
    assert.equal(onlyReads(call({ kind: 'read' })), null);
  });

  it('[UP17] is one without a kind if all its titles name a tool that reads, and that file', () => {
    const asked = { kind: 'other', rawInput: { path: FILE } };
    const cut = `read · ${FILE.slice(0, 15)}...…`;
    const told = (title: string) => ({
      title,
      toolKind: 'other',
      rawInput: { path: FILE },
      content: [],
      locations: [],
    });
    for (const title of [`read · ${FILE}`, cut]) {
      assert.deepEqual(onlyReads(call({ ...asked, title }, told(title))), [FILE], title);
    }
    for (const [asking, telling] of [
      ['Read', cut],
      [`read · ${FILE}`, 'write · /etc/x'],
      [`read · ${FILE}`, `write · ${FILE}`],
      ['read · /etc/passwd', cut],
      ['read · /data/other...…', cut],
      [`read · ${FILE} /etc/passwd`, cut],
      [`read · ${FILE}; rm -rf ~`, cut],
      [`evil: read · ${FILE}`, cut],
      [`readwrite · ${FILE}`, cut],
      ['read · ', cut],
    ] as const) {
      assert.equal(onlyReads(call({ ...asked, title: asking }, told(telling))), null, `${asking} | ${telling}`);
    }
    for (const more of [
      { rawInput: { path: FILE, content: 'x' } },
      { rawInput: { path: FILE, command: 'rm -rf ~' } },
      { kind: 'execute' },
      { kind: 'delete' },
    ])
      assert.equal(onlyReads(call({ ...asked, title: cut, ...more })), null, JSON.stringify(more));
  });
});
