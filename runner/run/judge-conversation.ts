import { evaluateAssertionSynchronously } from '../assertions/evaluate-assertion.ts';
import { toToolCallReport } from '../assertions/match-tool.ts';
import { toRecordedAnswer } from '../authoring/index.ts';
import type { CaseResult } from '../contract/index.ts';
import { quoteContent } from '../fold/index.ts';
import { createCaseHash } from '../inputs/case-hash.ts';
import { parseCases } from '../inputs/parse-cases.ts';
import { formatHint } from '../inputs/problem.ts';
import { isStandardOrDynamicCase } from '../kinds/kinds.ts';
import { judgeRecording } from '../kinds/recorded/judge-recording.ts';
import { UsageError } from './usage-error.ts';

/** The rules of a case in the notation of case files: `checkpoints`, `assert` or `never`. */
export type ConversationRules = { checkpoints?: unknown[]; assert?: unknown; never?: unknown };

/** `reasons` says why the conversation does not satisfy the rules; empty if it does. */
export type ConversationVerdict = { reasons: string[] };

/**
 * Judges a finished conversation by the rules of a case, without calling any agent or model. Throws for rules that are
 * invalid, or that only a judge or script can decide.
 */
export async function judgeConversation(result: CaseResult, rules: ConversationRules): Promise<ConversationVerdict> {
  const turns = (result.turns ?? []).map(({ input }) => ({ input }));
  const text = JSON.stringify({ id: result.id, turns, ...rules });
  const { cases, problems } = parseCases({ text, file: 'rules', hashOf: createCaseHash() });
  const [testCase] = cases;
  if (problems.length > 0 || testCase === undefined || !isStandardOrDynamicCase(testCase)) {
    throw new UsageError(
      problems.map(({ message, suggestion }) => `${message}${formatHint(suggestion)}`).join('\n') || 'no rule to check',
    );
  }
  const { verdict } = await judgeRecording({
    testCase,
    answer: toRecordedAnswer(result),
    judge: async ({ assertion, subject }) => evaluateAssertionSynchronously({ assertion, subject }),
  });
  if (verdict.status === 'open') {
    throw new UsageError('only a run can decide this: write it as a case, and run that with runCase()');
  }
  const { error, assertions = [], checkpoints = [] } = verdict.outcome;
  if (verdict.status === 'passed') return { reasons: [] };
  const failed = assertions.filter(({ status }) => status !== 'passed');
  const missedCheckpoints = checkpoints.filter(({ passed, required }) => required && !passed);
  return {
    reasons: [
      ...new Set([
        ...(failed.length + missedCheckpoints.length === 0 ? [error ?? verdict.status] : []),
        ...failed.map(({ type, message = 'failed' }) => `${type}: ${message}`),
        ...missedCheckpoints.map(({ id, message = 'not reached' }) => `${id}: ${message}`),
      ]),
    ],
  };
}

/** Formats a conversation as text: the messages with their speakers, and the tools that were called. */
export function formatConversationText({ turns = [] }: CaseResult): string {
  return turns
    .flatMap(({ turn, input, response, error }) => [
      `${turn}  user:  ${quoteContent(input, (text) => text)}`,
      ...(response?.toolCalls ?? []).map((call) => `   called ${JSON.stringify(toToolCallReport(call))}`),
      ...(response === undefined ? [] : [`   agent: ${response.content}`]),
      ...(error === undefined ? [] : [`   error: ${error}`]),
    ])
    .join('\n');
}
