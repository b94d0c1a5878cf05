import escapeStringRegexp from 'escape-string-regexp';
import type { ScoreQuestion, ScorerVerdict } from '../../ports/index.ts';
import type { ObjectRecognizer, ObjectScorer } from '../user-objects.ts';
import { parseScoreValue } from './score-value.ts';

/**
 * A scorer from a module or a program, with its name in results. If it has no name, results use the name of its file.
 */
export type NamedScorer = { name: string | undefined; score(question: ScoreQuestion): Promise<ScorerVerdict> };

/**
 * Returns the scorers in a value: a function `(question) => number | {score, reason}`, an object that one of the shapes
 * recognizes, or a list or record of those. `undefined` for any other value.
 */
export function listNamedScorers(value: unknown, shapes: readonly ObjectRecognizer[]): NamedScorer[] | undefined {
  const one = toScorer(value, { shapes });
  if (one !== undefined) return [one];
  if (typeof value !== 'object' || value === null) return undefined;
  const members = Array.isArray(value)
    ? value.map((member) => toScorer(member, { shapes, name: getFunctionName(member) }))
    : Object.entries(value).map(([key, member]) => toScorer(member, { shapes, name: key, key }));
  const scorers = members.filter((member) => member !== undefined);
  return scorers.length === 0 || scorers.length < members.length ? undefined : scorers;
}

type ScorerNameOptions = { shapes: readonly ObjectRecognizer[]; name?: string | undefined; key?: string };

/** Names a scorer. A record's key takes precedence over the scorer's own name. */
function toScorer(value: unknown, { shapes, name, key = '' }: ScorerNameOptions): NamedScorer | undefined {
  if (isFunction(value)) {
    const checkQuestion = createQuestionFieldCheck(value);
    return {
      name,
      async score(question) {
        checkQuestion(question);
        return parseScoreValue(await value(question));
      },
    };
  }
  for (const shape of shapes) {
    const scorer = shape.scorer?.(value);
    if (scorer === undefined) continue;
    const own = key === '' ? (scorer.name ?? name) : key;
    return { name: own, score: (question) => scoreWithObject(scorer, question) };
  }
  return undefined;
}

/**
 * Rejects a scorer that reads a table column, such as `expected_output`, by a name that the question does not have.
 * Such a scorer would read `undefined` and give every case the same score. Each key of the questions is checked once.
 */
function createQuestionFieldCheck(scorer: (question: ScoreQuestion) => unknown): (question: ScoreQuestion) => void {
  const checkedKeys = new Set<string>();
  return (question) => {
    const keys = Object.keys(question).filter((key) => !checkedKeys.has(key));
    if (keys.length === 0) return;
    requireKnownQuestionFields(scorer, keys);
    for (const key of keys) checkedKeys.add(key);
  };
}

function requireKnownQuestionFields(scorer: (question: ScoreQuestion) => unknown, keys: readonly string[]): void {
  const source = String(scorer);
  const [, destructured = '', parameter = ''] =
    /^(?:async\s*)?(?:function\s*[\w$]*\s*)?\(?\s*(?:\{([^}]*)\}|([\w$]+))/.exec(source) ?? [];
  for (const key of keys) {
    const column = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (column === key || source.includes(key)) continue;
    const read =
      parameter === '' ? undefined : new RegExp(`(?<![\\w$.])${escapeStringRegexp(parameter)}\\??\\.${column}\\b`);
    const isRead = read?.test(source) ?? new RegExp(`\\b${column}\\b`).test(destructured);
    if (isRead) throw new Error(`reads "${column}", which a scorer does not get; use "${key}" instead`);
  }
}

async function scoreWithObject(scorer: ObjectScorer, question: ScoreQuestion): Promise<ScorerVerdict> {
  try {
    const answer = await scorer.score(question);
    return { ...parseScoreValue(answer), ...scorer.record?.(answer) };
  } catch (error) {
    const failed = scorer.failed?.(error);
    if (failed === undefined) throw error;
    return failed;
  }
}

function getFunctionName(value: unknown): string | undefined {
  return typeof value === 'function' && value.name !== '' ? value.name : undefined;
}

function isFunction(value: unknown): value is (question: ScoreQuestion) => unknown {
  return typeof value === 'function';
}
