import type { ToolMocks } from '../../ports/index.ts';

/** One call of an agent that is in progress; `desk` has the mocks of its case. */
export type Visit = { desk: ToolMocks; signal: AbortSignal };
