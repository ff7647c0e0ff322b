import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accent, catalogue } from './catalogue.js';
import { byteSize, compactPlural, list, money, percent, plural, roughDuration, wholeDuration } from './format.js';
import { sentenceWith, withCode } from './sentence-parts.js';

describe('formats', () => {
  it('[WD6] write numbers, plurals, lists and sizes as English does', () => {
    assert.deepEqual(
      [0, 1, 2, 1_234].map((n) => plural(n, '# file', '# files')),
      ['0 files', '1 file', '2 files', '1,234 files'],
    );
    assert.deepEqual(
      [['A'], ['A', 'B'], ['A', 'B', 'C']].map((names) => list(names)),
      ['A', 'A and B', 'A, B, and C'],
    );
    assert.deepEqual([1, 950, 12_000, 4_200_000].map(byteSize), ['1 byte', '950 bytes', '12 kB', '4.2 MB']);
    assert.deepEqual([percent(0.426), money(1.234, 'USD'), money(1, 'credits')], ['43%', '$1.23', '1.0 credits']);
    const small = [0, 0.004, 0.005, -0.001].map((amount) => money(amount, 'USD'));
    assert.deepEqual(
      [...small, money(0.4, 'JPY'), money(0.01, 'credits')],
      ['$0.00', '< $0.01', '$0.01', '-$0.00', '< ¥1', '< 0.1 credits'],
    );
    assert.deepEqual(
      [0, 1, 12_345].map((count) => compactPlural(count, '# token', '# tokens')),
      ['0 tokens', '1 token', '12.3K tokens'],
    );
  });

  it('[WD6] write lengths of time with units that people know', () => {
    assert.deepEqual([400, 12_900, 60_000, 185_000, 7_200_000, 7_800_000].map(wholeDuration), [
      ...['0 s', '12 s', '1 min', '3 min 5 s', '2 h', '2 h 10 min'],
    ]);
    assert.deepEqual([5_000, 185_000].map(roughDuration), ['5 s', '3 min']);
  });

  it('[WD25] skip a language that the browser misspells', async (t) => {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    const languages = ['en-US@posix', 'en-GB'];
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { languages } });
    t.after(() => {
      if (before) Object.defineProperty(globalThis, 'navigator', before);
      else Reflect.deleteProperty(globalThis, 'navigator');
    });
    const anotherCopy = './format.js?misspelt';
    const formats = (await import(anotherCopy)) as { list: typeof list };
    assert.equal(formats.list(['A', 'B', 'C']), 'A, B and C');
  });
});

describe('a catalogue', () => {
  const sentences = { stop: 'Stop', with: (name: string) => `Use ${name}`, inner: { none: '' } };

  it('[WD7] says its sentences as they are in English', () => {
    assert.deepEqual([catalogue(sentences).stop, catalogue(sentences).with('A')], ['Stop', 'Use A']);
  });

  it('[WD7] says them accented, in brackets and longer in accented English', (t) => {
    Reflect.set(globalThis, 'document', { documentElement: { lang: 'en-XA' } });
    t.after(() => Reflect.deleteProperty(globalThis, 'document'));
    const { stop, with: use, inner } = catalogue(sentences);
    assert.deepEqual([stop, use('A'), inner.none], ['⟦Štóp ·⟧', '⟦Úšé Á ·⟧', '']);
    const long = 'Your next message will include a short summary.';
    assert.ok(accent(long).length >= 1.4 * long.length);
  });
});

describe('a sentence with parts', () => {
  it('[WD9] has something drawn where its data would be, and code between backticks', () => {
    assert.deepEqual(
      sentenceWith((path) => `Following ${path}.`, 42),
      ['Following ', 42, '.'],
    );
    const [before, code, after] = withCode('Run `acdeck` there.') as [string, { values: unknown[] }, string];
    assert.deepEqual([before, code.values, after], ['Run ', ['acdeck'], ' there.']);
  });
});
