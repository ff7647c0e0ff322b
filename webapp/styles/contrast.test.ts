import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contrastOf, type Look } from './contrast.rig.js';

const HUES = Array.from({ length: 360 }, (_, hue) => hue);
const GROUNDS = ['--bg', '--surface', '--raised', '--sunken'];
const WORDS = ['--text', '--text-2', '--text-3', '--ok', '--warn', '--danger', '--info'];

/** The pairs that fall short, as sentences. */
function faults(look: Omit<Look, 'hue'>, pairs: readonly (readonly [string, string, number])[], hues = HUES): string[] {
  return hues.flatMap((hue) =>
    pairs.flatMap(([word, ground, least]) => {
      const found = contrastOf(word, ground, { ...look, hue });
      return found < least
        ? [`${look.theme} ${look.contrast} hue ${hue}: ${word} on ${ground} is ${found.toFixed(2)}`]
        : [];
    }),
  );
}

describe('the tokens of the look', () => {
  for (const theme of ['light', 'dark'] as const) {
    for (const contrast of ['system', 'high'] as const) {
      const least = contrast === 'high' ? 7 : 4.5;

      it(`[LK1] keep ${least}:1 for the accent at every hue, ${theme}, ${contrast}`, () => {
        const pairs = [
          ['--on-accent', '--accent', least],
          ['--text', '--accent-soft', least],
          ...GROUNDS.map((ground) => ['--accent', ground, contrast === 'high' ? 4.5 : 4.5] as const),
        ] as const;
        assert.deepEqual(faults({ theme, contrast }, pairs), []);
      });

      it(`[LK2] keep ${least}:1 for words and 3:1 for the borders of controls, ${theme}, ${contrast}`, () => {
        const words = WORDS.flatMap((word) => GROUNDS.map((ground) => [word, ground, least] as const));
        const borders = GROUNDS.map((ground) => ['--line-strong', ground, contrast === 'high' ? 4.5 : 3] as const);
        assert.deepEqual(faults({ theme, contrast }, [...words, ...borders], [268]), []);
      });
    }
  }
});
