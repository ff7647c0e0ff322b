import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import { seeded } from '../../../server/testing/seeded.rig.js';
import { MemoryStorage } from '../base/memory-storage.rig.js';
import type { EditShelf, KeptEdit } from './edit-shelf.js';
import { EditedFile } from './edited-file.js';
import { FakeRepo } from './fake-repo.rig.js';
import { FilesMemory } from './files-memory.js';
import { putTogether, takeApart } from './text-form.js';
import { type StatusSource, TreeMarks } from './tree-marks.js';
import { readLinePlace, readPlace } from './tree-paths.js';
import { TreeStore } from './tree-store.js';
import { versionReader } from './version-reader.js';

/** The server of a folder in memory; counts what it is asked for. */
function serve(repo: FakeRepo) {
  repo.tellsStatus = true;
  const listed: string[] = [];
  const ask = async (method: string, args: unknown[]) => repo.ask(`Repo.${method}`, args) as never;
  return {
    listed,
    get_file_tree: (folder: string, after: string | null) => {
      listed.push(folder);
      return ask('get_file_tree', [folder, after]);
    },
    get_status: (after: number) => ask('get_status', [after]),
    get_file_content: (path: string, version: string | null) => ask('get_file_content', [path, version]),
  };
}

/** The status as the server has it now. */
function statusOf({ get_status }: ReturnType<typeof serve>): StatusSource {
  const told = async () => ({ status: await get_status(0), failure: null });
  const current = () => told().catch((failure: Error) => ({ status: null, failure }));
  return { start: () => {}, stop: () => {}, current };
}

const folderOf = (...paths: string[]) => {
  const repo = new FakeRepo();
  for (const path of paths) repo.write(path, 'x\n');
  return repo;
};
const linesOf = (tree: TreeStore) => tree.value.map(({ kind, path, level }) => `${level} ${kind} ${path}`);
const settle = async () => {
  for (let n = 0; n < 20; n += 1) await Promise.resolve();
};

describe('the tree', () => {
  it('[FI1] lists a folder when it is opened, and the next page when it is wanted', async () => {
    const many = Array.from({ length: 2_500 }, (_, n) => `many/f${String(n).padStart(5, '0')}`);
    const server = serve(folderOf('src/deep/a.ts', 'b.ts', ...many));
    const tree = new TreeStore(server, new FilesMemory(new MemoryStorage(), '/w'));
    tree.start();
    await settle();
    assert.deepEqual(linesOf(tree), ['1 folder many', '1 folder src', '1 file b.ts']);
    assert.deepEqual(server.listed, ['']);
    tree.expand('many');
    await settle();
    assert.equal(tree.value.filter(({ level }) => level === 2).length, 1_001);
    assert.deepEqual([tree.value[1_001]!.kind, tree.value[1]!.siblings], ['more', -1]);
    await tree.more('many');
    await tree.more('many');
    assert.equal(tree.value.filter(({ level, kind }) => level === 2 && kind === 'file').length, 2_500);
    assert.deepEqual([tree.value[1]!.position, tree.value[1]!.siblings], [1, 2_500]);
    tree.collapse('many');
    assert.deepEqual(linesOf(tree), ['1 folder many', '1 folder src', '1 file b.ts']);
  });

  it('[FI1] finds the way to a file, over as many pages as it takes', async () => {
    const many = Array.from({ length: 1_500 }, (_, n) => `a/b/f${String(n).padStart(5, '0')}`);
    const tree = new TreeStore(serve(folderOf(...many)), new FilesMemory(new MemoryStorage(), '/w'));
    await tree.reveal('a/b/f01400');
    assert.ok(linesOf(tree).includes('3 file a/b/f01400'));
  });

  it('[FI3] counts names that cannot be told, and says why a folder is not listed', async () => {
    const repo = folderOf('a');
    repo.leftOut.set('', 2);
    const server = serve(repo);
    const tree = new TreeStore(server, new FilesMemory(new MemoryStorage(), '/w'));
    await tree.list('');
    assert.deepEqual(
      tree.value.map(({ kind, leftOut }) => [kind, leftOut]),
      [
        ['file', 0],
        ['left_out', 2],
      ],
    );
    server.get_file_tree = () => Promise.reject(new RpcError('not_found', '', { code: 'missing', path: 'gone' }));
    await tree.list('');
    assert.deepEqual(
      tree.value.map(({ kind, problem }) => [kind, problem]),
      [['failed', '“gone” was not found.']],
    );
  });

  it('[FI5] remembers open folders and recent files of its folder only', async () => {
    const storage = new MemoryStorage();
    const memory = new FilesMemory(storage, '/w');
    memory.expand('src', true);
    for (const path of ['a', 'b', 'a']) memory.visit(path);
    const again = new FilesMemory(storage, '/w');
    assert.deepEqual([[...again.value.expanded], again.value.recent], [['src'], ['a', 'b']]);
    assert.deepEqual(new FilesMemory(storage, '/other').value.recent, []);
    const server = serve(folderOf('src/a.ts'));
    const tree = new TreeStore(server, again);
    tree.start();
    await settle();
    assert.deepEqual(linesOf(tree), ['1 folder src', '2 file src/a.ts']);
    for (const odd of ['{', '7', '{"expanded":[7],"recent":"x"}']) {
      storage.setItem('acdeck.files./w', odd);
      assert.deepEqual(new FilesMemory(storage, '/w').value.recent, []);
    }
  });

  it('[FI22] remembers them under their new names', () => {
    const memory = new FilesMemory(new MemoryStorage(), '/w');
    memory.expand('src', true);
    memory.visit('src/a.ts');
    memory.rename((path) => (path === 'src' || path.startsWith('src/') ? `lib${path.slice(3)}` : null));
    assert.deepEqual([[...memory.value.expanded], memory.value.recent], [['lib'], ['lib/a.ts']]);
  });

  it('[FI8] lists again only what is shown and concerned', async () => {
    const repo = folderOf('src/a.ts', 'lib/b.ts', 'c.ts');
    const server = serve(repo);
    const tree = new TreeStore(server, new FilesMemory(new MemoryStorage(), '/w'));
    const marks = new TreeMarks(statusOf(server));
    tree.start();
    tree.expand('src');
    tree.expand('lib');
    await settle();
    tree.collapse('lib');
    await marks.load();
    server.listed.length = 0;
    repo.write('src/new.ts', '');
    repo.write('lib/new.ts', '');
    repo.letters.set('src/new.ts', '?').set('lib/new.ts', '?');
    tree.refresh(await marks.load());
    await settle();
    assert.deepEqual(server.listed, ['src']);
    tree.expand('lib');
    await settle();
    assert.ok(linesOf(tree).includes('2 file lib/new.ts'));
    server.listed.length = 0;
    tree.refresh(await marks.load());
    await settle();
    assert.deepEqual(server.listed, [], 'the same again concerns nobody');
  });

  it('[FI2] knows how files differ, and in which folders', async () => {
    const repo = folderOf('a');
    for (const [path, letters] of Object.entries({
      'src/in/m.ts': '.M',
      'src/u.ts': '?',
      'c/x.ts': 'UU',
      'd.ts': '.D',
      'n.ts': 'A.',
      'r.ts': 'R.',
    }))
      repo.letters.set(path, letters);
    const marks = new TreeMarks(statusOf(serve(repo)));
    await marks.load();
    assert.deepEqual(Object.fromEntries(marks.value.marks), {
      'src/in/m.ts': 'changed',
      'src/u.ts': 'new',
      'c/x.ts': 'conflict',
      'd.ts': 'deleted',
      'n.ts': 'added',
      'r.ts': 'moved',
    });
    assert.deepEqual(Object.fromEntries(marks.value.folders), {
      'src/in': 'changed',
      src: 'changed',
      c: 'conflict',
    });
    repo.hasGit = false;
    await marks.load();
    assert.deepEqual([marks.value.hasGit, marks.value.marks.size], [false, 0]);
  });
});

describe('a place that is typed', () => {
  it('[FI6] is a path, and what is meant in it', () => {
    const place = (
      path: string,
      line: number | null = null,
      to: number | null = null,
      column: number | null = null,
    ) => ({
      path,
      line,
      to,
      column,
    });
    assert.deepEqual(readPlace('src/a.ts'), place('src/a.ts'));
    assert.deepEqual(readPlace('src/a.ts:12'), place('src/a.ts', 12));
    assert.deepEqual(readPlace('src/a.ts:12:5'), place('src/a.ts', 12, null, 5));
    assert.deepEqual(readPlace('src/a.ts:12:5:'), place('src/a.ts', 12, null, 5));
    assert.deepEqual(readPlace('a.ts:3-9'), place('a.ts', 3, 9));
    assert.deepEqual(readPlace('a.ts#L3-L9'), place('a.ts', 3, 9));
    assert.deepEqual(readPlace('a.ts#L9-L3'), place('a.ts', 9, 9));
    assert.deepEqual(readPlace('a.ts#L3'), place('a.ts', 3));
    assert.deepEqual(readPlace('C#'), place('C#'));
    assert.deepEqual(readPlace('a:b'), place('a:b'));
  });

  it('[FI12] is a line, a character of it, or several', () => {
    assert.deepEqual(readLinePlace('12'), { line: 12, to: null, column: null });
    assert.deepEqual(readLinePlace(' 12:5 '), { line: 12, to: null, column: 5 });
    assert.deepEqual(readLinePlace('3-9'), { line: 3, to: 9, column: null });
    for (const odd of ['', 'x', '1-', '-3', '1:2:3']) assert.equal(readLinePlace(odd), null, odd);
  });
});

describe('a stored version', () => {
  it('[FI15] is read once, in the lines that the file itself would have', async () => {
    const repo = new FakeRepo();
    repo.versions.set('HEAD:a', '\ufeffone\r\ntwo\n\nlast');
    const server = serve(repo);
    let asked = 0;
    const reader = versionReader(
      {
        get_file_content: (path, version) => {
          asked += 1;
          return server.get_file_content(path, version);
        },
      },
      'HEAD',
    );
    assert.deepEqual((await reader.read_file('a', 1, 2)).lines, ['one', 'two']);
    const rest = await reader.read_file('a', 3, 10);
    assert.deepEqual([rest.lines, rest.total, rest.kind, asked], [['', 'last'], 4, 'text', 1]);
    await assert.rejects(reader.read_file('none', 1, 1));
  });
});

describe('the form of a text', () => {
  it('[FI34] comes back byte for byte, whatever its lines end with', (t) => {
    const piece = fc.constantFrom('a', 'é', '\n', '\r\n', '\r', '\ufeff', '  ', '\t', '漢');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        const { form, body } = takeApart(text);
        assert.equal(putTogether(form, body), text);
        if (form.ends !== 'mixed') assert.doesNotMatch(body, /\r/);
      }),
      seeded(t, 100),
    );
  });

  it('[FI34] holds for what is written into it', () => {
    const crlf = takeApart('\ufeffa\r\nb');
    assert.deepEqual(crlf, { form: { hasMark: true, ends: '\r\n' }, body: 'a\nb' });
    assert.equal(putTogether(crlf.form, 'a\nnew\nb'), '\ufeffa\r\nnew\r\nb');
    const mixed = takeApart('a\r\nb\nc');
    assert.equal(putTogether(mixed.form, mixed.body.replace('b', 'B\nD')), 'a\r\nB\nD\nc');
  });
});

class MemoryShelf implements EditShelf {
  readonly kept = new Map<string, KeptEdit>();
  read = async (path: string) => this.kept.get(path) ?? null;
  write = async (path: string, edit: KeptEdit) => void this.kept.set(path, edit);
  remove = async (path: string) => void this.kept.delete(path);
  list = async () => [...this.kept.keys()];
}

function editOf(repo: FakeRepo, shelf = new MemoryShelf()) {
  const write = async (path: string, text: string, revision: string) =>
    repo.act('Repo.write_file', [path, text, revision]) as never;
  return { shelf, edit: new EditedFile({ repo: serve(repo), shelf, write, now: () => 5 }) };
}

describe('a file in the editor', () => {
  it('[FI30] is written over the version that was read, with a way back', async () => {
    const repo = folderOf('a');
    const { edit, shelf } = editOf(repo);
    await edit.open('a');
    assert.deepEqual([edit.value.body, edit.value.isDirty], ['x\n', false]);
    edit.change('y\n');
    await edit.settled();
    assert.deepEqual([edit.value.isDirty, shelf.kept.get('a')?.text], [true, 'y\n']);
    const written = await edit.save();
    await edit.settled();
    assert.deepEqual(
      [written?.undoId, repo.text('a'), edit.value.isDirty, shelf.kept.size],
      ['files-1', 'y\n', false, 0],
    );
    edit.change('z\n');
    assert.ok(await edit.save(), 'the new revision is known');
    assert.equal(repo.text('a'), 'z\n');
  });

  it('[FI31] that changed meanwhile waits for the person: mine, theirs, or later', async () => {
    const repo = folderOf('a');
    const { edit } = editOf(repo);
    await edit.open('a');
    edit.change('mine\n');
    repo.write('a', 'theirs\n');
    assert.equal(await edit.save(), null);
    assert.deepEqual([edit.value.theirs?.text, repo.text('a')], ['theirs\n', 'theirs\n']);
    edit.putOff();
    assert.equal(edit.value.isPutOff, true);
    edit.change('mine 2\n');
    assert.equal(await edit.save(), null, 'saving asks again');
    assert.equal(edit.value.isPutOff, false);
    assert.ok(await edit.keepMine());
    assert.deepEqual([repo.text('a'), edit.value.theirs], ['mine 2\n', null]);

    edit.change('mine 3\n');
    repo.write('a', 'theirs again\n');
    await edit.check();
    const { given } = edit.value;
    await edit.takeTheirs();
    assert.deepEqual([edit.value.body, edit.value.isDirty, edit.value.given], ['theirs again\n', false, given + 1]);
  });

  it('[FI32] that nobody edited follows, and the same text is no conflict', async () => {
    const repo = folderOf('a');
    const { edit } = editOf(repo);
    await edit.open('a');
    repo.write('a', 'theirs\n');
    await edit.check();
    assert.deepEqual([edit.value.body, edit.value.theirs], ['theirs\n', null]);
    edit.change('same\n');
    repo.write('a', 'same\n');
    await edit.check();
    assert.deepEqual([edit.value.theirs, edit.value.isDirty], [null, false]);
    edit.change('more\n');
    repo.write('a', 'same\n');
    await edit.check();
    assert.deepEqual([edit.value.theirs, edit.value.isDirty], [null, true]);
    assert.ok(await edit.save());
  });

  it('[FI33] is as it was left after a reload, and says so if the file is another one', async () => {
    const repo = folderOf('a');
    const { edit, shelf } = editOf(repo);
    await edit.open('a');
    edit.change('unsaved\n');
    await edit.settled();
    const again = editOf(repo, shelf).edit;
    await again.open('a');
    assert.deepEqual([again.value.body, again.value.isDirty, again.value.keptAt], ['unsaved\n', true, 5]);
    repo.write('a', 'theirs\n');
    const late = editOf(repo, shelf).edit;
    await late.open('a');
    assert.deepEqual([late.value.body, late.value.theirs?.text], ['unsaved\n', 'theirs\n']);
    await late.discard();
    assert.deepEqual([late.value.body, late.value.isDirty, shelf.kept.size], ['theirs\n', false, 0]);
  });

  it('[FI35] is only read if it is no UTF-8 text', async () => {
    const repo = folderOf('latin');
    repo.foreign.add('latin');
    repo.write('bin', 'a\0b');
    const { edit } = editOf(repo);
    await edit.open('latin');
    assert.equal(edit.value.noEdit, 'encoding');
    await edit.open('bin');
    assert.equal(edit.value.noEdit, 'binary');
    await edit.open('gone');
    assert.deepEqual([edit.value.status, edit.value.problem], ['failed', '“gone” was not found.']);
  });

  it('[FI30] that cannot be written keeps its text and says why', async () => {
    const repo = folderOf('a');
    const { edit, shelf } = editOf(repo);
    await edit.open('a');
    edit.change('y\n');
    repo.act = () => {
      throw new RpcError('unavailable', '', { code: 'denied', path: 'a' });
    };
    assert.equal(await edit.save(), null);
    assert.deepEqual(
      [edit.value.problem, edit.value.isDirty, edit.value.status],
      ['You don’t have permission for “a”.', true, 'ready'],
    );
    await edit.settled();
    assert.equal(shelf.kept.get('a')?.text, 'y\n');
  });
});
