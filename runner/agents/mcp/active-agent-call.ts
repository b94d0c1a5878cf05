import type { ToolMocks } from '../../ports/index.ts';

/** One call of an agent that is in progress; `toolMocks` has the mocks of its case. */
export type ActiveAgentCall = { toolMocks: ToolMocks; signal: AbortSignal };
