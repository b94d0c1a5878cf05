import { computeCohensKappa, computeKappaInterval } from './kappa.ts';
import { computeWilsonInterval, type Interval } from './wilson-interval.ts';

/** Agreement beyond chance: 1 is complete agreement, 0 is the agreement expected by chance. */
export type MeasuredKappa = Interval & { value: number };

/**
 * Returns Cohen's kappa of two people, for any number of labels; null if both gave everything the same label. If there
 * are two labels, the interval is that of the likelihood ratio test.
 */
export function computeKappaOfPairs(pairs: readonly (readonly [string, string])[]): MeasuredKappa | null {
  const firsts = countLabels(pairs.map(([first]) => first));
  const seconds = countLabels(pairs.map(([, second]) => second));
  const labels = new Set([...firsts.keys(), ...seconds.keys()]);
  if (labels.size < 2) return null;
  if (labels.size === 2) return computeKappaOfTwoLabels(pairs);
  const all = pairs.length;
  const byChance = [...firsts].reduce((sum, [label, count]) => sum + (count * (seconds.get(label) ?? 0)) / all ** 2, 0);
  const agreed = pairs.filter(([first, second]) => first === second).length;
  return computeKappaWithInterval({ agreed: agreed / all, items: all, byChance });
}

/**
 * Returns Krippendorff's alpha for labels without an order. Each item is the list of the labels that people gave it.
 * Items with a single label are ignored, and people may leave out items. Null if everybody gave everything the same
 * label. K. Krippendorff, "Content Analysis", 4th edition, chapter 12.
 */
export function computeKrippendorffsAlpha(items: readonly (readonly string[])[]): MeasuredKappa | null {
  const comparedItems = items.filter(({ length }) => length > 1);
  const counts = countLabels(comparedItems.flat());
  const all = comparedItems.reduce((sum, { length }) => sum + length, 0);
  if (counts.size < 2) return null;
  const agreed = comparedItems.reduce(
    (sum, labels) => sum + countAgreeingPairs(countLabels(labels)) / (labels.length - 1),
    0,
  );
  const byChance = countAgreeingPairs(counts) / (all - 1) / all;
  // Items with more labels have more weight, so the effective number of items is smaller than their actual number.
  const effective = all ** 2 / comparedItems.reduce((sum, { length }) => sum + length ** 2, 0);
  return computeKappaWithInterval({ agreed: agreed / all, items: effective, byChance });
}

function computeKappaOfTwoLabels(pairs: readonly (readonly [string, string])[]): MeasuredKappa | null {
  const yes = pairs[0]?.[0];
  const countPairs = (isFirst: boolean, isSecond: boolean) =>
    pairs.filter(([first, second]) => (first === yes) === isFirst && (second === yes) === isSecond).length;
  const table = {
    both: countPairs(true, true),
    first: countPairs(true, false),
    second: countPairs(false, true),
    neither: countPairs(false, false),
  };
  const value = computeCohensKappa(table);
  return value === null ? null : { value, ...computeKappaInterval(table) };
}

type ObservedAgreement = { agreed: number; items: number; byChance: number };

/**
 * Returns Wilson's interval of the observed agreement, converted to the scale of kappa with the observed chance
 * agreement. The usual standard error would be 0 for complete agreement, even for three of three.
 */
function computeKappaWithInterval({ agreed, items, byChance }: ObservedAgreement): MeasuredKappa {
  const scaleToKappa = (share: number): number => (share - byChance) / (1 - byChance);
  const { low, high } = computeWilsonInterval(agreed * items, items);
  return { value: scaleToKappa(agreed), low: Math.max(-1, scaleToKappa(low)), high: Math.min(1, scaleToKappa(high)) };
}

function countLabels(labels: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
}

function countAgreeingPairs(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count * (count - 1), 0);
}
