import { defaultEnvironment, type EndReason, type StandardOrDynamicCase } from '../../contract/index.ts';
import { formatContentText } from '../../fold/index.ts';
import {
  type AgentCall,
  AgentError,
  type AgentResponse,
  type AttemptContext,
  type AttemptProgress,
  type Clock,
  createFaultOfError,
  StoppedError,
} from '../../ports/index.ts';
import type { RecordedAnswer, RecordedTurn } from './recorded-answer.ts';

/** An attempt context in which agent and simulator answer from a recording. */
export type RecordedContext = {
  context: AttemptContext;
  /** True if the case would have continued after the last recorded turn. */
  hasRunOut(): boolean;
};

type ContextParts = { testCase: StandardOrDynamicCase; answer: RecordedAnswer };

/** The clock of this context replays recorded times: a turn takes as long as it originally took. */
export function createRecordedContext({ testCase, answer }: ContextParts): RecordedContext {
  let elapsed = 0;
  let recordedProgress: AttemptProgress = {};
  let hasRunOut = false;
  const clock: Clock = { now: () => elapsed, elapsed: () => elapsed, after: () => () => undefined };

  function replayAgentAnswer({ turn }: AgentCall): AgentResponse {
    const recordedTurn = getRecordedTurn(answer, turn);
    elapsed += recordedTurn?.durationMs ?? 0;
    if (recordedTurn?.response !== undefined && recordedTurn.error === undefined) {
      const { content, toolCalls, next } = recordedTurn.response;
      const endedByAgent = turn === answer.turns.length && answer.endReason === 'agent_ended';
      return { content, toolCalls, next, usage: recordedTurn.usage, endsConversation: endedByAgent };
    }
    if (recordedTurn !== undefined) throw toEndError(answer, recordedTurn);
    hasRunOut = true;
    throw new StoppedError('cancelled');
  }

  function replayUserAnswer({ turn }: AgentCall): AgentResponse {
    const recordedTurn = getRecordedTurn(answer, turn);
    elapsed += recordedTurn?.simulatorMs ?? 0;
    if (recordedTurn !== undefined) {
      const isLast = turn === answer.turns.length;
      const goalAchieved = recordedTurn.goalAchieved === true || (isLast && goalAchievedReasons.has(answer.endReason));
      return createUserResponse(formatContentText(recordedTurn.input ?? '') || '…', goalAchieved);
    }
    if (endReasonsBeforeUserMessage.has(answer.endReason)) throw toEndError(answer);
    hasRunOut = !endReasonsByUser.has(answer.endReason);
    return createUserResponse('', true);
  }
  const context: AttemptContext = {
    runId: '',
    attempt: 1,
    sessionId: '',
    planned: {
      suiteKey: '',
      agentId: '',
      baseDir: '',
      environment: defaultEnvironment,
      case: testCase,
      options: testCase.options ?? {},
      timeoutMs: Number.POSITIVE_INFINITY,
    },
    ports: { ...noPorts, clock },
    deadline: {
      timeoutMs: Number.POSITIVE_INFINITY,
      signal: new AbortController().signal,
      stopped: () => undefined,
      run: (work) => work(context.deadline.signal),
      dispose: () => undefined,
    },
    emit: ignoreEvent,
    ask: async (call) => (call.role === 'agent' ? replayAgentAnswer(call) : replayUserAnswer(call)),
    services: () => ({
      report: ignoreEvent,
      askAgent: () => Promise.reject(new Error('judging a recording calls no agent')),
    }),
    createNestedContext: () => context,
    report: ignoreEvent,
    record(progress) {
      recordedProgress = { ...recordedProgress, ...progress };
    },
    findings: () => ({ usage: {}, connectors: new Set(), warnings: new Set(), faults: [], progress: recordedProgress }),
    timeout: async () => ({
      text: answer.error ?? 'timeout',
      fault: createFaultOfError(new Error('timeout'), { role: 'agent' }),
    }),
  };
  return { context, hasRunOut: () => hasRunOut };
}

const noPorts: Omit<AttemptContext['ports'], 'clock'> = {
  agents: { agent: () => Promise.reject(new Error('judging a recording calls no agent')) },
  scripts: { runHook: refuseScript, runFunction: refuseScript, runTest: refuseScript, runMock: refuseScript },
  attachments: { read: (content) => Promise.resolve(content) },
  observers: [],
  onObserverError: () => undefined,
};

/** End reasons of conversations after which the user had no open goal. */
const goalAchievedReasons: ReadonlySet<EndReason | undefined> = new Set(['goal_achieved', 'refused']);
/** End reasons of conversations that the simulator or the script ended. */
const endReasonsByUser: ReadonlySet<EndReason | undefined> = new Set([
  'goal_achieved',
  'refused',
  'turns_played',
  'agent_ended',
]);
/** End reasons of conversations that stopped while the simulator's message was awaited. */
const endReasonsBeforeUserMessage: ReadonlySet<EndReason | undefined> = new Set([
  'timeout',
  'cancelled',
  'simulator_error',
]);

function getRecordedTurn({ turns }: RecordedAnswer, turn: number): RecordedTurn | undefined {
  return turns[turn - 1];
}

/**
 * Returns the error that the agent or simulator throws at the end of the recording, because the recorded conversation
 * ended with an error or was stopped.
 */
function toEndError({ endReason, error }: RecordedAnswer, turn?: RecordedTurn): Error {
  if (endReason === 'timeout' || endReason === 'cancelled')
    return new StoppedError(endReason === 'timeout' ? 'timeout' : 'cancelled');
  return new AgentError(
    turn?.error ?? error?.replace(/^simulator error: /, '') ?? 'no answer is recorded',
    error?.startsWith('model') === true ? 'model' : 'agent',
  );
}

function createUserResponse(message: string, goalAchieved: boolean): AgentResponse {
  return { content: '', toolCalls: [], next: { message, goal_achieved: goalAchieved } };
}

function refuseScript(): Promise<never> {
  return Promise.reject(new Error('judging a recording runs no script'));
}

function ignoreEvent(): void {}
