import { createSatisfyingCallTest } from '../../assertions/assertion-types.ts';
import { acceptsText } from '../../assertions/find-vacuous-assertion.ts';
import { hasFailed, mayChangeState } from '../../assertions/match-tool.ts';
import type { Checkpoint, CheckpointResult, DynamicCase, Turn } from '../../contract/index.ts';

type CheckpointsWithResults = {
  testCase: Pick<DynamicCase, 'checkpoints' | 'strict'>;
  results: readonly CheckpointResult[];
  turns: readonly Turn[];
};

/**
 * Returns calls of a passed conversation that changed data and were probably made too early, although the case requires
 * no order. Look-ups are harmless at any time.
 */
export function findEarlyCalls({
  testCase: { checkpoints, strict },
  results,
  turns,
}: CheckpointsWithResults): string[] {
  const resultOf = new Map(results.map((result) => [result.id, result]));
  const checkpointOf = new Map(checkpoints.map((checkpoint) => [checkpoint.id, checkpoint]));
  const turnOf = new Map(turns.map((turn) => [turn.turn, turn]));
  if (checkpoints.every(({ after }) => after.length === 0))
    return findCallsBeforeQuestion({ checkpoints, resultOf, turnOf });
  return checkpoints.flatMap((checkpoint): string[] => {
    const result = resultOf.get(checkpoint.id);
    if ((checkpoint.strict ?? strict) !== undefined || checkpoint.after.length === 0 || result?.reached !== true)
      return [];
    const early = result.outOfOrderAtTurns.find((number) => makesRequiredChange(turnOf.get(number), checkpoint));
    if (early !== undefined) {
      const pending = checkpoint.after.find((id) => (resultOf.get(id)?.reachedAtTurn ?? 0) > early);
      const before = pending === undefined ? 'before its turn' : `before ${pending} was reached`;
      return [
        `checkpoint ${checkpoint.id} was also satisfied by a call in turn ${early}, ${before}; ${strictRemedyText}`,
      ];
    }
    const turn = turnOf.get(result.reachedAtTurn ?? 0);
    const text = turn?.response?.content ?? '';
    if (turn === undefined || !text.includes('?') || !makesRequiredChange(turn, checkpoint)) return [];
    const question = checkpoint.after.find(
      (id) => resultOf.get(id)?.reachedAtTurn === turn.turn && isOnlyInQuestions(text, checkpointOf.get(id)),
    );
    if (question === undefined) return [];
    return [
      `checkpoint ${checkpoint.id} was reached by a call in turn ${turn.turn}, which is also the turn with the question of ${question}; ${strictRemedyText}`,
    ];
  });
}

type UnorderedCheckpoints = {
  checkpoints: readonly Checkpoint[];
  resultOf: ReadonlyMap<string, CheckpointResult>;
  turnOf: ReadonlyMap<number, Turn>;
};

/**
 * Reports a call that the agent made before it asked a question, although the checkpoint of the question is listed
 * before that of the call. Only `after` enforces an order, but the author probably expected the order of the list.
 */
function findCallsBeforeQuestion({ checkpoints, resultOf, turnOf }: UnorderedCheckpoints): string[] {
  return checkpoints.slice(1).flatMap((checkpoint, index): string[] => {
    const question = checkpoints[index];
    const [questionTurn = 0, callTurn = 0] = [question, checkpoint].map(
      (each) => resultOf.get(each?.id ?? '')?.reachedAtTurn ?? 0,
    );
    if (question === undefined || callTurn === 0 || questionTurn <= callTurn) return [];
    const text = turnOf.get(questionTurn)?.response?.content ?? '';
    if (
      !text.includes('?') ||
      !isOnlyInQuestions(text, question) ||
      !makesRequiredChange(turnOf.get(callTurn), checkpoint)
    )
      return [];
    return [
      `checkpoint ${checkpoint.id} was reached by a call in turn ${callTurn}, before ${question.id}, which is listed before it; "after" requires an order`,
    ];
  });
}

const strictRemedyText = 'with "strict" the case would fail';

function makesRequiredChange(turn: Turn | undefined, { assert }: Checkpoint): boolean {
  const satisfying = assert.map(createSatisfyingCallTest);
  return (turn?.response?.toolCalls ?? []).some(
    (call) => mayChangeState(call) && !hasFailed(call) && satisfying.some((isSatisfying) => isSatisfying?.(call)),
  );
}

/** True if a checkpoint is satisfied only by questions in the answer, not by its other sentences. */
function isOnlyInQuestions(text: string, checkpoint: Checkpoint | undefined): boolean {
  const statements = text
    .split(/(?<=[.!?\n])/)
    .filter((sentence) => !sentence.endsWith('?'))
    .join(' ');
  return (
    checkpoint?.assert.every(
      (assertion) =>
        (assertion.type === 'contains' || assertion.type === 'regex') && !acceptsText(assertion, statements),
    ) === true
  );
}
