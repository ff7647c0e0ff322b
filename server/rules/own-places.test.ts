import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { AskedCall } from '../protocol/api/permission-rule.js';
import { touchesPlaces } from './own-places.js';

function scene(t: TestContext) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'acdeck-own-')));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const data = join(home, '.local', 'share', 'acdeck');
  const cwd = join(home, 'project');
  mkdirSync(join(data, 'run'), { recursive: true });
  mkdirSync(cwd);
  symlinkSync(data, join(cwd, 'link'));
  const attached = join(data, 'uploads', 'a1', 'paper.pdf');
  const isOpen = (path: string) => path === attached;
  const asked = (toolCall: object, at = cwd) =>
    touchesPlaces(
      { agentId: 'a', cwd: at, toolCall: { toolCallId: 't', ...toolCall }, entry: null } as AskedCall,
      [data],
      { home, isOpen },
    );
  const runs = (command: string, at = cwd) => asked({ kind: 'execute', title: 'Run', rawInput: { command } }, at);
  return { home, data, cwd, attached, asked, runs };
}

describe('a call that touches what AcDeck keeps', () => {
  it('[PG8] is known by its command, however the folder is named there', (t) => {
    const { data, runs } = scene(t);
    const ways = [
      `cat ${data}/run/x.json`,
      'cat ~/.local/share/acdeck/run/x.json',
      'cat $HOME/.local/share/acdeck/run/x.json',
      `cat "\${HOME}/.local/share/acdeck/history.db"`,
      'cat ../.local/share/acdeck/run/x.json',
      'cat link/run/x.json',
      'cat ~/.local/share/ac*/run/*.json',
      'cat ~/.loc?l/*/acdeck/run/x.json',
      `sqlite3 -readonly ${data}/history.db .dump`,
      `npm test && tar c --directory=${data} .`,
      `python3 -c "print(open('${data}/run/x.json').read())"`,
      `sh -c 'nc -U ${data}/run/x.sock'`,
      'ls -la ~/.local/share/acdeck',
      `curl --unix-socket ${data}/run/x.sock http://localhost/`,
    ];
    for (const way of ways) assert.ok(runs(way), way);
  });

  it('[PG8] is known by its paths, its fields and its title', (t) => {
    const { data, asked } = scene(t);
    assert.ok(asked({ kind: 'read', title: 'Read', locations: [{ path: `${data}/run/x.json` }] }));
    assert.ok(asked({ kind: 'edit', title: 'Edit', content: [{ type: 'diff', path: `${data}/x`, newText: 'y' }] }));
    assert.ok(asked({ kind: 'other', title: 'Tool', rawInput: { deep: [{ where: `${data}/x` }] } }));
    assert.ok(asked({ kind: 'execute', title: `cat ${data}/run/x.json` }));
  });

  it('[PG8] [UP17] is none of a file that a person attached, and is one of anything beside it', (t) => {
    const { data, attached, asked, runs } = scene(t);
    for (const way of [`pdftotext ${attached} -`, `pdftotext '${attached}' -`, `sh -c 'cat ${attached}'`]) {
      assert.ok(!runs(way), way);
    }
    assert.ok(!asked({ kind: 'read', title: `Read ${attached}`, rawInput: { file_path: attached, pages: '1-5' } }));
    assert.ok(!asked({ kind: 'read', title: 'Read', rawInput: { uri: `file://${attached}` } }));
    assert.ok(!asked({ kind: 'execute', title: `wc -c ${attached}` }));
    for (const way of ['grep -E "a|(b)"', 'python3 tools/count.py', 'sed -n 1,20p', 'jq .name', 'timeout 5 file']) {
      assert.ok(!runs(`${way} ${attached}`), way);
    }
    const cut = (tool: string, words: string) => `${tool} · ${words.slice(0, -6)}...…`;
    const command = `pdftotext ${attached} -`;
    assert.ok(!asked({ kind: 'other', title: cut('read', attached), rawInput: { path: attached } }));
    assert.ok(!asked({ kind: 'other', title: cut('shell', command), rawInput: { command } }));
    const history = `${data}/history.db`;
    assert.ok(asked({ kind: 'other', title: cut('read', history), rawInput: { path: history } }));
    assert.ok(asked({ kind: 'other', title: `read · ${data}/h...…`, rawInput: { path: attached } }));
    const beyond = [
      `cat ${attached} ${data}/history.db`,
      `cat ${attached}; cat ../.local/share/acdeck/history.db`,
      `cat ${attached}/../../../history.db`,
      `cat $(dirname ${attached})/../../history.db`,
      `x=${attached}; cat "\${x%/*/*/*}/history.db"`,
      `cat ${attached}*`,
      `cat ${attached}.json`,
      `cd ${data}/uploads/a1 && cat paper.pdf`,
      `python3 -c "import os;print(open(os.path.dirname('${attached}')+'/../../history.db').read())"`,
      `tar c -C ${data}/uploads/a1 ..`,
      ...[`sh -c 'cat "\${0%/*/*/*}/history.db"' ${attached}`, `bash -c 'cat "$1"*' x ${attached}`],
      ...[`find ${attached} -execdir cat ../../history.db ;`, `ln -sf ../../history.db ${attached}`],
      `find ${attached} -execdir sh -c 'cat "$(dirname "$PWD")"/*' ;`,
      `python3 -c 'import os,sys;d=os.path.dirname;print(open(d(d(d(sys.argv[1])))+"/history.db").read())' ${attached}`,
      `/usr/bin/python3.12 -c 'import os,sys;print(os.listdir(os.path.dirname(sys.argv[1])))' ${attached}`,
      `node -e 'console.log(fs.readdirSync(path.dirname(process.argv[1])))' ${attached}`,
      `env perl -e '$_=shift;s/uploads.*/history.db/;print \`cat $_\`' ${attached}`,
      `awk 'BEGIN{f=ARGV[1];sub(/uploads.*/,"history.db",f);while((getline l<f)>0)print l}' ${attached}`,
    ];
    for (const way of beyond) {
      assert.ok(runs(way), way);
      assert.ok(asked({ kind: 'execute', title: way }), `as a title: ${way}`);
      assert.ok(asked({ kind: 'other', title: 'Tool', rawInput: { script: way } }), `in a field: ${way}`);
    }
    assert.ok(asked({ kind: 'read', title: 'Read', rawInput: { paths: [attached, `${data}/history.db`] } }));
    assert.ok(asked({ kind: 'read', title: 'Read', rawInput: { path: `${data}/uploads/a1` } }));
  });

  it('[PG8] is none of its neighbours, of texts that speak of it, or of work in that very folder', (t) => {
    const { data, cwd, asked, runs } = scene(t);
    for (const way of [`cat ${data}-notes/x`, 'ls ~/.local/share', 'cat src/acdeck/run.ts', 'npm test', 'ls *']) {
      assert.ok(!runs(way), way);
    }
    assert.ok(!asked({ kind: 'edit', title: 'Edit', rawInput: { path: `${cwd}/a.md`, content: `see ${data}` } }));
    assert.ok(!runs(`cat ${data}/run/x.json`, data));
  });
});
