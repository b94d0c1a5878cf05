import type { ToolMocks } from '../../ports/index.ts';

/** An agent that is being asked, for as long as that lasts. */
export type Visit = { desk: ToolMocks; signal: AbortSignal };
