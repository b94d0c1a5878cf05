import { describe, expect, it } from 'vitest';
import { computeKappaOfPairs, computeKrippendorffsAlpha } from './nominal-agreement.ts';

const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

describe("Cohen's kappa of two people", () => {
  it('is that of the textbook for two labels', () => {
    const pairs = [
      ...times(20, ['yes', 'yes'] as const),
      ...times(5, ['yes', 'no'] as const),
      ...times(10, ['no', 'yes'] as const),
      ...times(15, ['no', 'no'] as const),
    ];
    const kappa = computeKappaOfPairs(pairs);
    expect(kappa?.value).toBeCloseTo(0.4, 9);
    expect(kappa?.low).toBeCloseTo(0.1373, 4);
  });

  it('is that of Cohen’s own example for three labels', () => {
    const table = { aa: 88, ab: 14, ac: 18, ba: 10, bb: 40, bc: 10, ca: 2, cb: 6, cc: 12 };
    const pairs = Object.entries(table).flatMap(([[first = '', second = ''], count]) =>
      times(count, [first, second] as const),
    );
    const kappa = computeKappaOfPairs(pairs);
    expect(kappa?.value).toBeCloseTo(0.492, 3);
    // Wilson's interval for 140 of 200 is 63.3% to 75.9% (calculated independently of the code), with an agreement of
    // 41% by chance.
    expect(kappa?.low).toBeCloseTo(0.378, 2);
    expect(kappa?.high).toBeCloseTo(0.592, 2);
  });

  it('is open below after three answers of three labels that agree', () => {
    const kappa = computeKappaOfPairs(['a', 'b', 'c'].map((label) => [label, label] as const));
    expect(kappa).toMatchObject({ value: 1, high: 1 });
    expect(kappa?.low).toBeLessThan(0.2);
  });

  it('is undefined where both say the same of everything', () => {
    expect(computeKappaOfPairs([])).toBeNull();
    expect(computeKappaOfPairs(times(9, ['yes', 'yes'] as const))).toBeNull();
  });
});

describe("Krippendorff's alpha", () => {
  it('is that of Krippendorff’s own example: four people, twelve items, with gaps', () => {
    const people = ['123321412   ', '1233224125 3', ' 3332342251 ', '12332441251 '];
    const items = Array.from({ length: 12 }, (_, index) =>
      people.map((row) => row.charAt(index)).filter((label) => label !== ' '),
    );
    expect(computeKrippendorffsAlpha(items)?.value).toBeCloseTo(0.743, 3);
  });

  it('is wide for few items, and leaves out items with one label', () => {
    const two = [
      ['a', 'a', 'a'],
      ['b', 'b', 'b'],
    ];
    const alpha = computeKrippendorffsAlpha(two);
    expect(alpha).toMatchObject({ value: 1, high: 1 });
    expect(alpha?.low).toBeLessThan(0);
    expect(computeKrippendorffsAlpha([...two, ['c']])).toEqual(alpha);
  });

  it('is undefined where everybody says the same of everything', () => {
    expect(computeKrippendorffsAlpha([])).toBeNull();
    expect(computeKrippendorffsAlpha([['a'], ['b']])).toBeNull();
    expect(computeKrippendorffsAlpha(times(5, ['a', 'a', 'a']))).toBeNull();
  });
});
