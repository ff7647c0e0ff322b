import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { OFFERED } from '../server/rpc/offered-methods.js';
import { PAGE, ROLE_LIST, roleList, rpcPage } from './rpc-page.js';

describe('the list of methods and roles', () => {
  it('[R45] is the one that is checked in', () => {
    assert.equal(readFileSync(ROLE_LIST, 'utf8'), roleList(), 'If that is meant, run `npm run docs:rpc`.');
  });
});

describe('the page of methods', () => {
  it('[R42] is made from the table', () => {
    assert.equal(readFileSync(PAGE, 'utf8'), rpcPage(), 'Run `npm run docs:rpc`.');
  });

  it('[R42] says of each method what it takes, what it answers, who may call it and what it does', () => {
    const page = rpcPage();
    for (const { name, kind, role } of OFFERED.values()) {
      const [className, method] = name.split('.');
      const part = page.split(`## ${className}\n`)[1]!.split('\n## ')[0]!;
      const words = kind === 'call' ? role : `command, ${role}`;
      assert.match(part, new RegExp(`^- \`${method}\\(.*\\): .+\` \\(${words}\\)\\\\\n  [A-Z].+\\.$`, 'm'), name);
    }
    assert.match(
      page,
      /^- `pause_queue\(cmdId: string, sessionId: string, paused: boolean\): Done` \(command, full\)/m,
    );
  });

  it('[R42] cannot be made if a method says nothing of itself', () => {
    const source = readFileSync('server/protocol/api/rpc.ts', 'utf8');
    const silent = source.replace('    /** Removes a rule. */\n', '');
    assert.notEqual(silent, source);
    assert.throws(() => rpcPage(silent), /remove_rule.* has no sentence/s);
  });
});
