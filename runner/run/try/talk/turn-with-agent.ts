import type { AgentResponse } from '../../../ports/index.ts';

/** A message to an agent, and the agent's answer. */
export type TurnWithAgent = { turn: number; input: string; response: AgentResponse };
