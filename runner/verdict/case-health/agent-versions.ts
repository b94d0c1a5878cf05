import { type AgentPartName, agentPartNames } from '../../contract/index.ts';
import type { CaseHealthRun } from './case-health-run.ts';

/**
 * Assigns a number to each run. Consecutive runs with the same recorded agent and commit get the same number. Parts
 * that were not recorded count as unchanged. If an earlier version of the agent comes back, it gets a new number. The
 * runs are `oldestFirst`.
 */
export function numberAgentVersions(oldestFirst: readonly CaseHealthRun[]): Int32Array {
  const segments = new Int32Array(oldestFirst.length);
  const latestParts = new Map<string, string>();
  let segment = 0;
  for (const [index, run] of oldestFirst.entries()) {
    let isOther = false;
    for (const [name, value] of listAgentPartValues(run)) {
      const before = latestParts.get(name);
      if (before !== undefined && before !== value) isOther = true;
      latestParts.set(name, value);
    }
    if (isOther) segment += 1;
    segments[index] = segment;
  }
  return segments;
}

function* listAgentPartValues({ agents, gitCommit }: CaseHealthRun): Generator<[string, string]> {
  for (const { agentId, parts = {} } of agents) {
    for (const name of agentPartNames satisfies readonly AgentPartName[]) {
      const value = parts[name];
      if (value !== undefined) yield [`${agentId} ${name}`, value];
    }
  }
  if (gitCommit !== null) yield ['', gitCommit];
}
