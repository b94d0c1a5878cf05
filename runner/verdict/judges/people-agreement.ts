import type { ReviewDecision } from '../../contract/index.ts';
import { computeKappaOfPairs, computeKrippendorffsAlpha, type MeasuredKappa } from '../statistics/nominal-agreement.ts';
import { computeMeasuredShare, type MeasuredShare } from './agreement.ts';

/** The agreement of two people: how often they gave the same label to items on which both decided. */
export type AgreementOfPair = { people: [string, string]; agreed: MeasuredShare; kappa: MeasuredKappa | null };

/** The agreement of three or more people, over all items with at least two decisions. */
export type AgreementOfAll = { people: number; items: number; alpha: MeasuredKappa | null };

type ItemDecision = Pick<ReviewDecision, 'reviewer' | 'label'> & {
  /** The id of the item on which a person decided. */
  item: string;
};

/**
 * Measures the agreement of every two people who decided on a common item; the pair with the most common items comes
 * first.
 */
export function measureAgreementOfPairs(decisions: readonly ItemDecision[]): AgreementOfPair[] {
  const byPerson = groupLabelsByKeys(decisions, 'reviewer', 'item');
  const people = [...byPerson].toSorted(([left], [right]) => left.localeCompare(right));
  const pairs = people.flatMap(([first, own], index) =>
    people.slice(index + 1).map(([second, theirs]): AgreementOfPair => {
      const common = [...own].flatMap(([item, label]): [string, string][] => {
        const other = theirs.get(item);
        return other === undefined ? [] : [[label, other]];
      });
      const same = common.filter(([label, other]) => label === other).length;
      const agreed = computeMeasuredShare(same, common.length);
      return { people: [first, second], agreed, kappa: computeKappaOfPairs(common) };
    }),
  );
  return pairs.filter(({ agreed }) => agreed.of > 0).toSorted((left, right) => right.agreed.of - left.agreed.of);
}

/**
 * Measures the agreement of all people together; undefined for fewer than three people, because for two it is the
 * agreement of the pair.
 */
export function measureAgreementOfAll(decisions: readonly ItemDecision[]): AgreementOfAll | undefined {
  const comparedLabels = [...groupLabelsByKeys(decisions, 'item', 'reviewer').values()].filter(({ size }) => size > 1);
  const people = new Set(comparedLabels.flatMap((labels) => [...labels.keys()])).size;
  if (people < 3) return undefined;
  return {
    people,
    items: comparedLabels.length,
    alpha: computeKrippendorffsAlpha(comparedLabels.map((labels) => [...labels.values()])),
  };
}

function groupLabelsByKeys(
  decisions: readonly ItemDecision[],
  outer: 'reviewer' | 'item',
  innerKey: 'reviewer' | 'item',
): Map<string, Map<string, string>> {
  const groups = Map.groupBy(decisions, (each) => each[outer]);
  return new Map([...groups].map(([key, own]) => [key, new Map(own.map((each) => [each[innerKey], each.label]))]));
}
