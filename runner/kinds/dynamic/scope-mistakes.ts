import { isForbiddingAssertion, toAssertionCondition } from '../../assertions/assertion-types.ts';
import { evaluateAssertionSynchronously } from '../../assertions/evaluate-assertion.ts';
import type { Assertion, CheckpointResult, DynamicCase, Turn } from '../../contract/index.ts';
import { buildTurnSubject } from '../attempt/subjects.ts';

type JudgedConversation = {
  testCase: Pick<DynamicCase, 'name' | 'assertions' | 'checkpoints'>;
  results: readonly CheckpointResult[];
  turns: readonly Turn[];
};

/** Words with which the name of a case forbids something. */
const prohibitionPattern = /\b(?:no|not|never|none|nothing|nobody|without|cannot|keeps?|only)\b|n['’]t\b/i;
/** Words which say that only a part of the conversation is meant. */
const partOfConversationPattern =
  /\b(?:after|again|afterwards|once|twice|anymore|any more|later|then|finally|in the end|at the end|last|until|when|since|stops?|repeats?|good-?bye|closing)\b/i;

/**
 * Finds forbidding rules that are violated in a turn that they do not check: `"on": "last"` checks only the last
 * answer, and a checkpoint only the turns after its prerequisites. Reported only if the name of the case forbids it
 * without such a limit; otherwise the limit may be intended.
 */
export function findViolationsOutsideScope({ testCase, results, turns }: JudgedConversation): string[] {
  const { name = '', assertions = [], checkpoints } = testCase;
  if (!prohibitionPattern.test(name) || partOfConversationPattern.test(name)) return [];
  const findFirstViolation = (assertion: Assertion, before: number): number | undefined =>
    turns.find((turn) => turn.turn < before && isViolatedInTurn(assertion, turn))?.turn;
  const last = turns.at(-1)?.turn ?? 0;
  const ofAssertions = assertions.flatMap((assertion) => {
    if (!('on' in assertion) || assertion.on !== 'last' || !isForbiddingAssertion(assertion)) return [];
    const turn = findFirstViolation(assertion, last);
    if (turn === undefined) return [];
    return `${describeRule(assertion)} is broken in turn ${turn}, but "on": "last" looks only at turn ${last}; leave out "on" to check every turn`;
  });
  const resultOf = new Map(results.map((result) => [result.id, result]));
  const ofCheckpoints = checkpoints.flatMap(({ id, after, assert }) => {
    const start = resultOf.get(id)?.reachedAtTurn ?? 0;
    if (after.length === 0 || !assert.every(isForbiddingAssertion)) return [];
    return assert.flatMap((assertion) => {
      const turn = findFirstViolation(assertion, start);
      if (turn === undefined) return [];
      return `${describeRule(assertion)} is broken in turn ${turn}, but "after" makes checkpoint ${id} look only at the turns from turn ${start} on; leave out "after" to check every turn`;
    });
  });
  return [...ofAssertions, ...ofCheckpoints];
}

function isViolatedInTurn(assertion: Assertion, { response, ...turn }: Turn): boolean {
  if (response === undefined) return false;
  const subject = buildTurnSubject({ ...turn, response });
  return evaluateAssertionSynchronously({ assertion, subject, terse: true })?.status === 'failed';
}

function describeRule(assertion: Assertion): string {
  const { check, wanted, negate } = toAssertionCondition(assertion);
  return `${negate === true ? 'not ' : ''}${check} ${wanted}`;
}
