import { describe, expect, it } from 'vitest';
import { computeCohensKappa, computeKappaInterval } from '../statistics/kappa.ts';
import { findCommonReviewVerdict, type LabelledVerdict, measureAgreement } from './agreement.ts';
import { isDisagreeingWithPeople } from './judge-reliability.ts';
import { formatKappaWithInterval } from './judge-words.ts';

function times(count: number, isSatisfied: boolean, isGood: boolean): LabelledVerdict[] {
  return Array.from({ length: count }, () => ({
    judge: 'fair',
    model: '',
    criterion: 'null',
    held: isSatisfied,
    isGood,
  }));
}

describe('agreementOf', () => {
  it('holds people against the judge, and says which way they differ', () => {
    // A textbook example: two readers judge 50 proposals; their kappa is 0.4.
    const verdicts = [
      ...times(20, true, true),
      ...times(5, true, false),
      ...times(10, false, true),
      ...times(15, false, false),
    ];
    const { kappa, ...counts } = measureAgreement(verdicts);
    expect(counts).toMatchObject({
      labels: 50,
      falsePasses: 5,
      falseFailures: 10,
      agreed: { count: 35, of: 50 },
      sensitivity: { count: 15, of: 20 },
      specificity: { count: 20, of: 30 },
    });
    expect(kappa?.value).toBeCloseTo(0.4, 9);
    expect(kappa?.low).toBeCloseTo(0.1373, 4);
    expect(kappa?.high).toBeCloseTo(0.6271, 4);
  });

  it('has no kappa where nobody ever said anything else', () => {
    expect(measureAgreement([]).kappa).toBeNull();
    expect(measureAgreement(times(3, true, true))).toMatchObject({ agreed: { count: 3 }, kappa: null });
  });
});

describe('computeKappaInterval', () => {
  it('comes close to the usual standard error where there is much', () => {
    const table = { both: 4000, first: 1000, second: 2000, neither: 3000 };
    // The standard error for this table according to J. Fleiss, J. Cohen, B. Everitt, Psychological Bulletin 72 (1969).
    expect(computeCohensKappa(table)).toBeCloseTo(0.4, 9);
    const { low, high } = computeKappaInterval(table);
    expect((high - low) / 2).toBeCloseTo(1.96 * fleissError(table), 3);
    expect((high + low) / 2).toBeCloseTo(0.4, 2);
  });

  it('is not a point where few agree in everything', () => {
    const [two, six, twenty] = [1, 3, 10].map((count) =>
      computeKappaInterval({ both: count, first: 0, second: 0, neither: count }),
    );
    expect(two).toMatchObject({ high: 1 });
    expect(two?.low).toBeLessThan(0);
    // If both judges have the same totals, the bound satisfies n·ln(2/(1 + kappa)) = 1.92.
    expect(six?.low).toBeCloseTo(2 / Math.exp(1.920729 / 6) - 1, 4);
    expect(twenty?.low).toBeCloseTo(2 / Math.exp(1.920729 / 20) - 1, 4);
  });
});

describe('isAtOdds', () => {
  it('says nothing where full agreement would not be enough either', () => {
    expect(isDisagreeingWithPeople(measureAgreement([...times(1, true, true), ...times(1, true, false)]))).toBe(false);
    expect(isDisagreeingWithPeople(measureAgreement(times(30, true, true)))).toBe(false);
    expect(isDisagreeingWithPeople(measureAgreement([...times(5, true, true), ...times(5, true, false)]))).toBe(true);
    expect(isDisagreeingWithPeople(measureAgreement([...times(5, true, true), ...times(5, false, false)]))).toBe(false);
  });
});

describe('labelOf', () => {
  const says = (reviewer: string, verdict: 'good' | 'bad' | 'not_agent') => ({ reviewer, verdict });

  it('is what all say who say anything of the answer', () => {
    expect(findCommonReviewVerdict([says('ann', 'bad'), says('bob', 'bad'), says('eve', 'not_agent')])).toBe('bad');
    expect(findCommonReviewVerdict([says('ann', 'bad'), says('bob', 'good')])).toBeUndefined();
    expect(findCommonReviewVerdict([says('ann', 'not_agent')])).toBeUndefined();
  });

  it('is no word of nobody', () => {
    expect(findCommonReviewVerdict([says(' ', 'bad')])).toBeUndefined();
    expect(findCommonReviewVerdict([says(' ', 'bad'), says('ann', 'good')])).toBe('good');
  });
});

function fleissError({ both, first, second, neither }: Parameters<typeof computeCohensKappa>[0]): number {
  const n = both + first + second + neither;
  const p = [both, neither].map((count) => count / n);
  const rows = [(both + first) / n, (second + neither) / n];
  const columns = [(both + second) / n, (first + neither) / n];
  const valueAt = (list: readonly number[], place: number): number => list[place] ?? 0;
  const agreed = valueAt(p, 0) + valueAt(p, 1);
  const chance = valueAt(rows, 0) * valueAt(columns, 0) + valueAt(rows, 1) * valueAt(columns, 1);
  const kappa = (agreed - chance) / (1 - chance);
  const diagonal = [0, 1].reduce(
    (sum, each) => sum + valueAt(p, each) * (1 - (valueAt(rows, each) + valueAt(columns, each)) * (1 - kappa)) ** 2,
    0,
  );
  const off =
    (first / n) * (valueAt(columns, 0) + valueAt(rows, 1)) ** 2 +
    (second / n) * (valueAt(columns, 1) + valueAt(rows, 0)) ** 2;
  return (
    Math.sqrt(diagonal + (1 - kappa) ** 2 * off - (kappa - chance * (1 - kappa)) ** 2) / ((1 - chance) * Math.sqrt(n))
  );
}

it('writes a kappa that rounds to zero without a sign', () => {
  expect(formatKappaWithInterval({ value: -0.001, low: -0.8, high: 0.5 })).toBe('0.00 (95%: -0.80 to 0.50)');
});
