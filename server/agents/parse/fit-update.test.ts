import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentUpdate } from '../../protocol/events.js';
import { fitUpdate, UPDATE_LIMIT } from './fit-update.js';
import { parsePermission } from './parse-tool.js';

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
// biome-ignore lint/suspicious/noExplicitAny: tests look into updates of every kind
const fit = (update: object): any[] => fitUpdate(update as AgentUpdate, sizeOf(update));
const MEGA = 1024 * 1024;

describe('fitting an update', () => {
  it('[A45] splits long text into pieces that lose nothing', () => {
    const text = '🦊\u0001é'.repeat(500_000);
    const pieces = fit({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text } });
    assert.ok(pieces.length > 1 && pieces.every((piece) => sizeOf(piece) <= UPDATE_LIMIT));
    assert.equal(pieces.map((piece) => piece.content.text).join(''), text);
    assert.ok(pieces.every((piece) => piece.messageId === 'm'));
  });

  it('[A45] cuts long texts of a call, visibly', () => {
    const call = { sessionUpdate: 'tool_call', toolCallId: 't', title: 'T', rawOutput: { log: 'x'.repeat(3 * MEGA) } };
    const [cut] = fit(call);
    assert.ok(sizeOf(cut) <= UPDATE_LIMIT);
    assert.match(cut.rawOutput.log, /^x+ … \[[\d,]+ characters left out\]$/);
  });

  it('[A45] puts in place of a large picture what refers to it, where it can be kept', () => {
    const image = { type: 'image', mimeType: 'image/png', data: 'A'.repeat(2 * MEGA) };
    const kept = { type: 'image', mimeType: 'image/png', data: '', uri: 'acdeck-upload:1' } as const;
    const call = {
      sessionUpdate: 'tool_call',
      toolCallId: 't',
      title: 'T',
      content: [{ type: 'content', content: image }],
    };
    const updates = [{ sessionUpdate: 'agent_message_chunk', content: image }, call] as AgentUpdate[];
    const fitted = updates.map((update) => fitUpdate(update, sizeOf(update), () => kept)[0]);
    assert.deepEqual(fitted, [
      { ...updates[0], content: kept },
      { ...call, content: [{ type: 'content', content: kept }] },
    ]);
  });

  it('[A45] leaves out a picture that is too large, whole', () => {
    const content = { type: 'image', mimeType: 'image/png', data: 'A'.repeat(2 * MEGA) };
    const [cut] = fit({ sessionUpdate: 'agent_message_chunk', content });
    assert.deepEqual(cut.content, { type: 'text', text: '[image of 1.5 MB left out: too large]' });
    const small = { ...content, data: 'A'.repeat(MEGA / 2) };
    assert.deepEqual(fit({ sessionUpdate: 'agent_message_chunk', content: small }), [
      { sessionUpdate: 'agent_message_chunk', content: small },
    ]);
  });

  it('[A45] keeps the name of a call of which nothing else fits', () => {
    const content = Array.from({ length: 20_000 }, (_, n) => ({
      type: 'content',
      content: { type: 'text', text: `${n} ${'y'.repeat(60)}` },
    }));
    const [cut] = fit({ sessionUpdate: 'tool_call_update', toolCallId: 't', title: 'T', content });
    assert.ok(sizeOf(cut) <= UPDATE_LIMIT);
    assert.equal(cut.title, 'T');
    const entries = Array.from({ length: 20_000 }, () => ({ content: 'z'.repeat(100) }));
    assert.deepEqual(fit({ sessionUpdate: 'plan', entries }), [{ sessionUpdate: '_too_large_plan' }]);
  });

  it('[A45] cuts what is nested too deeply to be written again', () => {
    let deep: unknown = 'end';
    for (let n = 0; n < 20_000; n++) deep = [deep];
    const [cut] = fitUpdate({ sessionUpdate: 'tool_call_update', toolCallId: 't', rawInput: deep } as AgentUpdate, 100);
    assert.match(JSON.stringify(cut), /left out: too deeply nested/);
    const ask = parsePermission({ toolCall: { toolCallId: 't', rawInput: { deep, long: 'x'.repeat(2 * MEGA) } } });
    assert.ok(sizeOf(ask) <= UPDATE_LIMIT);
  });
});
