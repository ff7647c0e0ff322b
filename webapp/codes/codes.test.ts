import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentTrouble } from '../../server/protocol/agent-trouble.js';
import { ERROR_CODES, type RpcErrorName } from '../../server/protocol/api/rpc-error.js';
import { errorText } from './error-words.js';
import './repo-words.js';
import { actorName, pauseReasonText, voidReasonText } from './reason-words.js';
import { settingsProblemText, storageText } from './storage-words.js';
import { troubleSentence, troubleText } from './trouble-words.js';
import { uploadText } from './upload-words.js';

const NAMES = Object.keys(ERROR_CODES) as RpcErrorName[];
const refused = (reason: unknown, name: RpcErrorName = 'conflict') =>
  errorText({ code: ERROR_CODES[name], message: 'For developers.', data: { name, reason } });

describe('what the server tells by code', () => {
  it('[WD20] has a sentence that is made of its data', () => {
    const end = { exitCode: 3, signal: null };
    const troubles: [AgentTrouble, string][] = [
      [{ code: 'restarting', agent: 'X', end, seconds: 1 }, 'X stopped (exit code 3). Restarting in 1 s.'],
      [
        { code: 'crash_loop', agent: 'X' },
        'X stopped several times in 2 minutes. It won’t be restarted automatically.',
      ],
      [
        { code: 'sign_in_needed', agent: 'X', said: 'No key', help: { kind: 'command', command: 'x login' } },
        'X needs you to sign in (No key). Sign in with: x login',
      ],
    ];
    for (const [trouble, sentence] of troubles) assert.equal(troubleText(trouble), sentence);
    assert.equal(voidReasonText({ code: 'unanswered', minutes: 1 }), 'nobody answered for 1 minute');
    assert.equal(pauseReasonText({ code: 'paused', device: 'Pixel' }), 'Paused by Pixel');
    assert.equal(storageText({ code: 'failed', said: 'EIO' }), 'The history file can’t be used: EIO');
    const problem = { file: 'a.yaml', line: 2, cause: { code: 'unknown_key', key: 'font' } } as const;
    assert.equal(settingsProblemText(problem), 'a.yaml, line 2: There is no setting called “font”.');
    assert.equal(uploadText({ code: 'file_too_large', megabytes: 25 }), 'This file is too large. The limit is 25 MB.');
    const by = { kind: 'server', reason: { code: 'ran_unasked', what: 'Edit a.ts' } } as const;
    assert.equal(actorName(by), '“Edit a.ts” ran without asking');
  });

  it('[WD20] is an error with its reason, never with what the message says', () => {
    const by = { kind: 'device', device: 'Pixel' };
    assert.equal(
      refused({ code: 'request_answered', by, answer: 'denied' }),
      'This request was already denied by Pixel.',
    );
    assert.equal(refused({ code: 'bad_rule', trouble: 'path_goes_up' }), 'A path can’t go up with “..”.');
    assert.equal(refused({ code: 'no_git' }), 'Git isn’t installed on this machine.');
  });

  it('[WD21] is a true sentence where the reason is missing or too new', () => {
    const odd: unknown[] = [null, undefined, 5, 'text', {}, { code: 5 }, { code: 'of_tomorrow' }, { code: 'toString' }];
    for (const name of NAMES) {
      const sentences = new Set(odd.map((reason) => refused(reason, name)));
      assert.equal(sentences.size, 1, name);
      assert.match([...sentences][0]!, /^[A-Z].*\.$/, name);
      assert.doesNotMatch([...sentences][0]!, /For developers/);
    }
    assert.equal(errorText(new TypeError('x is undefined')), refused(null, 'internal'));
    assert.equal(troubleText({ code: 'of_tomorrow' } as never), 'Something went wrong with the agent.');
  });

  it('[WD24] has the words of agents and of the system as they were said', () => {
    const said = 'Modell überlastet — bitte warten';
    assert.equal(troubleText({ code: 'said', text: said }), said);
    assert.equal(troubleSentence({ code: 'said', text: said }), `${said}.`);
    assert.equal(troubleText({ code: 'sentence', text: said }), said);
    assert.equal(troubleText({ code: 'failed', agent: 'X', text: said }), `X: ${said}`);
    assert.equal(troubleText({ code: 'said', text: '' }), 'The agent gave no reason.');
  });
});
