import type {
  AnswerSample,
  AssertionResult,
  CaseResult,
  CheckpointState,
  CheckpointVerdict,
  Fault,
  RunEvent,
  Score,
  Turn,
} from '../contract/index.ts';
import type { AttemptId } from './keys.ts';
import type { AttemptPhase, UnreadableEvents } from './run-state.ts';
import { addIfUnreadable } from './unreadable-events.ts';
import { computeWaitsAfterEvent, type WaitPeriod } from './waits.ts';

/** A user message that the agent has not answered yet. */
export type UnansweredTurn = Pick<Turn, 'turn' | 'origin' | 'input'>;

/** A tool call; `durationMs` is missing while the call is running. */
export type ToolRun = Pick<ToolStarted, 'call' | 'turn' | 'server' | 'tool' | 'arguments'> & {
  startedAt: number;
  durationMs?: number;
  error?: string | undefined;
};
type ToolStarted = Extract<RunEvent, { type: 'tool.started' }>;
type ToolFinished = Extract<RunEvent, { type: 'tool.finished' }>;

type ModelCalled = Extract<RunEvent, { type: 'model.called' }>;
/** A model call without its request and answer. `seq` is the sequence number of the call's event in the log. */
export type ModelCallOutline = Omit<
  ModelCalled,
  'v' | 'runId' | 'at' | 'type' | 'suiteKey' | 'caseId' | 'attempt' | 'request' | 'answer'
>;

export type CheckpointCheckResult = {
  checkpoint: string;
  turn: number;
  state: CheckpointState;
  message?: string;
  /** The results of the checkpoint's assertions by agents and scripts in this evaluation. */
  verdicts?: CheckpointVerdict[];
};

/**
 * The complete state of one attempt, running or finished: its conversation, checkpoints, assertions and, at the end,
 * its result.
 */
export type AttemptState = AttemptId & {
  seq: number;
  status: 'queued' | 'running' | CaseResult['status'];
  startedAt?: number;
  phase?: AttemptPhase;
  /**
   * The periods in which the attempt was waiting, in order and without overlap. Not meaningful for consistency cases,
   * which wait for several answers at the same time.
   */
  waits: WaitPeriod[];
  turns: Turn[];
  /** The turn in progress, which the agent has not answered yet. */
  open?: UnansweredTurn | undefined;
  /** Model calls, without their requests and answers. */
  calls: ModelCallOutline[];
  /** Finished and running tool calls that the agent has reported. */
  tools: ToolRun[];
  checkpointChecks: CheckpointCheckResult[];
  assertions: AssertionResult[];
  samples: AnswerSample[];
  scores: Score[];
  logs: { source: string; text: string }[];
  faults: Fault[];
  /** Events of the attempt that cannot be read; undefined if all can be read. */
  unreadable?: UnreadableEvents[];
  /** The results of earlier tries of this attempt that failed for reasons outside the agent and were repeated. */
  repeated?: CaseResult[];
  result?: CaseResult;
};

export function emptyAttemptState(key: AttemptId): AttemptState {
  return { ...key, seq: 0, status: 'queued', waits: [], ...emptyFindings() };
}

type AttemptFindings = Pick<
  AttemptState,
  'turns' | 'calls' | 'tools' | 'checkpointChecks' | 'assertions' | 'samples' | 'scores' | 'logs' | 'faults'
>;

function emptyFindings(): AttemptFindings {
  return {
    turns: [],
    calls: [],
    tools: [],
    checkpointChecks: [],
    assertions: [],
    samples: [],
    scores: [],
    logs: [],
    faults: [],
  };
}

/**
 * Returns the state of an attempt after one more event. Events of other attempts, and events that were applied before,
 * change nothing.
 */
export function reduceAttempt(state: AttemptState, event: RunEvent): AttemptState {
  if (event.seq <= state.seq || !concernsAttempt(state, event)) return state;
  const change = computeChangeByEvent(state, event, (list, item) => [...list, item]);
  return { ...state, ...change, waits: computeWaitsAfterEvent(state.waits, event), seq: event.seq };
}

export type AttemptFold = { apply(event: RunEvent): void; state(): AttemptState };

/**
 * Does the same as `reduceAttempt` for many events, but faster: its lists are not copied, new items are appended to
 * them.
 */
export function createAttemptFold(key: AttemptId): AttemptFold {
  const state = emptyAttemptState(key);
  return {
    apply(event) {
      if (event.seq <= state.seq || !concernsAttempt(state, event)) return;
      const change = computeChangeByEvent(state, event, appendInPlace);
      Object.assign(state, change, { waits: computeWaitsAfterEvent(state.waits, event), seq: event.seq });
    },
    state: () => state,
  };
}

type AppendItem = <Item>(list: Item[], item: Item) => Item[];

function appendInPlace<Item>(list: Item[], item: Item): Item[] {
  list.push(item);
  return list;
}

function concernsAttempt(key: AttemptId & Pick<AttemptState, 'status'>, event: RunEvent): boolean {
  // An unreadable event without a case id may belong to any running attempt.
  if (event.type === 'event.unreadable' && event.caseId === undefined) return key.status === 'running';
  if (!('caseId' in event)) return false;
  return event.caseId === key.caseId && event.suiteKey === key.suiteKey && event.attempt === key.attempt;
}

function computeChangeByEvent(state: AttemptState, event: RunEvent, append: AppendItem): Partial<AttemptState> {
  const unreadable = addIfUnreadable(state.unreadable, event);
  const change = computeFindingsAfterEvent(state, event, append);
  return unreadable === undefined ? change : { ...change, unreadable };
}

function computeFindingsAfterEvent(state: AttemptState, event: RunEvent, append: AppendItem): Partial<AttemptState> {
  switch (event.type) {
    case 'case.started':
      return { status: 'running', startedAt: event.at };
    case 'phase.started':
      return { phase: { turn: event.turn, phase: event.phase, since: event.at } };
    case 'turn.started':
      return { open: { turn: event.turn, origin: event.origin, input: event.input } };
    case 'model.called':
      return { calls: append(state.calls, toModelCallOutline(event)) };
    case 'tool.started':
    case 'tool.finished':
      return { tools: computeToolRunsAfterEvent(state.tools, event) };
    case 'turn.finished':
      return {
        open: undefined,
        turns: [...state.turns.filter((turn) => turn.turn !== event.turn.turn), event.turn],
      };
    case 'checkpoint.updated': {
      const { checkpoint, turn, state: checkpointState, message, verdicts } = event;
      return {
        checkpointChecks: append(state.checkpointChecks, {
          checkpoint,
          turn,
          state: checkpointState,
          message,
          verdicts,
        }),
      };
    }
    case 'assertion.finished':
      return { assertions: append(state.assertions, event.assertion) };
    case 'sample.finished':
      return { samples: append(state.samples, event.sample) };
    case 'score.finished':
      return { scores: append(state.scores, event.score) };
    case 'fault.found':
      return { faults: append(state.faults, event.fault) };
    case 'log.written':
      return { logs: append(state.logs, { source: event.source, text: event.text }) };
    case 'case.repeated':
      return {
        ...emptyFindings(),
        open: undefined,
        phase: undefined,
        repeated: [...(state.repeated ?? []), event.result],
      };
    case 'case.finished':
      return { ...computeChangeAtFinish(state, event.result), open: undefined, phase: undefined };
    case 'case.decided':
    case 'delivery.dropped':
    case 'hook.finished':
    case 'event.unreadable':
    case 'run.started':
    case 'cases.announced':
    case 'run.finished':
      return {};
    default:
      event satisfies never;
      return {};
  }
}

function computeChangeAtFinish(state: AttemptState, result: CaseResult): Partial<AttemptState> {
  const { status, startedAt, assertions } = result;
  return {
    status,
    startedAt,
    assertions,
    result,
    turns: result.turns ?? state.turns,
    samples: result.samples ?? state.samples,
    scores: result.scores ?? state.scores,
    faults: result.faults ?? state.faults,
  };
}

function computeToolRunsAfterEvent(tools: ToolRun[], event: ToolStarted | ToolFinished): ToolRun[] {
  const { call, turn, server, tool } = event;
  if (event.type === 'tool.started') {
    return [...tools, { call, turn, server, tool, arguments: event.arguments, startedAt: event.at }];
  }
  const { startedAt, durationMs, error } = event;
  const startedCall = tools.find((run) => run.call === call);
  const finishedCall = { call, turn, server, tool, arguments: startedCall?.arguments, startedAt, durationMs, error };
  return [...tools.filter((run) => run.call !== call), finishedCall];
}

function toModelCallOutline(event: ModelCalled): ModelCallOutline {
  const { v, runId, at, type, suiteKey, caseId, attempt, request, answer, ...outline } = event;
  return outline;
}
