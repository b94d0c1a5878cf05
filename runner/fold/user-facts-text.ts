import type { ResultByKind } from '../contract/index.ts';

type SimulatedUserReport = NonNullable<ResultByKind['dynamic']['simulator']>;

/** Describes in a word or two how a fact of the simulated user came up in the conversation. */
export const factStateWords: Readonly<Record<SimulatedUserReport['facts'][number]['state'], string>> = {
  elicited: 'elicited',
  asked: 'asked but not told',
  opening: 'in the opening',
  volunteered: 'volunteered',
  never_asked: 'never asked',
};

/** The label for a chart of the values from `computeElicitedFactShare`. */
export const ELICITED_SHARE_LABEL =
  'Facts that the agent asked for, of all facts of the simulated user that its opening did not tell. Attempts without such facts are left out.';

/**
 * Returns the share of facts that the agent asked for, among the facts that the user's first message did not contain;
 * undefined if that message contained all facts.
 */
export function computeElicitedFactShare(
  simulator: Pick<SimulatedUserReport, 'facts'> | undefined,
): number | undefined {
  const facts = (simulator?.facts ?? []).filter(({ state }) => state !== 'opening');
  if (facts.length === 0) return undefined;
  return facts.filter(({ state }) => state === 'elicited' || state === 'asked').length / facts.length;
}

/**
 * Describes in one line how the facts of the simulated user came up in the conversation: `3 of 4 elicited, 1 never
 * asked (e-mail)`.
 */
export function formatUserFacts(simulator: SimulatedUserReport | undefined): string | undefined {
  if (simulator === undefined || simulator.facts.length === 0) return undefined;
  const { facts } = simulator;
  const others = (['asked', 'opening', 'volunteered', 'never_asked'] as const).flatMap((state) => {
    const names = facts.filter((fact) => fact.state === state).map(({ name }) => name);
    const details = state === 'asked' || state === 'never_asked' ? ` (${names.join(', ')})` : '';
    return names.length === 0 ? [] : [`${names.length} ${factStateWords[state]}${details}`];
  });
  const elicitedCount = facts.filter(({ state }) => state === 'elicited').length;
  return [`${elicitedCount} of ${facts.length} elicited`, ...others].join(', ');
}
