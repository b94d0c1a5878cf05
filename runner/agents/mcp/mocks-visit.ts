import type { ToolMocks } from '../../ports/index.ts';

/** One call of an agent that is in progress; `desk` has the mocks of its case. */
export type ActiveAgentCall = { desk: ToolMocks; signal: AbortSignal };
