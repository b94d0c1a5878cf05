import { expect, onTestFinished } from 'vitest';
import type { CaseDefinition } from '../api/run-case.ts';
import { toTurntreeError } from '../api/turntree-error.ts';
import { type ConversationRules, formatConversationText, judgeConversation } from '../run/index.ts';
import { findNearestWord } from '../values/index.ts';
import type { Conversation } from './conversation.ts';

/** An assertion in the notation of a case, or a text that the answer must contain. */
export type ConversationCheck = string | Extract<CaseDefinition['assert'], { type: unknown }>;

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** Passes if the conversation has turns in which these checks hold in this order, like checkpoints. */
    toReach(...steps: ConversationCheck[]): Promise<void>;
    /**
     * Passes if the agent called this tool in any turn. If arguments are given, a call must have at least these
     * arguments.
     */
    toHaveCalled(tool: string, args?: object): Promise<void>;
    /** Passes if none of these checks holds in any turn of the conversation. */
    toNever(...checks: ConversationCheck[]): Promise<void>;
  }
}

/** The state that Vitest passes to matchers; `isNot` is undefined without `.not`. */
type MatcherState = { isNot?: boolean };
type MatcherResult = { pass: boolean; message: () => string };

/** Registers the matchers for conversations with Vitest's `expect`. */
export function registerMatchers(): void {
  expect.extend({
    toReach(this: MatcherState, received: unknown, ...steps: ConversationCheck[]) {
      const checkpoints = steps.map((step, index) => ({
        id: formatStepName(step, index),
        assert: toAssertion(step),
        ...(index === 0
          ? {}
          : { after: steps.slice(index - 1, index).map((before) => formatStepName(before, index - 1)) }),
      }));
      const checking = { matcher: 'toReach', received, rules: { checkpoints }, count: steps.length };
      const isNegated = this.isNot === true && isConversation(received);
      return isNegated
        ? warnOfLaterSteps(received, steps, checkConversation(this, checking))
        : checkConversation(this, checking);
    },
    toHaveCalled(this: MatcherState, received: unknown, tool: string, args?: object) {
      const call = { type: 'tool_called', name: tool, ...(args === undefined ? {} : { arguments: args }) };
      if (this.isNot === true && isConversation(received)) warnOfSimilarTool(tool, received);
      return checkConversation(this, { matcher: 'toHaveCalled', received, rules: { assert: call }, count: 1 });
    },
    toNever(this: MatcherState, received: unknown, ...checks: ConversationCheck[]) {
      const never = checks.map(toAssertion);
      return checkConversation(this, { matcher: 'toNever', received, rules: { never }, count: checks.length });
    },
  });
}

type MatcherCheck = { matcher: string; received: unknown; rules: ConversationRules; count: number };

async function checkConversation(
  { isNot = false }: MatcherState,
  { matcher, received, rules, count }: MatcherCheck,
): Promise<MatcherResult> {
  const onResult = warnIfFailureIsCaught(matcher);
  if (!isConversation(received)) {
    throw new TypeError(`${matcher} takes a conversation: expect(await conversation(agent).says('…')).${matcher}(…)`);
  }
  if (count === 0) throw new TypeError(`${matcher} checks nothing: give it an assertion`);
  const { result } = received;
  const { reasons } = await judgeConversation(result, rules).catch((error: unknown) => {
    throw toTurntreeError(error);
  });
  onResult(isNot ? reasons.length > 0 : reasons.length === 0);
  const held = `${matcher}: this holds, and should not: ${JSON.stringify(rules)}`;
  return {
    pass: reasons.length === 0,
    message: () => [...(reasons.length === 0 ? [held] : reasons), '', formatConversationText(result)].join('\n'),
  };
}

/** Warns if `.not` names a tool that was not called, but a tool with a similar name was: the name may be misspelt. */
function warnOfSimilarTool(tool: string, { result }: Conversation): void {
  const calledTools = new Set(
    result.turns?.flatMap(({ response }) => response?.toolCalls ?? []).map((call) => call.tool),
  );
  const similarTool = calledTools.has(tool) ? undefined : findNearestWord(tool, calledTools);
  if (similarTool !== undefined)
    process.stderr.write(`turntree: warning: "${tool}" was not called, but "${similarTool}" was\n`);
}

/**
 * Warns if `.not.toReach` passes because the first check does not hold, although later checks do. The author probably
 * wanted to forbid all of these checks.
 */
async function warnOfLaterSteps(
  { result }: Conversation,
  steps: readonly ConversationCheck[],
  checking: Promise<MatcherResult>,
): Promise<MatcherResult> {
  const outcome = await checking;
  if (outcome.pass) return outcome;
  const held: string[] = [];
  for (const [index, step] of steps.entries()) {
    const { reasons } = await judgeConversation(result, { checkpoints: [{ id: 'step', assert: toAssertion(step) }] });
    if (reasons.length === 0) held.push(formatStepName(step, index));
    if (index === 0 && held.length > 0) return outcome;
  }
  if (held.length > 0)
    process.stderr.write(
      `turntree: warning: .not.toReach passes, although ${held.join(' and ')} was reached: it forbids only all ${steps.length} checks in this order; toNever forbids each of them\n`,
    );
  return outcome;
}

/** Warns about a failed matcher that the test itself catches, because the failure would disappear silently. */
function warnIfFailureIsCaught(matcher: string): (isSatisfied: boolean) => void {
  let hasFailed = false;
  try {
    onTestFinished(({ task }) => {
      // Not for concurrent tests, because Vitest does not know which of them called the matcher.
      if (!hasFailed || task.concurrent === true || task.result?.state !== 'pass') return;
      process.stderr.write(
        `turntree: ${matcher} failed, but the test "${task.name}" passed, because it caught the error\n`,
      );
    });
  } catch {
    // Outside of a test, Vitest offers no hook that runs at the end of a test, so a failed matcher fails the whole
    // file.
  }
  return (isSatisfied) => {
    hasFailed = !isSatisfied;
  };
}

function toAssertion(step: ConversationCheck): object {
  return typeof step === 'string' ? { type: 'contains', value: step } : step;
}

function formatStepName(step: ConversationCheck, index: number): string {
  return typeof step === 'string' ? `"${step}"` : `${index + 1}. ${step.type}`;
}

function isConversation(value: unknown): value is Conversation {
  return typeof value === 'object' && value !== null && 'result' in value && 'answer' in value;
}
