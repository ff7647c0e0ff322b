import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultConfig } from './settings/config.js';
import { parseConfig } from './settings/parse-config.js';
import { shellRefusal } from './shell-refusal.js';

const refusal = (text: string, isRemote: boolean) =>
  shellRefusal({ config: parseConfig(text, 'settings.yaml').config, path: '/me/settings.yaml' }, { isRemote });

describe('who may run commands', () => {
  it('[SH8] is this machine alone, unless the settings say otherwise', () => {
    assert.equal(defaultConfig.shell, 'local');
    assert.equal(refusal('', false), null);
    assert.match(refusal('', true) ?? '', /only on the machine itself.*"shell: all".*\/me\/settings\.yaml/);
    assert.deepEqual([refusal('shell: all', true), refusal('shell: all', false)], [null, null]);
    for (const isRemote of [true, false])
      assert.match(refusal('shell: off', isRemote) ?? '', /turned off.*settings\.yaml/);
  });
});
