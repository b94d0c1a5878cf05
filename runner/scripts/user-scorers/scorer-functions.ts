import type { ScoreQuestion } from '../../ports/index.ts';
import type { ObjectRecognizer } from '../user-objects.ts';
import { buildScorerKey, SCORER_LIST_FUNCTION_NAME } from '../worker/worker-protocol.ts';
import { listNamedScorers, type NamedScorer } from './scorer-exports.ts';

/**
 * The names of the scorers in an export, null for scorers that are named after their file; or the reason why there are
 * no scorers.
 */
export type ScorerList = { exportName: string; names: (string | null)[] } | { problem: string };

/** The functions that a scorer module's worker offers. Calls may run concurrently; each scorer is created only once. */
export function createScorerFunctions(
  module: Record<string, unknown>,
  shapes: readonly ObjectRecognizer[],
): Record<string, unknown> {
  const findNamedScorers = (value: unknown) => listNamedScorers(value, shapes);
  const functions: Record<string, unknown> = {
    [SCORER_LIST_FUNCTION_NAME]: (candidates: readonly string[]) =>
      listScorers({ module, find: findNamedScorers }, candidates),
  };
  for (const [exportName, value] of Object.entries(module)) {
    for (const [position, scorer] of (findNamedScorers(value) ?? []).entries()) {
      functions[buildScorerKey(exportName, position)] = (question: ScoreQuestion) => scorer.score(question);
    }
  }
  return functions;
}

type ScorerModule = { module: Record<string, unknown>; find: (value: unknown) => NamedScorer[] | undefined };

/**
 * Returns the scorers in the first requested export that exists. If no export is requested, returns those in the only
 * export that has scorers.
 */
function listScorers({ module, find }: ScorerModule, candidates: readonly string[]): ScorerList {
  const exportName = candidates.find((name) => Object.hasOwn(module, name)) ?? findOnlyScorerExport({ module, find });
  const names = Object.keys(module);
  const has = names.length === 0 ? 'it exports nothing' : `it exports ${names.join(', ')}`;
  if (exportName === undefined)
    return { problem: `has no export ${candidates.map((name) => `"${name}"`).join(' or ')}; ${has}` };
  const scorers = find(module[exportName]);
  if (scorers !== undefined) return { exportName: exportName, names: scorers.map(getScorerName) };
  return {
    problem: `export "${exportName}" is not a scorer; export a function (question) => number, an object with run(), or a list of those`,
  };
}

function findOnlyScorerExport({ module, find }: ScorerModule): string | undefined {
  const [only, ...others] = Object.keys(module).filter((name) => find(module[name]) !== undefined);
  return others.length === 0 ? only : undefined;
}

function getScorerName({ name }: NamedScorer): string | null {
  return name ?? null;
}
