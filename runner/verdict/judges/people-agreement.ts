import type { ReviewDecision } from '../../contract/index.ts';
import { kappaOfPairs, krippendorffsAlpha, type MeasuredKappa } from '../statistics/nominal-agreement.ts';
import { type MeasuredShare, measuredShare } from './agreement.ts';

/** The agreement of two people: how often they gave the same label to items that both decided. */
export type PairOfPeople = { people: [string, string]; agreed: MeasuredShare; kappa: MeasuredKappa | null };

/** The agreement of three or more people, on all items with at least two decisions. */
export type AgreementOfAll = { people: number; items: number; alpha: MeasuredKappa | null };

type DecidedItem = Pick<ReviewDecision, 'reviewer' | 'label'> & {
  /** The id of the item that was decided. */
  item: string;
};

/** Measures the agreement of every two people with a common item, those with most common items first. */
export function agreementOfPeople(decisions: readonly DecidedItem[]): PairOfPeople[] {
  const byPerson = groupLabels(decisions, 'reviewer', 'item');
  const people = [...byPerson].toSorted(([left], [right]) => left.localeCompare(right));
  const pairs = people.flatMap(([first, own], index) =>
    people.slice(index + 1).map(([second, theirs]): PairOfPeople => {
      const common = [...own].flatMap(([item, label]): [string, string][] => {
        const other = theirs.get(item);
        return other === undefined ? [] : [[label, other]];
      });
      const same = common.filter(([label, other]) => label === other).length;
      const agreed = measuredShare(same, common.length);
      return { people: [first, second], agreed, kappa: kappaOfPairs(common) };
    }),
  );
  return pairs.filter(({ agreed }) => agreed.of > 0).toSorted((left, right) => right.agreed.of - left.agreed.of);
}

/**
 * Measures the agreement of all people together; undefined for fewer than three people, whose agreement is that of a
 * pair.
 */
export function agreementOfAll(decisions: readonly DecidedItem[]): AgreementOfAll | undefined {
  const compared = [...groupLabels(decisions, 'item', 'reviewer').values()].filter(({ size }) => size > 1);
  const people = new Set(compared.flatMap((labels) => [...labels.keys()])).size;
  if (people < 3) return undefined;
  return { people, items: compared.length, alpha: krippendorffsAlpha(compared.map((labels) => [...labels.values()])) };
}

function groupLabels(
  decisions: readonly DecidedItem[],
  outer: 'reviewer' | 'item',
  inner: 'reviewer' | 'item',
): Map<string, Map<string, string>> {
  const groups = Map.groupBy(decisions, (each) => each[outer]);
  return new Map([...groups].map(([key, own]) => [key, new Map(own.map((each) => [each[inner], each.label]))]));
}
