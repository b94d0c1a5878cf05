import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractLongTexts, restoreLongTexts } from './long-texts.ts';

describe('long texts of a value', () => {
  it('are not written as JSON, and come back where they were', () => {
    const value = {
      messages: [{ content: 'x'.repeat(20_000) }, { content: '"'.repeat(20_000) }, { content: 'short' }],
    };
    const packed = extractLongTexts(value);
    expect(packed.payload.length).toBeLessThan(200);
    expect(restoreLongTexts(packed)).toEqual(value);
  });

  it('are never mistaken for what somebody wrote', () => {
    const mark = fc.constantFrom('\u0000text 0', '\u0000text 1', '\u0000text ', 'y'.repeat(10_001), 'y');
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string(),
          fc.oneof(
            fc.json().map((text) => JSON.parse(text)),
            mark,
          ),
        ),
        (value) => {
          const plain = JSON.parse(JSON.stringify(value));
          expect(restoreLongTexts(structuredClone(extractLongTexts(plain)))).toEqual(plain);
        },
      ),
    );
  });
});
