import { isJsonObject, type Json, type JsonObject, withoutUndefined } from '../values/index.ts';
import { type AssertionOutcome, createUncheckableOutcome } from './assertion-outcome.ts';
import type { AssertionProblem, AssertionRules } from './assertion-rules.ts';
import { toToolCallReport } from './match-tool.ts';
import type { AssertionHelpers, AssertionTaskOf, Subject } from './subject.ts';
import { formatJsonForMessage } from './to-plain-text.ts';

export const script: AssertionRules<'script'> = {
  judge: judgeScript,
  problems: ({ script: reference, use = '' }) =>
    findReferenceProblems(reference === undefined ? 'use' : 'script', reference ?? use),
  describeExpectation: ({ script: reference, use = '' }) => reference ?? use,
  readsOutput: false,
  readsText: false,
  isForbidding: () => false,
};

/**
 * Calls the script with (output, input, value ?? expected, options.metadata). If a whole conversation is judged or the
 * case has a state, the conversation is another argument.
 */
async function judgeScript(
  { assertion, subject, helpers }: AssertionTaskOf<'script'>,
  signal: AbortSignal,
): Promise<AssertionOutcome> {
  const reference = assertion.script ?? assertion.use ?? '';
  const expected = assertion.value ?? assertion.expected ?? subject.expected ?? null;
  const metadata = assertion.options?.metadata ?? null;
  const isWholeConversation = subject.conversation !== undefined || subject.state !== undefined;
  const conversation = isWholeConversation ? [toConversationForScript(subject)] : [];
  const values = [subject.input, expected, metadata, ...conversation];
  return askScript({ reference, actual: subject.value, values, expected, about: 'output', helpers }, signal);
}

/**
 * Converts a conversation for scripts: all turns with their calls, and the final state if the case has one. A single
 * answer is converted to one turn.
 */
export function toConversationForScript({ conversation, input, value, toolCalls, state }: Subject): JsonObject {
  const createSingleAnswerTurn = (): JsonObject => ({
    turn: 1,
    input,
    output: value,
    tool_calls: toolCalls.map(toToolCallReport),
  });
  return withoutUndefined({ turns: conversation ?? [createSingleAnswerTurn()], state });
}

type ScriptCallOptions = {
  reference: string;
  /** The value to judge, which is the first argument of the script. `values` are the others. */
  actual: Json;
  values: Json[];
  expected: Json;
  about: string;
  helpers: AssertionHelpers;
};

/** Calls a script of the user to evaluate an assertion. */
export async function askScript(
  { reference, actual, values, expected, about, helpers }: ScriptCallOptions,
  signal: AbortSignal,
): Promise<AssertionOutcome> {
  const answer = await helpers.runScript({ reference, arguments: [actual, ...values] }, signal);
  const verdict = parseVerdict(answer);
  if (verdict === undefined) {
    const expectedForm = 'true, false or {"pass": true | false, "message": "…"}';
    return createUncheckableOutcome(
      `script ${reference} must return ${expectedForm}, got ${formatJsonForMessage(answer)}`,
      expected,
      answer,
    );
  }
  const actualForm = `${about} ${formatJsonForMessage(actual)}`;
  return {
    kind: 'judged',
    holds: verdict.holds,
    expected: expected ?? `${reference} returns true`,
    actual,
    unmet: verdict.reason ?? `script ${reference} rejected the ${actualForm}`,
    met: verdict.reason ?? `script ${reference} should have rejected the ${actualForm}`,
  };
}

function parseVerdict(answer: Json): { holds: boolean; reason: string | undefined } | undefined {
  if (typeof answer === 'boolean') return { holds: answer, reason: undefined };
  if (!isJsonObject(answer)) return undefined;
  const { pass, passed } = answer;
  const holds = pass ?? passed;
  const contradicts = pass !== undefined && passed !== undefined && pass !== passed;
  if (typeof holds !== 'boolean' || contradicts) return undefined;
  const reason = answer.message ?? answer.reason;
  return { holds, reason: typeof reason === 'string' && reason !== '' ? reason : undefined };
}

export function findReferenceProblems(field: string, reference: string): AssertionProblem[] {
  if (reference.startsWith('agents:')) {
    return [{ field, message: `a script assertion needs a script, not ${reference}; type "agent" asks agents` }];
  }
  if (/[^./][./][^./]/.test(reference.replace(/^scripts[:.]/, ''))) return [];
  return [
    { field, message: `${JSON.stringify(reference)} names no module and function; write scripts.module.Function` },
  ];
}
