import type { ToolMocks } from '../../ports/index.ts';

/** A call of an agent that is in progress, with the mocks of its case. */
export type ActiveAgentCall = { toolMocks: ToolMocks; signal: AbortSignal };
