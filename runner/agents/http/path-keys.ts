import type { ReportedAnswerPartKind } from '../../ports/index.ts';

/** By part of an answer, the key of the config entry that holds the path of this part. */
export const pathKeys = { tools: 'tool_calls', usage: 'usage' } as const satisfies Record<
  ReportedAnswerPartKind,
  string
>;
