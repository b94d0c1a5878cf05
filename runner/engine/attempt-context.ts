import type { AgentWithSentRequest, AttemptContext, AttemptFact, ScriptServices } from '../ports/index.ts';
import { askAgent, createCallContext } from './ask-agent.ts';
import { type AttemptTotals, createAttemptRecorder, createAttemptTotals } from './attempt-recorder.ts';

type AttemptContextOptions = Pick<AttemptContext, 'runId' | 'planned' | 'attempt' | 'ports' | 'deadline' | 'emit'> & {
  /** Receives the partial answer of a turn for live display. */
  streamText?: (turn: number, text: string) => void;
  /** The number of the try, from 1. Each try has its own session. */
  tries?: number;
  /** The agent that has already received the request, if it was sent before the attempt began. */
  sentAgent?: AgentWithSentRequest | undefined;
};
/**
 * Given for a nested call within an attempt: the session of the call, and the totals of the attempt, which include the
 * usage of the call.
 */
type ParentAttempt = { sessionId: string; totals: AttemptTotals };

type AttemptSessionParts = Pick<AttemptContextOptions, 'runId' | 'planned' | 'attempt' | 'tries'>;

/** Returns the session id of an attempt. All turns have the same id; each retry has another. */
export function buildAttemptSessionId({ runId, planned, attempt, tries = 1 }: AttemptSessionParts): string {
  const session = `${planned.environment.chatId ?? runId}:${planned.suiteKey}:${planned.case.id}:${attempt}`;
  return tries === 1 ? session : `${session}:try-${tries}`;
}

export function createAttemptContext(options: AttemptContextOptions, parentAttempt?: ParentAttempt): AttemptContext {
  const { runId, planned, attempt, ports, deadline, emit, streamText, sentAgent } = options;
  const totals = parentAttempt?.totals ?? createAttemptTotals();
  const recorder = createAttemptRecorder({ planned, ports, deadline, totals, emit, streamText });
  const context: AttemptContext = {
    runId,
    planned,
    attempt,
    ports,
    deadline,
    ...recorder,
    // Faults of nested calls are minor, because no single one of them determines the result of the attempt.
    report: parentAttempt === undefined ? recorder.report : (fact) => recorder.report(downgradeFaultToMinor(fact)),
    sessionId: parentAttempt?.sessionId ?? buildAttemptSessionId(options),
    ask: (call) => askAgent(context, call, sentAgent),
    services: (turn) => createScriptServices(context, turn),
    createNestedContext({ deadline: nestedDeadline, session: sessionName }) {
      // Nested calls may run in parallel, so their partial texts are not streamed.
      const nestedOptions = {
        ...options,
        streamText: undefined,
        deadline: nestedDeadline,
        planned: { ...planned, timeoutMs: nestedDeadline.timeoutMs },
      };
      return createAttemptContext(nestedOptions, { totals, sessionId: `${context.sessionId}:${sessionName}` });
    },
  };
  return context;
}

function downgradeFaultToMinor(fact: AttemptFact): AttemptFact {
  return fact.type === 'fault' ? { ...fact, fault: { ...fact.fault, severity: 'minor' } } : fact;
}

function createScriptServices(context: AttemptContext, turn: number): ScriptServices {
  const { planned, ports, sessionId } = context;
  const { agentId } = planned;
  const source = { role: 'agent' as const, turn, agentId };
  const report: ScriptServices['report'] = (fact) => {
    if (factTypesFromScripts.has(fact.type)) context.report({ type: 'agent', source, fact });
  };
  const recordsCalls = ports.recordCalls !== false;
  return {
    report,
    caller: { sessionId, context: { ...createCallContext(context, { role: 'agent', turn }), report, recordsCalls } },
    askAgent: (question) =>
      context.ask({ ...question, role: 'agent', phase: 'script', turn, sessionId: `${context.sessionId}:script` }),
  };
}

/**
 * The types of facts that are recorded for agents that a script calls. Other facts belong to a turn, which these agents
 * do not have.
 */
const factTypesFromScripts: ReadonlySet<string> = new Set(['log', 'warning', 'wait', 'hang', 'usage', 'model.called']);
