import { createSatisfyingCallTest } from '../../assertions/assertion-types.ts';
import type { Subject } from '../../assertions/subject.ts';
import type {
  Assertion,
  AssertionResult,
  Checkpoint,
  CheckpointResult,
  CheckpointVerdict,
} from '../../contract/index.ts';

/** The position of a turn's text for `strict` checkpoints. The text counts as coming after all calls of the turn. */
const POSITION_AFTER_CALLS = Number.POSITIVE_INFINITY;

/**
 * Returns the position of the last call after `from` that the checkpoint needs; undefined if it needs none. The calls
 * of a turn have an order, but the turn's text does not: it counts as before and after every call.
 */
export function findPositionInTurn(
  assert: readonly Assertion[],
  { subject, from, strict }: { subject: Subject; from: number; strict: boolean },
): number | 'too early' | undefined {
  const calls = assert.flatMap((assertion) => {
    const isSatisfying = createSatisfyingCallTest(assertion);
    if (isSatisfying === undefined) return [];
    return [subject.toolCalls.findIndex((call, position) => position > from && isSatisfying(call))];
  });
  if (calls.includes(-1)) return 'too early';
  if (calls.length > 0) return Math.max(...calls);
  return strict ? POSITION_AFTER_CALLS : undefined;
}

/** The initial result of a checkpoint. */
export function createInitialResult(
  { id, description, after, required, assert }: Checkpoint,
  isInvariant: boolean,
): CheckpointResult {
  const tool = assert.map(findRequiredToolName).find((name) => name !== undefined);
  return {
    id,
    tool,
    description,
    after,
    required,
    reached: false,
    outOfOrderAtTurns: [],
    passed: false,
    ...(isInvariant ? { invariant: 'not_judged' as const } : {}),
  };
}

function findRequiredToolName(assertion: Checkpoint['assert'][number]): string | undefined {
  if (assertion.type === 'tool_result') return assertion.value.tool;
  if (assertion.type !== 'tool_called') return undefined;
  const { value, name } = assertion;
  if (value === undefined) return name;
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.join(' or ') : value.name;
}

/** The verdicts of judges on a checkpoint, which cannot be recomputed from the texts. */
export function toVerdicts(results: readonly AssertionResult[]): { verdicts?: CheckpointVerdict[] } {
  const verdicts = results.flatMap(({ type, status, message, negate, asked }) =>
    asked === undefined ? [] : [{ type, status, asked, message, negate }],
  );
  return verdicts.length === 0 ? {} : { verdicts };
}
