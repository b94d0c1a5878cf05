import { cohensKappa, kappaInterval } from './kappa.ts';
import { type Interval, wilsonInterval } from './wilson-interval.ts';

/** Agreement beyond chance: 1 is complete agreement, 0 is the agreement expected by chance. */
export type MeasuredKappa = Interval & { value: number };

/**
 * Cohen's kappa of two people for any number of labels; null if both gave everything the same label. With two labels,
 * the interval is that of the likelihood ratio.
 */
export function kappaOfPairs(pairs: readonly (readonly [string, string])[]): MeasuredKappa | null {
  const firsts = countLabels(pairs.map(([first]) => first));
  const seconds = countLabels(pairs.map(([, second]) => second));
  const labels = new Set([...firsts.keys(), ...seconds.keys()]);
  if (labels.size < 2) return null;
  if (labels.size === 2) return kappaOfTwoLabels(pairs);
  const all = pairs.length;
  const byChance = [...firsts].reduce((sum, [label, count]) => sum + (count * (seconds.get(label) ?? 0)) / all ** 2, 0);
  const agreed = pairs.filter(([first, second]) => first === second).length;
  return kappaWithInterval({ agreed: agreed / all, items: all, byChance });
}

/**
 * Krippendorff's alpha for labels without an order. Each item is the list of the labels that people gave it; items with
 * a single label are ignored, and people may leave items out. Null if everybody gave everything the same label. K.
 * Krippendorff, "Content Analysis", 4th edition, chapter 12.
 */
export function krippendorffsAlpha(items: readonly (readonly string[])[]): MeasuredKappa | null {
  const compared = items.filter(({ length }) => length > 1);
  const counts = countLabels(compared.flat());
  const all = compared.reduce((sum, { length }) => sum + length, 0);
  if (counts.size < 2) return null;
  const agreed = compared.reduce((sum, labels) => sum + agreeingPairs(countLabels(labels)) / (labels.length - 1), 0);
  const byChance = agreeingPairs(counts) / (all - 1) / all;
  // Items with more labels have more weight, so the effective number of items is smaller.
  const effective = all ** 2 / compared.reduce((sum, { length }) => sum + length ** 2, 0);
  return kappaWithInterval({ agreed: agreed / all, items: effective, byChance });
}

function kappaOfTwoLabels(pairs: readonly (readonly [string, string])[]): MeasuredKappa | null {
  const yes = pairs[0]?.[0];
  const count = (isFirst: boolean, isSecond: boolean) =>
    pairs.filter(([first, second]) => (first === yes) === isFirst && (second === yes) === isSecond).length;
  const table = {
    both: count(true, true),
    first: count(true, false),
    second: count(false, true),
    neither: count(false, false),
  };
  const value = cohensKappa(table);
  return value === null ? null : { value, ...kappaInterval(table) };
}

type ObservedAgreement = { agreed: number; items: number; byChance: number };

/**
 * Wilson's interval of the observed agreement, on the scale of kappa, with chance as observed. The usual standard error
 * would be 0 at complete agreement, even for three of three.
 */
function kappaWithInterval({ agreed, items, byChance }: ObservedAgreement): MeasuredKappa {
  const scale = (share: number): number => (share - byChance) / (1 - byChance);
  const { low, high } = wilsonInterval(agreed * items, items);
  return { value: scale(agreed), low: Math.max(-1, scale(low)), high: Math.min(1, scale(high)) };
}

function countLabels(labels: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
}

function agreeingPairs(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count * (count - 1), 0);
}
