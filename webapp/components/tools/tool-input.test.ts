import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filesIn, readCommand, readInput } from '../../../server/protocol/call-reading.js';
import { inputText, outputText, withoutInput } from './tool-input.js';

const commandOf = (input: object) => readCommand(readInput(input, 'execute'));

describe('what a call was given and gave back', () => {
  it('[RG5] is read from the input alone where the agent tells it nowhere else', () => {
    assert.equal(commandOf({ commands: ['ls -la', 'pwd'] }), 'ls -la\npwd');
    assert.equal(commandOf({ command: 'ls', commands: ['ls'] }), 'ls');
    assert.equal(commandOf({ commands: [] }), null);
    assert.equal(inputText({ input: '*** Begin Patch' }), '*** Begin Patch');
    assert.equal(inputText({ path: '/a', force: true }), '{\n  "path": "/a",\n  "force": true\n}');
    for (const nothing of [undefined, null, {}, ' ', 3]) assert.equal(inputText(nothing), null);
    const { files } = { files: [{ path: '/a' }, '/b', { other: 1 }] };
    assert.deepEqual(filesIn(readInput({ files }, 'read')), ['/a', '/b']);
    assert.equal(withoutInput('read_files: {"files":[{"path":"/a"}]}'), 'read_files');
    assert.equal(withoutInput('Fix: the build'), 'Fix: the build');
  });

  it('[RG6] is shown in its own words, also as a list', () => {
    assert.equal(outputText({ query: 'ls', result: 'a.txt\n', success: true }), 'a.txt\n');
    assert.equal(outputText([{ result: 'one' }, { error: 'no such file' }]), 'one\nno such file');
    assert.equal(outputText([{ result: 'one' }, { code: 3 }]), null);
    assert.equal(outputText([]), null);
    assert.equal(outputText({ exitCode: 0 }), null);
  });
});
