import type { ResultByKind } from '../contract/index.ts';

type UserReport = NonNullable<ResultByKind['dynamic']['simulator']>;

/** How a fact of the built-in user came up, in a word or two. */
export const factStateWords: Readonly<Record<UserReport['facts'][number]['state'], string>> = {
  elicited: 'elicited',
  opening: 'in the opening',
  volunteered: 'volunteered',
  never_asked: 'never asked',
};

/** How the facts of the built-in user came up, in one line: `3 of 4 elicited, 1 never asked`. */
export function userFactsText(simulator: UserReport | undefined): string | undefined {
  if (simulator === undefined || simulator.facts.length === 0) return undefined;
  const { facts } = simulator;
  const others = (['opening', 'volunteered', 'never_asked'] as const).flatMap((state) => {
    const count = facts.filter((fact) => fact.state === state).length;
    return count === 0 ? [] : [`${count} ${factStateWords[state]}`];
  });
  const elicited = facts.filter(({ state }) => state === 'elicited').length;
  return [`${elicited} of ${facts.length} elicited`, ...others].join(', ');
}
