import type { Decision } from '../../contract/index.ts';
import { type MeasuredShare, measuredShare } from './agreement.ts';

/** How often two people gave the same label to the items that both decided. */
export type PairOfPeople = { people: [string, string]; agreed: MeasuredShare };

type DecidedItem = Pick<Decision, 'reviewer' | 'label'> & {
  /** Identifies what was decided. */
  item: string;
};

/** Measures the agreement of every two people with a common item, those with most common items first. */
export function agreementOfPeople(decisions: readonly DecidedItem[]): PairOfPeople[] {
  const byPerson = new Map<string, Map<string, string>>();
  for (const { reviewer, item, label } of decisions) {
    const own = byPerson.get(reviewer) ?? new Map<string, string>();
    byPerson.set(reviewer, own.set(item, label));
  }
  const people = [...byPerson].toSorted(([left], [right]) => left.localeCompare(right));
  const pairs = people.flatMap(([first, own], place) =>
    people.slice(place + 1).map(([second, theirs]): PairOfPeople => {
      const common = [...own].filter(([item]) => theirs.has(item));
      const same = common.filter(([item, label]) => theirs.get(item) === label);
      return { people: [first, second], agreed: measuredShare(same.length, common.length) };
    }),
  );
  return pairs.filter(({ agreed }) => agreed.of > 0).toSorted((left, right) => right.agreed.of - left.agreed.of);
}
