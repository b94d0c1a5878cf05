import type { RunPlan } from '../contract/index.ts';
import type { RunKind, UnseenPath } from '../ports/index.ts';
import type { RunParts } from './run-parts.ts';

/** Says which paths of agents found nothing in a whole run although rules of its cases rest on them. */
export function unseenPaths({ cases }: RunPlan, { agents, kinds }: Pick<RunParts, 'agents' | 'kinds'>): string[] {
  const unseen = agents.unseen?.() ?? [];
  if (unseen.length === 0) return [];
  const judged = new Set<string>();
  for (const { skipReason, agentId, case: testCase } of cases) {
    if (skipReason !== undefined) continue;
    const kind: RunKind = kinds[testCase.kind];
    for (const part of kind.judges?.(testCase) ?? []) judged.add(JSON.stringify([agentId, part]));
  }
  return unseen.filter(({ agentId, part }) => judged.has(JSON.stringify([agentId, part]))).map(sentence);
}

function sentence({ agentId, key, path, keys }: UnseenPath): string {
  const last = keys.length === 0 ? 'no keys' : keys.join(', ');
  return `the "${key}" path "${path}" of agent "${agentId}" found nothing in any answer, and rules rest on it: the last answer had ${last}`;
}
