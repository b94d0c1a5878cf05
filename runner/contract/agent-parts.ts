import * as z from 'zod';

export const agentPartNames = ['prompts', 'scripts', 'settings', 'model'] as const;
/** Something that an agent is made of, as far as it can be read when a run starts. */
export type AgentPart = (typeof agentPartNames)[number];

/** A digest of each part that could be read. What is not there is unknown, which is not the same as empty. */
export const agentPartsSchema = z.partialRecord(z.enum(agentPartNames), z.string());
export type AgentParts = z.infer<typeof agentPartsSchema>;

type Made = { agentId: string; parts?: AgentParts | undefined };

/** The parts that are not the same in a later run, of agents that both runs asked; an unknown part did not change. */
export function changedParts(before: readonly Made[], after: readonly Made[]): AgentPart[] {
  const earlier = new Map(before.map(({ agentId, parts }) => [agentId, parts]));
  return agentPartNames.filter((name) =>
    after.some(({ agentId, parts }) => {
      const [was, is] = [earlier.get(agentId)?.[name], parts?.[name]];
      return was !== undefined && is !== undefined && was !== is;
    }),
  );
}
