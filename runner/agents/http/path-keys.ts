import type { ReportedAnswerPartKind } from '../../ports/index.ts';

/** For each part of an answer, the config key that contains the path to this part. */
export const pathKeyByAnswerPart = { tools: 'tool_calls', usage: 'usage' } as const satisfies Record<
  ReportedAnswerPartKind,
  string
>;
