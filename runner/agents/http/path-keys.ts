import type { ReportedAnswerPartKind } from '../../ports/index.ts';

/** Maps each part of an answer to the key of the config entry that holds the path of this part. */
export const pathKeys = { tools: 'tool_calls', usage: 'usage' } as const satisfies Record<
  ReportedAnswerPartKind,
  string
>;
