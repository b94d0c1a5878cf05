import type {
  AnnouncedCase,
  AssertionResult,
  CaseResult,
  CheckpointResult,
  CheckpointState,
  CheckpointVerdict,
  Fault,
  RunEvent,
  Sample,
  Score,
  Turn,
} from '../contract/index.ts';
import type { AttemptPhase } from './run-state.ts';
import { type Wait, waitsAfter } from './waits.ts';

export type AttemptKey = { suiteKey: string; caseId: string; attempt: number };

export type CheckpointTry = {
  checkpoint: string;
  turn: number;
  state: CheckpointState;
  message?: string;
  /** The verdicts of agents and scripts. */
  verdicts?: CheckpointVerdict[];
};

/** One attempt in full, live or finished: its conversation, checkpoints, assertions and, at the end, its result. */
export type AttemptState = AttemptKey & {
  seq: number;
  status: 'queued' | 'running' | CaseResult['status'];
  startedAt?: number;
  phase?: AttemptPhase;
  /** The waits, in order, one at a time; meaningless for consistency cases, which have several at once. */
  waits: Wait[];
  turns: Turn[];
  tries: CheckpointTry[];
  assertions: AssertionResult[];
  samples: Sample[];
  scores: Score[];
  logs: { source: string; text: string }[];
  faults: Fault[];
  /** The tries before this one, which went wrong by the fault of others. */
  repeated?: CaseResult[];
  result?: CaseResult;
};

export function emptyAttemptState(key: AttemptKey): AttemptState {
  return { ...key, seq: 0, status: 'queued', waits: [], ...noFindings() };
}

type Findings = Pick<AttemptState, 'turns' | 'tries' | 'assertions' | 'samples' | 'scores' | 'logs' | 'faults'>;

function noFindings(): Findings {
  return { turns: [], tries: [], assertions: [], samples: [], scores: [], logs: [], faults: [] };
}

/** Folds the events of one attempt; events of others, and those already folded in, leave it as it is. */
export function reduceAttempt(state: AttemptState, event: RunEvent): AttemptState {
  if (event.seq <= state.seq || !concerns(state, event)) return state;
  return { ...state, ...changeOf(state, event), waits: waitsAfter(state.waits, event), seq: event.seq };
}

/** The checkpoints of an attempt as far as they are known, also while it runs. */
export function checkpointsOf(
  state: AttemptState,
  announced: NonNullable<AnnouncedCase['checkpoints']>,
): CheckpointResult[] {
  if (state.result?.checkpoints !== undefined) return state.result.checkpoints;
  return announced.map((checkpoint) => {
    const tries = state.tries.filter((entry) => entry.checkpoint === checkpoint.id);
    const reached = tries.find((entry) => entry.state === 'reached' || entry.state === 'kept');
    const broken = tries.find((entry) => entry.state === 'broken');
    return {
      id: checkpoint.id,
      description: checkpoint.description,
      after: checkpoint.after,
      required: checkpoint.required,
      reached: reached !== undefined,
      reachedAtTurn: reached?.turn,
      outOfOrderAtTurns: tries.filter((entry) => entry.state === 'out_of_order').map((entry) => entry.turn),
      passed: reached !== undefined,
      ...(broken === undefined ? {} : { invariant: 'broken' as const, brokenAtTurn: broken.turn }),
      ...(reached?.state === 'kept' ? { invariant: 'kept' as const } : {}),
      message: reached === undefined ? tries.at(-1)?.message : undefined,
    };
  });
}

function concerns(key: AttemptKey, event: RunEvent): boolean {
  if (!('caseId' in event)) return false;
  return event.caseId === key.caseId && event.suiteKey === key.suiteKey && event.attempt === key.attempt;
}

function changeOf(state: AttemptState, event: RunEvent): Partial<AttemptState> {
  switch (event.type) {
    case 'case.started':
      return { status: 'running', startedAt: event.at };
    case 'phase.started':
      return { phase: { turn: event.turn, phase: event.phase, since: event.at } };
    case 'turn.finished':
      return { turns: [...state.turns.filter((turn) => turn.turn !== event.turn.turn), event.turn] };
    case 'checkpoint.updated': {
      const { checkpoint, turn, state: reached, message, verdicts } = event;
      return { tries: [...state.tries, { checkpoint, turn, state: reached, message, verdicts }] };
    }
    case 'assertion.finished':
      return { assertions: [...state.assertions, event.assertion] };
    case 'sample.finished':
      return { samples: [...state.samples, event.sample] };
    case 'score.finished':
      return { scores: [...state.scores, event.score] };
    case 'fault.found':
      return { faults: [...state.faults, event.fault] };
    case 'log.written':
      return { logs: [...state.logs, { source: event.source, text: event.text }] };
    case 'case.repeated':
      return { ...noFindings(), phase: undefined, repeated: [...(state.repeated ?? []), event.result] };
    case 'case.finished':
      return {
        status: event.result.status,
        startedAt: event.result.startedAt,
        phase: undefined,
        turns: event.result.turns ?? state.turns,
        assertions: event.result.assertions,
        samples: event.result.samples ?? state.samples,
        scores: event.result.scores ?? state.scores,
        faults: event.result.faults ?? state.faults,
        result: event.result,
      };
    case 'case.decided':
    case 'hook.finished':
    case 'run.started':
    case 'cases.announced':
    case 'run.finished':
      return {};
    default:
      event satisfies never;
      return {};
  }
}
