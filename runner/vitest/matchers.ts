import { expect } from 'vitest';
import type { CaseDefinition } from '../api/run-case.ts';
import { toTurntreeError } from '../api/turntree-error.ts';
import { type ConversationRules, conversationText, judgeConversation } from '../run/index.ts';
import type { Conversation } from './conversation.ts';

/** An assertion as it is written in a case, or a text that the answer must contain. */
export type ConversationCheck = string | Extract<CaseDefinition['assert'], { type: unknown }>;

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** The conversation has a turn in which each of these holds, in this order, as checkpoints do. */
    toReach(...steps: ConversationCheck[]): Promise<void>;
    /** The agent has called this tool, in any turn; with arguments, a call that has at least these. */
    toHaveCalled(tool: string, args?: object): Promise<void>;
    /** In no turn does any of these hold. */
    toNever(...checks: ConversationCheck[]): Promise<void>;
  }
}

type MatcherState = { isNot: boolean };
type MatcherResult = { pass: boolean; message: () => string };

/** Registers the matchers for conversations with Vitest's `expect`. */
export function registerMatchers(): void {
  expect.extend({
    toReach(this: MatcherState, received: unknown, ...steps: ConversationCheck[]) {
      const checkpoints = steps.map((step, index) => ({
        id: stepName(step, index),
        assert: toAssertion(step),
        ...(index === 0 ? {} : { after: steps.slice(index - 1, index).map((before) => stepName(before, index - 1)) }),
      }));
      return checkConversation({ matcher: 'toReach', received, rules: { checkpoints }, count: steps.length });
    },
    toHaveCalled(this: MatcherState, received: unknown, tool: string, args?: object) {
      const call = { type: 'tool_called', name: tool, ...(args === undefined ? {} : { arguments: args }) };
      return checkConversation({ matcher: 'toHaveCalled', received, rules: { assert: call }, count: 1 });
    },
    toNever(this: MatcherState, received: unknown, ...checks: ConversationCheck[]) {
      const never = checks.map(toAssertion);
      return checkConversation({ matcher: 'toNever', received, rules: { never }, count: checks.length });
    },
  });
}

type MatcherCheck = { matcher: string; received: unknown; rules: ConversationRules; count: number };

async function checkConversation({ matcher, received, rules, count }: MatcherCheck): Promise<MatcherResult> {
  if (!isConversation(received)) {
    throw new TypeError(`${matcher} takes a conversation: expect(await conversation(agent).says('…')).${matcher}(…)`);
  }
  if (count === 0) throw new TypeError(`${matcher} checks nothing: give it an assertion`);
  const { result } = received;
  const { reasons } = await judgeConversation(result, rules).catch((error: unknown) => {
    throw toTurntreeError(error);
  });
  const held = `${matcher}: this holds, and should not: ${JSON.stringify(rules)}`;
  return {
    pass: reasons.length === 0,
    message: () => [...(reasons.length === 0 ? [held] : reasons), '', conversationText(result)].join('\n'),
  };
}

function toAssertion(step: ConversationCheck): object {
  return typeof step === 'string' ? { type: 'contains', value: step } : step;
}

function stepName(step: ConversationCheck, index: number): string {
  return typeof step === 'string' ? `"${step}"` : `${index + 1}. ${step.type}`;
}

function isConversation(value: unknown): value is Conversation {
  return typeof value === 'object' && value !== null && 'result' in value && 'answer' in value;
}
