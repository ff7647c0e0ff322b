import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultConfig } from '../settings/config.js';
import { parseConfig } from '../settings/parse-config.js';
import { shellRefusal } from './late-shell.js';

const refusal = (text: string, isRemote: boolean) =>
  shellRefusal({ config: parseConfig(text, 'settings.yaml').config, path: '/me/settings.yaml' }, { isRemote });

describe('who may run commands', () => {
  it('[SH8] is this machine alone, unless the settings say otherwise', () => {
    assert.equal(defaultConfig.host.shell, 'local');
    assert.equal(refusal('', false), null);
    assert.deepEqual(refusal('', true), { code: 'shell_only_here', settings: '/me/settings.yaml' });
    assert.deepEqual([refusal('shell: all', true), refusal('shell: all', false)], [null, null]);
    for (const isRemote of [true, false])
      assert.deepEqual(refusal('shell: off', isRemote), { code: 'shell_off', settings: '/me/settings.yaml' });
  });
});
