import { type AssertionOutcome, createOutcomeOfExpectation, createUncheckableOutcome } from './assertion-outcome.ts';
import type { AssertionRules } from './assertion-rules.ts';
import type { AssertionOf, Subject } from './subject.ts';
import { toolCalled } from './tool-called.ts';

export const elicited: AssertionRules<'elicited'> = {
  judge: ({ assertion, subject }) => judgeElicitedFacts(assertion, subject),
  describeExpectation: (assertion) => {
    const call =
      assertion.before === undefined
        ? undefined
        : toolCalled.describeExpectation(toToolCalledAssertion(assertion.before));
    return [assertion.value.join(', '), ...(call === undefined ? [] : [`before ${call}`])].join(' ');
  },
  listParts: ({ before }) => (before === undefined ? [] : ['tools']),
  listTools: ({ before }) =>
    before === undefined ? [] : (toolCalled.listTools?.(toToolCalledAssertion(before)) ?? []),
  // The call only determines until when the agent must have asked, so its arguments and result are not checked.
  judgesTool: () => false,
  readsOutput: false,
  readsText: false,
  isForbidding: () => false,
};

function judgeElicitedFacts({ value: names, before }: AssertionOf<'elicited'>, subject: Subject): AssertionOutcome {
  const { facts, toolCalls } = subject;
  const expected = names;
  if (facts === undefined) {
    return createUncheckableOutcome(
      '"elicited" needs the built-in user, and this conversation had another user',
      expected,
      null,
    );
  }
  const satisfiesCall = before === undefined ? undefined : toolCalled.satisfiedBy?.(toToolCalledAssertion(before));
  const call = satisfiesCall === undefined ? undefined : toolCalls.find(satisfiesCall);
  const limitTurn = call?.turn ?? Number.POSITIVE_INFINITY;
  const askedAt = new Map(facts.map(({ name, askedAtTurn }) => [name, askedAtTurn]));
  const lateFacts = names.filter((name) => (askedAt.get(name) ?? Number.POSITIVE_INFINITY) >= limitTurn);
  const neverAskedFacts = names.filter((name) => askedAt.get(name) === undefined);
  const missingFacts = [...new Set([...neverAskedFacts, ...lateFacts])];
  const limitWords = call === undefined ? '' : ` before ${call.tool} was called in turn ${call.turn ?? 1}`;
  return createOutcomeOfExpectation({
    holds: missingFacts.length === 0,
    about: 'the agent',
    verb: `to ask for ${names.join(', ')}${limitWords}`,
    expected,
    actual: names.filter((name) => !missingFacts.includes(name)),
    describeActual: () =>
      missingFacts
        .map((name) => {
          const turn = askedAt.get(name);
          return turn === undefined ? `it never asked for ${name}` : `it first asked for ${name} in turn ${turn}`;
        })
        .join(', ') || 'it asked for all of them',
  });
}

function toToolCalledAssertion(before: NonNullable<AssertionOf<'elicited'>['before']>): AssertionOf<'tool_called'> {
  return before;
}
