import { type MastraScorer, mastraRun } from '../../compat/mastra/mastra-run.ts';
import type { ScoreQuestion } from '../../ports/index.ts';
import { readScoreValue, type ScoreValue } from './score-value.ts';

/** A scorer that a module or a program has, under the name that results know it by; some go by the name of their file. */
export type NamedScorer = { name: string | undefined; score(question: ScoreQuestion): Promise<ScoreValue> };

/**
 * The scorers in a value: a function `(question) => number | {score, reason}`, a scorer of Mastra, or a list or record
 * of those. `undefined` for anything else.
 */
export function scorersIn(value: unknown): NamedScorer[] | undefined {
  const one = scorerOf(value, undefined);
  if (one !== undefined) return [one];
  if (typeof value !== 'object' || value === null) return undefined;
  const members = Array.isArray(value)
    ? value.map((member) =>
        scorerOf(member, typeof member === 'function' && member.name !== '' ? member.name : undefined),
      )
    : Object.entries(value).map(([key, member]) => scorerOf(member, key, key));
  const scorers = members.filter((member) => member !== undefined);
  return scorers.length === 0 || scorers.length < members.length ? undefined : scorers;
}

/** A key of a record is a better name than what the scorer calls itself. */
function scorerOf(value: unknown, called: string | undefined, key?: string): NamedScorer | undefined {
  if (isFunction(value)) {
    return { name: called, score: async (question) => readScoreValue(await value(question)) };
  }
  if (!isMastraScorer(value)) return undefined;
  const own = [key, value.id, value.name].find((name) => typeof name === 'string' && name !== '');
  return {
    name: typeof own === 'string' ? own : called,
    score: async (question) => readScoreValue(await value.run(mastraRun(value, question))),
  };
}

function isFunction(value: unknown): value is (question: ScoreQuestion) => unknown {
  return typeof value === 'function';
}

function isMastraScorer(value: unknown): value is MastraScorer {
  return typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function';
}
