import { type AgentPartName, type AgentParts, agentPartNames } from '../contract/index.ts';

type RecordedAgentParts = { agentId: string; parts?: AgentParts | undefined };

/**
 * Returns the agent parts that are different in the later run, for agents that both runs contain. A part that was not
 * recorded counts as unchanged.
 */
export function findChangedAgentParts(
  before: readonly RecordedAgentParts[],
  after: readonly RecordedAgentParts[],
): AgentPartName[] {
  const earlier = new Map(before.map(({ agentId, parts }) => [agentId, parts]));
  return agentPartNames.filter((name) =>
    after.some(({ agentId, parts }) => {
      const [oldPart, newPart] = [earlier.get(agentId)?.[name], parts?.[name]];
      return oldPart !== undefined && newPart !== undefined && oldPart !== newPart;
    }),
  );
}
