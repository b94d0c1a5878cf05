import { rowViewByCaseKind } from '@/components/runs/cases/row-views';
import type { CaseResult, Turn } from '@/runner/contract';
import { type AttemptState, type CheckpointCheckResult, emptyAttemptState, toMessages } from '@/runner/fold';

/** Rebuilds the state of a finished attempt from its result. */
export function attemptStateFromResult(suiteKey: string, result: CaseResult): AttemptState {
  const { id, attempt, status, turns = [], assertions, samples = [], scores = [], logs = [], faults = [] } = result;
  return {
    ...emptyAttemptState({ suiteKey, caseId: id, attempt }),
    status,
    turns:
      turns.length === 0 && rowViewByCaseKind[result.kind].hasTurns === true ? buildSingleCallTurns(result) : turns,
    checkpointChecks: listCheckpointCheckResults(result),
    assertions,
    faults,
    samples,
    scores,
    logs: logs.map((text) => ({ source: 'log', text })),
    result,
  };
}

/** Returns the turn of a case with a single call; empty if the agent has not answered. */
function buildSingleCallTurns({
  status,
  input,
  output,
  toolCalls,
  interrupts,
  startedAt,
  durationMs,
}: CaseResult): Turn[] {
  if (output === undefined && toolCalls.length === 0 && status !== 'passed') return [];
  const isText = typeof output === 'string' || output === undefined || output === null;
  return [
    {
      turn: 1,
      origin: 'case',
      input: toMessages(input).at(-1)?.content ?? '',
      response: { content: isText ? (output ?? '') : '', toolCalls, ...(isText ? {} : { next: output }) },
      checkpointsReached: [],
      ...(interrupts === undefined ? {} : { interrupts }),
      startedAt,
      durationMs,
    },
  ];
}

function listCheckpointCheckResults({ turns = [], checkpoints = [] }: CaseResult): CheckpointCheckResult[] {
  return [
    ...turns.flatMap(({ turn, checkpointsReached }) =>
      checkpointsReached.map((checkpoint) => ({ checkpoint, turn, state: 'reached' as const })),
    ),
    ...checkpoints.flatMap(({ id, outOfOrderAtTurns }) =>
      outOfOrderAtTurns.map((turn) => ({ checkpoint: id, turn, state: 'out_of_order' as const })),
    ),
  ];
}
