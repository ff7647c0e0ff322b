import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { chooseNamespaces, debug, NAMESPACES, type Namespace, namespacesOf } from './debug.js';

const off = () => chooseNamespaces(new Set(), () => {});

describe('debug namespaces', () => {
  afterEach(off);

  it('[DG1] are chosen by DEBUG, each by itself', () => {
    const cases: [string | undefined, Namespace[]][] = [
      [undefined, []],
      ['', []],
      ['acdeck:*', [...NAMESPACES]],
      ['*', [...NAMESPACES]],
      ['acdeck:agent,acdeck:timing', ['agent', 'timing']],
      ['express:*  acdeck:session', ['session']],
      ['acdeck:*,-acdeck:timing', ['server', 'agent', 'session']],
      ['acdeck:nothing', []],
      ['-acdeck:agent', []],
    ];
    for (const [variable, names] of cases) assert.deepEqual([...namespacesOf(variable)], names, variable);
  });

  it('[DG2] cost nothing while they are off: not even their words are made', () => {
    let made = 0;
    const words = () => `${++made}`;
    off();
    for (const name of NAMESPACES) debug[name]?.(words());
    assert.equal(made, 0);
    const lines: string[] = [];
    chooseNamespaces(new Set(['agent']), (name, text) => lines.push(`${name} ${text}`));
    for (const name of NAMESPACES) debug[name]?.(words());
    assert.deepEqual([made, lines], [1, ['agent 1']]);
  });
});
