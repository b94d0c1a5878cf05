import { type AssertionOutcome, createUncheckableOutcome, toExpectationOutcome } from './assertion-outcome.ts';
import type { AssertionRules } from './assertion-rules.ts';
import type { AssertionOf, Subject } from './subject.ts';
import { toolCalled } from './tool-called.ts';

export const elicited: AssertionRules<'elicited'> = {
  judge: ({ assertion, subject }) => judgeElicitedFacts(assertion, subject),
  wanted: (assertion) => {
    const call =
      assertion.before === undefined ? undefined : toolCalled.wanted(toToolCalledAssertion(assertion.before));
    return [assertion.value.join(', '), ...(call === undefined ? [] : [`before ${call}`])].join(' ');
  },
  parts: ({ before }) => (before === undefined ? [] : ['tools']),
  tools: ({ before }) => (before === undefined ? [] : (toolCalled.tools?.(toToolCalledAssertion(before)) ?? [])),
  // The call only marks the point before which the agent must ask; its arguments and result stay unchecked.
  judgesTool: () => false,
  readsOutput: false,
  readsText: false,
  excludes: () => false,
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
  const satisfies = before === undefined ? undefined : toolCalled.satisfiedBy?.(toToolCalledAssertion(before));
  const call = satisfies === undefined ? undefined : toolCalls.find(satisfies);
  const limit = call?.turn ?? Number.POSITIVE_INFINITY;
  const askedAt = new Map(facts.map(({ name, askedAtTurn }) => [name, askedAtTurn]));
  const late = names.filter((name) => (askedAt.get(name) ?? Number.POSITIVE_INFINITY) >= limit);
  const never = names.filter((name) => askedAt.get(name) === undefined);
  const missing = [...new Set([...never, ...late])];
  const limitWords = call === undefined ? '' : ` before ${call.tool} was called in turn ${call.turn ?? 1}`;
  return toExpectationOutcome({
    holds: missing.length === 0,
    about: 'the agent',
    verb: `to ask for ${names.join(', ')}${limitWords}`,
    expected,
    actual: names.filter((name) => !missing.includes(name)),
    got: () =>
      missing
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
