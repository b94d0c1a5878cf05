import type { RunPlan } from '../contract/index.ts';
import { type AnswerPath, joinAnswerPaths, type RunKind } from '../ports/index.ts';
import type { RunDeps } from './run-deps.ts';

/**
 * Returns what the agents' answers contained at their configured paths during the run, here and on other machines, and
 * which paths the cases' rules depend on.
 */
export function answerPaths(
  { cases }: RunPlan,
  { agents, elsewhere, kinds }: Pick<RunDeps, 'agents' | 'elsewhere' | 'kinds'>,
): AnswerPath[] {
  const paths = joinAnswerPaths([...(agents.paths?.() ?? []), ...(elsewhere?.paths() ?? [])]);
  if (paths.length === 0) return [];
  const judged = new Set<string>();
  for (const { skipReason, agentId, case: testCase } of cases) {
    if (skipReason !== undefined) continue;
    const kind: RunKind = kinds[testCase.kind];
    for (const part of kind.judges?.(testCase) ?? []) judged.add(JSON.stringify([agentId, part]));
  }
  return paths.map((path) => ({ ...path, isJudged: judged.has(JSON.stringify([path.agentId, path.part])) }));
}
