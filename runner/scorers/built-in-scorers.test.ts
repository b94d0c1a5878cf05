import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BuiltInScorer } from '../contract/index.ts';
import { scoreByBuiltIn } from './built-in-scorers.ts';
import { computeLevenshteinSimilarity } from './levenshtein.ts';

const score = (type: BuiltInScorer, output: string, groundTruth: string) =>
  scoreByBuiltIn({ type }, { output, groundTruth }).score;

describe('exact', () => {
  it('is 1 for the same text and 0 for any other, with what was expected', () => {
    expect(score('exact', 'Paris', 'Paris')).toBe(1);
    expect(scoreByBuiltIn({ type: 'exact' }, { output: 'paris', groundTruth: 'Paris' })).toEqual({
      score: 0,
      reason: 'expected "Paris"',
    });
  });

  it('sees no difference in how Unicode writes the same character', () => {
    expect(score('exact', 'caf\u00e9', 'cafe\u0301')).toBe(1);
  });

  it('leaves case and white space out of account on request', () => {
    const loose = { type: 'exact', ignore_case: true, ignore_whitespace: true } as const;
    expect(scoreByBuiltIn(loose, { output: ' STRASSE\n 5 ', groundTruth: 'Straße 5' }).score).toBe(1);
    expect(scoreByBuiltIn(loose, { output: 'ΟΔΟΣ', groundTruth: 'οδος' }).score).toBe(1);
    expect(scoreByBuiltIn({ type: 'exact', ignore_case: true }, { output: 'a ', groundTruth: 'A' }).score).toBe(0);
  });
});

describe('contains', () => {
  it('looks for the ground truth in the output', () => {
    expect(score('contains', 'It is Paris.', 'Paris')).toBe(1);
    expect(score('contains', 'It is paris.', 'Paris')).toBe(0);
    const loose = { type: 'contains', ignore_case: true } as const;
    expect(scoreByBuiltIn(loose, { output: 'It is paris.', groundTruth: 'Paris' }).score).toBe(1);
  });

  it('does not hold for everything when there is nothing to look for', () => {
    expect(() => score('contains', 'anything', '')).toThrow('there is no ground truth to look for');
  });
});

describe('levenshtein', () => {
  it('is one minus the edits over the longer length', () => {
    expect(score('levenshtein', 'kitten', 'sitting')).toBeCloseTo(1 - 3 / 7, 12);
    expect(score('levenshtein', '', '')).toBe(1);
    expect(score('levenshtein', '', 'abc')).toBe(0);
  });

  it('counts characters as people see them', () => {
    expect(score('levenshtein', '👨‍👩‍👧x', '👨‍👩‍👧y')).toBe(0.5);
    expect(score('levenshtein', 'naïve', 'naive')).toBe(0.8);
  });

  it('is the same in both directions, between 0 and 1, and 1 for equal texts only', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 12 });
    void fc.assert(
      fc.property(text, text, (left, right) => {
        const similarity = computeLevenshteinSimilarity(left, right);
        expect(similarity).toBe(computeLevenshteinSimilarity(right, left));
        expect(similarity).toBeGreaterThanOrEqual(0);
        expect(similarity).toBeLessThanOrEqual(1);
        expect(similarity === 1).toBe(left === right);
      }),
    );
  });

  it('refuses texts that would take minutes', () => {
    const longText = 'a'.repeat(20_000);
    expect(() => score('levenshtein', longText, `b${longText}`)).toThrow('20000 and 20001 characters are too long');
  });
});

describe('numeric', () => {
  it.each([
    ['95', '100', 0.95],
    ['100', '95', 0.95],
    ['about 1,250.5 EUR', '1250.5', 1],
    ['-5', '5', 0],
    ['0', '0', 1],
    ['1e3', '1000', 1],
    ['.5', '0.5', 1],
  ])('compares the first numbers: %s for %s is %d', (output, groundTruth, expected) => {
    expect(score('numeric', output, groundTruth)).toBeCloseTo(expected, 12);
  });

  it('is 0 without a number in the output, and cannot be without one in the ground truth', () => {
    expect(scoreByBuiltIn({ type: 'numeric' }, { output: 'many', groundTruth: '5' })).toEqual({
      score: 0,
      reason: 'no number in "many"',
    });
    expect(() => score('numeric', '5', 'many')).toThrow('the ground truth "many" has no number');
  });
});

describe('json', () => {
  it('compares what is said, not how it is written, and finds it in prose', () => {
    expect(score('json', 'Here: ```json\n{"b": [1], "a": 2}\n```', '{"a":2,"b":[1]}')).toBe(1);
    expect(score('json', '{"a": 1}', '{"a": "1"}')).toBe(0);
    expect(score('json', '5', '5')).toBe(1);
  });

  it('is 0 for an output without JSON, and cannot be with a ground truth without any', () => {
    expect(score('json', 'none', '{}')).toBe(0);
    expect(() => score('json', '{}', 'none')).toThrow('the ground truth "none" is not JSON');
  });
});

describe('regex', () => {
  it('takes the ground truth as a pattern', () => {
    expect(score('regex', 'Order 4711 is on its way', String.raw`(?i)order \d+`)).toBe(1);
    expect(score('regex', 'No order', String.raw`order \d+`)).toBe(0);
  });

  it('cannot be with a pattern that is broken or empty', () => {
    expect(() => score('regex', 'x', '(')).toThrow('invalid regex "("');
    expect(() => score('regex', 'x', '.*')).toThrow('every answer passes it');
    expect(() => score('regex', 'x', '/order/i')).toThrow('slashes are a part of the pattern');
    expect(() => score('regex', 'x', '$42')).toThrow('no text matches "$42"');
    expect(() => score('regex', 'x', '')).toThrow('there is no ground truth to take as a pattern');
  });
});
