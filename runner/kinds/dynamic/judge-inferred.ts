import type { Subject } from '../../assertions/subject.ts';
import type { Assertion, AssertionResult, CheckpointResult, DynamicCase, Turn } from '../../contract/index.ts';
import { type JudgeAssertion, judgeOffline } from '../attempt/judge.ts';
import { buildTurnSubject } from '../attempt/subjects.ts';
import { createCheckpointTracker } from './checkpoints.ts';
import { createConversationRuleChecks } from './conversation-rule-checks.ts';

type FinishedConversation = { turns: readonly Turn[]; subject: Subject; checkpoints: readonly CheckpointResult[] };

/**
 * Judges the inferred rules after the conversation has ended, so that they cannot affect it. Returns undefined if there
 * are no such rules, or if the agent never answered.
 */
export async function judgeInferredRules(
  testCase: DynamicCase,
  { turns, subject, checkpoints: acceptedCheckpoints }: FinishedConversation,
): Promise<AssertionResult[] | undefined> {
  const { inferred, checkpoints, strict } = testCase;
  const answeredTurns = turns.flatMap(({ response, ...turn }) =>
    response === undefined ? [] : [{ ...turn, response }],
  );
  if (inferred === undefined || answeredTurns.length === 0) return undefined;
  const ruleChecks = createConversationRuleChecks(inferred, ignoreEvent);
  const tracker = createCheckpointTracker([...checkpoints, ...inferred.checkpoints], { strict });
  const judge = createJudgeOfInferredRules(testCase, acceptedCheckpoints);
  for (const turn of answeredTurns) {
    const judgedTurn = { turn: turn.turn, subject: buildTurnSubject(turn, { before: turns }) };
    await tracker.checkTurn({ judge, emit: ignoreEvent }, judgedTurn);
    await ruleChecks.afterTurn(judgeOffline, judgedTurn);
  }
  await ruleChecks.atEnd(judgeOffline, { turn: answeredTurns.at(-1)?.turn ?? 1, subject });
  const [results, never] = [ruleChecks.results(), inferred.never.length];
  const ofCheckpoints = tracker.results().slice(checkpoints.length);
  return [
    ...results.slice(never),
    ...results.slice(0, never),
    ...ofCheckpoints.map((result, index) => toAssertionResult(result, inferred.checkpoints[index]?.strict ?? strict)),
  ];
}

/**
 * Judges inferred checkpoints. Accepted checkpoints are not judged again: they count as reached from the turn in which
 * they were reached.
 */
function createJudgeOfInferredRules(
  { checkpoints }: DynamicCase,
  results: readonly CheckpointResult[],
): JudgeAssertion {
  const reachedAt = new Map<Assertion, number>();
  for (const [index, { assert }] of checkpoints.entries()) {
    const turn = results[index]?.reachedAtTurn ?? Number.POSITIVE_INFINITY;
    for (const assertion of assert) reachedAt.set(assertion, turn);
  }
  return (judgement) => {
    const turn = reachedAt.get(judgement.assertion);
    if (turn === undefined) return judgeOffline(judgement);
    return { type: judgement.assertion.type, status: turn <= judgement.turn ? 'passed' : 'failed' };
  };
}

function toAssertionResult(
  { id, required, reached, reachedAtTurn, invariant, brokenAtTurn, outOfOrderAtTurns, message }: CheckpointResult,
  isStrict = false,
): AssertionResult {
  const isMissing = required && (invariant === undefined ? !reached : invariant === 'broken');
  const isEarly = isStrict && outOfOrderAtTurns.length > 0;
  const status = isMissing || isEarly ? 'failed' : 'passed';
  const turn = brokenAtTurn ?? (isEarly ? outOfOrderAtTurns[0] : reachedAtTurn);
  return { type: 'checkpoint', status, expected: id, turn, message: status === 'failed' ? message : undefined };
}

function ignoreEvent(): void {}
