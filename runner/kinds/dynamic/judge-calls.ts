import { isForBuiltInJudge } from '../../assertions/agent/built-in-judge.ts';
import type { Assertion, DynamicCase } from '../../contract/index.ts';

/**
 * Returns the maximum number of calls of the built-in judge for rules on single turns, without repeated questions and
 * votes; 0 if all its rules are on the whole conversation.
 */
export function countTurnJudgeCalls({
  checkpoints,
  never = [],
  assertions = [],
  turns,
  input,
  maxTurns,
}: DynamicCase): number {
  const turnCount = turns === undefined ? maxTurns : turns.length + (input === undefined ? 0 : 1);
  const perTurn = [
    ...checkpoints.map(({ assert }) => countSharedJudgeCalls(assert)),
    countSharedJudgeCalls(never),
    ...assertions.map((assertion) =>
      findAgentAssertionScope(assertion) === undefined ? 0 : countSharedJudgeCalls([assertion]),
    ),
  ];
  const everyTurn = perTurn.reduce((sum, calls) => sum + calls, 0) * turnCount;
  return everyTurn + (turns ?? []).reduce((sum, { assert = [] }) => sum + countSharedJudgeCalls(assert), 0);
}

/**
 * The number of calls for assertions that are checked together: those with the same connector and number of votes share
 * a call.
 */
function countSharedJudgeCalls(assertions: readonly Assertion[]): number {
  const keys = assertions.flatMap((assertion) =>
    assertion.type === 'agent' && isForBuiltInJudge(assertion)
      ? [JSON.stringify([assertion.options?.connector ?? null, assertion.votes ?? 1])]
      : [],
  );
  return new Set(keys).size;
}

function findAgentAssertionScope(assertion: Assertion): string | undefined {
  return assertion.type === 'agent' ? assertion.on : undefined;
}
