import type { AgentResponse } from '../../../ports/index.ts';

/** What was said to an agent, and what it answered. */
export type SpokenTurn = { turn: number; input: string; response: AgentResponse };
