/** Who spent the tokens. */
export const usageRoles = ['agent', 'simulator', 'judge'] as const;
export type UsageRole = (typeof usageRoles)[number];

export const agentPartNames = ['prompts', 'scripts', 'settings', 'model'] as const;
/** Something that an agent is made of, as far as it can be read when a run starts. */
export type AgentPart = (typeof agentPartNames)[number];
