import type { AssertionResult, CaseInput, CaseResult, CaseStatus, EndReason, Turn } from '../../contract/index.ts';
import type { AttemptState, CheckpointCheckResult } from '../../fold/index.ts';
import type { AttemptProgress } from '../../ports/index.ts';
import type { AskedFact } from '../../simulated-user/index.ts';
import type { Json } from '../../values/index.ts';

/** A turn with the parts that were recorded. */
export type RecordedTurn = Pick<Turn, 'turn' | 'response' | 'error'> &
  Pick<Partial<Turn>, 'input' | 'origin' | 'usage' | 'durationMs' | 'simulatorMs' | 'goalAchieved'>;

/** A recorded answer of an agent, turn by turn, and its outcome. A pasted text has one turn and no verdicts. */
export type RecordedAnswer = {
  turns: RecordedTurn[];
  status?: CaseStatus;
  endReason?: EndReason;
  /** The error that ended the attempt, if there was one. */
  error?: string;
  assertions: AssertionResult[];
  checkpointChecks: CheckpointCheckResult[];
  /** The input of the case as it was when the attempt was recorded. */
  input?: CaseInput;
  expected?: Json;
  /** The state of the mocks when the attempt ended. */
  state?: CaseResult['state'];
  /**
   * The facts for which the agent's question was recognized only by the model that played the user. No program can find
   * these questions in the texts.
   */
  unlocked?: AskedFact[];
};

type EndedResult = Pick<CaseResult, 'kind' | 'status' | 'durationMs'> & AttemptProgress;

/**
 * Returns the recording in a finished attempt. For a standard case without turns, it is rebuilt from the result's
 * output and tool calls.
 */
export function toRecordedAnswer(
  result: EndedResult,
  { turns, checkpointChecks }: Partial<Pick<AttemptState, 'turns' | 'checkpointChecks'>> = {},
): RecordedAnswer {
  const { status, endReason, error, assertions = [], input, expected, state } = result;
  const recordedTurns = result.turns ?? turns ?? [];
  const unlocked = (result.simulator?.facts ?? []).flatMap(({ name, by, askedAtTurn }): AskedFact[] =>
    by === undefined || askedAtTurn === undefined ? [] : [{ name, by, turn: askedAtTurn }],
  );
  return {
    status,
    endReason,
    error,
    assertions,
    input,
    expected,
    state,
    checkpointChecks: checkpointChecks ?? [],
    ...(unlocked.length === 0 ? {} : { unlocked }),
    turns: recordedTurns.length > 0 ? recordedTurns : toSingleRecordedTurn(result),
  };
}

const interruptingEndReasons: ReadonlySet<EndReason | undefined> = new Set(['timeout', 'agent_error', 'cancelled']);

function toSingleRecordedTurn({
  kind,
  output,
  toolCalls = [],
  usage,
  durationMs,
  endReason,
}: EndedResult): RecordedTurn[] {
  // If the attempt was interrupted before the agent's answer, the tool calls alone are not an answer.
  const hasAnswered = output !== undefined || (toolCalls.length > 0 && !interruptingEndReasons.has(endReason));
  if (kind !== 'standard' || !hasAnswered) return [];
  const response = typeof output === 'string' ? { content: output } : { content: '', next: output };
  return [{ turn: 1, response: { ...response, toolCalls }, usage: usage?.agent, durationMs }];
}
