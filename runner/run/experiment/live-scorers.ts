import { systems } from '../../extensions/registered/systems.ts';
import { AgentError, type ScorerHost } from '../../ports/index.ts';
import { listNamedScorers, type NamedScorer } from '../../scripts/user-scorers/scorer-exports.ts';

/** Returns the scorers in a value that a program passed; `undefined` if the value contains none. */
export function findLiveScorers(value: unknown): NamedScorer[] | undefined {
  return listNamedScorers(value, systems.shapes);
}

/** Wraps scorers that are objects of this process. Duplicate names get a number. */
export function createInProcessScorerHost(
  scorers: readonly NamedScorer[],
  type: string,
): ScorerHost & { names: string[] } {
  const scorersByName = new Map<string, NamedScorer>();
  for (const [position, scorer] of scorers.entries()) {
    const stem = scorer.name ?? (scorers.length === 1 ? type : `${type}-${position + 1}`);
    let name = stem;
    for (let copy = 2; scorersByName.has(name); copy += 1) name = `${stem}-${copy}`;
    scorersByName.set(name, scorer);
  }
  return {
    names: [...scorersByName.keys()],
    async score({ scorer, question }) {
      const namedScorer = scorersByName.get(scorer);
      if (namedScorer === undefined) throw new AgentError(`there is no scorer "${scorer}"`, 'configuration');
      return namedScorer.score(question);
    },
  };
}
