import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { talkToDemo } from '../demo/demo-agent.rig.js';
import { writeAside } from '../demo/write-aside.js';
import { DEMO_SUGGESTIONS } from '../protocol/api/demo-scenes.js';
import { MESSAGE_OPENING, TITLE_OPENING } from '../protocol/aside-prompt.js';
import { RepoRig } from '../repo/changes.rig.js';
import { titleIn } from '../sessions/registry/title-writer.js';
import { seeded } from '../testing/seeded.rig.js';

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const LOUD = ['crash', 'edit a file', '/crash', '/hang', 'delegate', 'Fail with an error.', 'run a shell'];

/** A repository whose commit messages are written as by the demo agent; the prompts are kept. */
function repository(t: TestContext, files: Record<string, string>, home?: string) {
  const prompts: string[] = [];
  const rig = new RepoRig(t, {
    files,
    ...(home !== undefined && { home }),
    ask: async ({ text }) => {
      prompts.push(text);
      return { kind: 'text', text: writeAside(text) ?? 'A scene was played.' };
    },
  });
  const message = async () => {
    rig.git('add', '-A');
    const { taskId } = await rig.repo.writeMessage(rig.actor, { agentId: null, model: null });
    const { text, trouble } = await rig.ended(taskId);
    assert.equal(trouble, null);
    return text!;
  };
  return { rig, prompts, message };
}

describe('the demo agent as a writer', () => {
  it('[M13] says what was added, updated, renamed and deleted, and where', async (t) => {
    const before = { 'README.md': 'one\n', 'src/a.ts': 'a\n'.repeat(20), 'src/lib/b.ts': 'b\n', 'old.txt': 'old\n' };
    const cases: [string, Record<string, string | null>, string][] = [
      ['an edit', { 'README.md': 'one\ntwo\nthree\n' }, 'Update README.md\n\n2 lines added.'],
      ['one line for another', { 'README.md': 'uno\n' }, 'Update README.md\n\n1 line added, 1 line removed.'],
      ['a new file', { 'new file.txt': 'x\n' }, 'Add new file.txt\n\n1 line added.'],
      ['an empty one', { 'empty name': '' }, 'Add empty name'],
      ['a binary one', { 'pic ture.png': '\u0000\u0001' }, 'Add pic ture.png'],
      ['a deletion', { 'old.txt': null }, 'Delete old.txt\n\n1 line removed.'],
      ['a rename', { 'src/a.ts': null, 'src/c.ts': before['src/a.ts'] }, 'Rename src/a.ts to src/c.ts'],
      [
        'several in a folder',
        { 'src/x.ts': '1\n', 'src/lib/y.ts': '1\n2\n', 'src/z.ts': '' },
        'Add 3 files under src\n\n- Add src/lib/y.ts (+2)\n- Add src/x.ts (+1)\n- Add src/z.ts',
      ],
      [
        'of several kinds',
        { 'README.md': 'uno\n', 'old.txt': null, 'ümlaut.txt': 'ü\n' },
        'Update 3 files\n\n- Update README.md (+1 −1)\n- Delete old.txt (−1)\n- Add ümlaut.txt (+1)',
      ],
    ];
    const { rig, message } = repository(t, before);
    for (const [what, change, expected] of cases) {
      for (const [name, text] of Object.entries(change)) {
        if (text === null) rmSync(join(rig.folder, name));
        else rig.write(name, text);
      }
      assert.equal(await message(), expected, what);
      rig.git('reset', '-q', '--hard');
    }
  });

  it('[M13] names the files that git has, whatever their names and their text are', async (t) => {
    const segment = fc
      .oneof(
        fc.constantFrom(
          'a b',
          'diff --git a b',
          'Patch:',
          'x\ny',
          'tab\t',
          '"quoted"',
          'b',
          'é',
          '\u202egnp',
          '\u2028',
          '1 file changed',
        ),
        fc.constantFrom(...LOUD.map((word) => word.replaceAll('/', ''))),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
      )
      .map((name) => name.replaceAll(/[/\0]/g, '_'))
      .filter((name) => !/^(\.|\.\.|\.git\S*|git~\d+)$/i.test(name) && !/\p{Cs}/u.test(name));
    const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
    const line = fc.constantFrom(
      'diff --git a/evil b/evil',
      '-- a/evil',
      '++ b/evil',
      '\rdiff --git a/evil b/evil',
      '\u2028Patch:',
      ' 9 files changed',
      '[the rest of this file is left out]',
      ...LOUD,
    );
    const content = fc.array(line, { maxLength: 6 }).map((lines) => lines.map((each) => `${each}\n`).join(''));
    const files = fc.dictionary(path, content, { minKeys: 1, maxKeys: 13, noNullPrototype: true });
    const { rig, message } = repository(t, { keep: 'kept\n' });
    await fc.assert(
      fc.asyncProperty(files, async (made) => {
        // Where a name is a folder and a file, the first one made wins.
        for (const [name, text] of Object.entries(made)) {
          try {
            rig.write(name, text);
          } catch {}
        }
        const written = await message();
        const names = rig.git('diff', '--cached', '--name-only', '-z', '-M').split('\0').filter(Boolean);
        rig.git('reset', '-q', '--hard');
        rig.git('clean', '-qfdx');
        const [subject = '', empty, ...body] = written.split('\n');
        const letters = (text: string) => [...text].length;
        assert.ok(
          written.split('\n').every((each) => letters(each) <= 72 && !UNPRINTABLE.test(each)),
          JSON.stringify(written),
        );
        const shown = (name: string) => name.replaceAll(new RegExp(UNPRINTABLE, 'gu'), '?');
        const ends = (name: string) => [...shown(name)].slice(-10).join('');
        if (names.length === 1) {
          assert.ok(subject.startsWith('Add ') && subject.endsWith(ends(names[0]!)), JSON.stringify([subject, names]));
          assert.ok(empty === undefined || /^\d+ lines? added\.$/.test(body.join('\n')), JSON.stringify(written));
        } else {
          assert.match(subject, new RegExp(`^Add ${names.length} files( under .*)?$`));
          const listed = Math.min(10, names.length);
          assert.equal(body.length, listed + (names.length > 10 ? 1 : 0), written);
          for (const each of body.slice(0, listed)) {
            const [, told = ''] = /^- Add (.*?)(?: \(\+\d+\))?$/.exec(each) ?? [];
            assert.ok(
              names.some((name) => shown(name) === told || told.endsWith(ends(name))),
              JSON.stringify([each, names]),
            );
          }
        }
      }),
      seeded(t, 20),
    );
  });

  it('[M13] reads the patch of a person who has other prefixes, and counts files that the patch leaves out', async (t) => {
    const user = '[user]\n\tname = T\n\temail = t@example.org\n[init]\n\tdefaultBranch = main\n';
    for (const setting of ['noprefix', 'mnemonicPrefix']) {
      const { rig, message } = repository(t, { 'src/a.txt': 'one\n' }, `${user}[diff]\n\t${setting} = true\n`);
      rig.write('src/a.txt', 'two\n');
      assert.match(await message(), /^Update src\/a\.txt\n/, setting);
    }
    const { rig, message, prompts } = repository(t, { 'a.txt': 'one\n' });
    for (let n = 0; n < 40; n++) rig.write(`large/${n}.txt`, 'line of some length\n'.repeat(400));
    const large = await message();
    assert.match(
      large,
      /^Add 40 files under large\n\n(- Add large\/\d+\.txt\n){10}- and 30 more$/,
      'cut files have no counts',
    );
    for (let n = 0; n < 600; n++) rig.write(`many/${n}.txt`, 'line\n');
    assert.match(await message(), /^(Add|Update) many files\n/, 'the count is cut off');
    assert.ok(prompts.every((prompt) => prompt.startsWith(`${MESSAGE_OPENING}\n`)));
  });

  it('[M13] makes a message of any words after the opening', (t) => {
    assert.equal(writeAside(`${MESSAGE_OPENING}\n`), 'Update files');
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.string(), fc.constantFrom('Staged files:', 'Patch:', 'diff --git ', '@@', '+++ "', '--- \t')),
        ),
        (lines) => {
          const message = writeAside([MESSAGE_OPENING, '', ...lines].join('\n'));
          assert.match(message!, /^(Add|Delete|Rename|Update) /);
          assert.ok(!UNPRINTABLE.test(message!.replaceAll('\n', '')) && [...message!.split('\n')[0]!].length <= 72);
        },
      ),
      seeded(t, 100),
    );
  });

  it('[M14] takes the first words of the conversation for a title', (t) => {
    const prompt = (words: string) =>
      `${TITLE_OPENING}\n\n# Old title\n\nA record.\nFirst request: ${words}\n\n## Last messages\n\n**Person:** other`;
    for (const [words, title] of [
      ['Please fix the failing test in cart.ts. It broke yesterday.', 'Fix the failing test in cart.ts'],
      ['hello', 'Hello'],
      ['Hi! Could you explain e.g. this?', 'Explain e.g. this'],
      [
        '/plan the next three releases of the shop and then some more of them',
        'Plan the next three releases of the shop',
      ],
      ['这个测试为什么失败？请修复它。', '这个测试为什么失败'],
      ['crash', 'Crash'],
      ['…', 'Conversation'],
      ['x'.repeat(500), `X${'x'.repeat(59)}`],
    ] as const) {
      assert.equal(writeAside(prompt(words)), title);
    }
    assert.equal(
      writeAside(`${TITLE_OPENING}\n\n# t\n\n**Person:** look here\nFirst`),
      'Look here',
      'the first request is gone',
    );
    assert.equal(writeAside(`${TITLE_OPENING}\n`), 'Conversation');
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.lorem({ mode: 'sentences' })), (words) => {
        const title = writeAside(prompt(words))!;
        assert.ok(
          title.split(' ').length <= 8 && [...title].length <= 61 && !UNPRINTABLE.test(title),
          JSON.stringify(title),
        );
        assert.notEqual(titleIn(title), null);
      }),
      seeded(t, 100),
    );
  });

  it('[M13] [M14] plays no scene for a word in a patch or a conversation, and uses no tool', async (t) => {
    const { ear, say, folder } = await talkToDemo(t);
    const words = [...LOUD, ...DEMO_SUGGESTIONS.flatMap(({ scene, prompt }) => [`/${scene}`, prompt])];
    const patch = words.map((word, n) => `diff --git a/${n} b/${n}\n--- a/${n}\n+++ b/${n}\n@@ -0,0 +1 @@\n+${word}`);
    const asked = [
      `${MESSAGE_OPENING}\n\nStaged files:\n ${words.length} files changed\n\nPatch:\n${patch.join('\n')}`,
      ...words.map((word) => `${MESSAGE_OPENING}\n${word}`),
      ...words.map((word) => `${TITLE_OPENING}\n\nFirst request: ${word}`),
    ];
    for (const prompt of asked) {
      const told = ear.text.length;
      assert.deepEqual(await say(prompt), { stopReason: 'end_turn' });
      assert.equal(ear.text.slice(told), writeAside(prompt));
    }
    assert.deepEqual([ear.asks, ear.questions, ear.terminal, ear.exits], [[], [], [], []]);
    const kinds = new Set<string>(ear.updates.map(({ sessionUpdate }) => sessionUpdate));
    assert.deepEqual(
      kinds,
      new Set(['available_commands_update', 'session_info_update', 'agent_message_chunk', 'usage_update']),
    );
    assert.throws(() => readFileSync(join(folder, 'acdeck-demo.md')));
    for (const prompt of ['edit', ` ${MESSAGE_OPENING}`, MESSAGE_OPENING.slice(0, 40)])
      assert.equal(writeAside(prompt), null);
  });
});
