import { type AgentParts, agentPartNames } from '../../contract/index.ts';
import type { CassetteEntry } from './cassette.ts';

/** Why a recorded answer does not fit this agent; undefined if it does, or if a model gave it. */
export function describeChange(
  entry: CassetteEntry,
  agent: AgentParts | undefined,
  cassette: string,
): string | undefined {
  const { agent: recorded = {}, case: caseId } = entry;
  if (agent === undefined) return undefined;
  const changed = agentPartNames.filter((name) => recorded[name] !== agent[name]);
  if (changed.length === 0) return undefined;
  const isGone = changed.every((name) => agent[name] === undefined);
  const only = caseId === '' ? '' : ` --case ${caseId}`;
  return (
    `the agent changed: record again with --record${only}\n` +
    `  ${cassette} has an answer of the same agent, but its ${changed.join(' and ')} ` +
    (isGone ? 'can no longer be read' : 'changed since then')
  );
}
