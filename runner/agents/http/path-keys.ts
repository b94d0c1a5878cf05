import type { ReportedPart } from '../../ports/index.ts';

/** The key of an entry that says where a part is in an answer. */
export const pathKeys = { tools: 'tool_calls', usage: 'usage' } as const satisfies Record<ReportedPart, string>;
