import type { ReportedPart } from '../../ports/index.ts';

/** The key of a config entry that holds the path of each part in an answer. */
export const pathKeys = { tools: 'tool_calls', usage: 'usage' } as const satisfies Record<ReportedPart, string>;
