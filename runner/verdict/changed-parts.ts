import { type AgentPart, type AgentParts, agentPartNames } from '../contract/index.ts';

type RunMakeup = { agentId: string; parts?: AgentParts | undefined };

/** The parts that are not the same in a later run, of agents that both runs asked; an unknown part did not change. */
export function changedParts(before: readonly RunMakeup[], after: readonly RunMakeup[]): AgentPart[] {
  const earlier = new Map(before.map(({ agentId, parts }) => [agentId, parts]));
  return agentPartNames.filter((name) =>
    after.some(({ agentId, parts }) => {
      const [was, is] = [earlier.get(agentId)?.[name], parts?.[name]];
      return was !== undefined && is !== undefined && was !== is;
    }),
  );
}
