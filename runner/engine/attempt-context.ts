import type { AgentWithSentRequest, AttemptContext, AttemptFact, ScriptServices } from '../ports/index.ts';
import { askAgent, createCallContext } from './ask-agent.ts';
import { type AttemptTotals, createAttemptRecorder, createAttemptTotals } from './attempt-facts.ts';

type AttemptContextOptions = Pick<AttemptContext, 'runId' | 'planned' | 'attempt' | 'ports' | 'deadline' | 'emit'> & {
  /** Streams the partial answer of a turn. */
  say?: (turn: number, text: string) => void;
  /** Number of this try of the attempt, from 1; each try has its own session. */
  tries?: number;
  /** The agent with the call of this attempt, if it was sent before the attempt began. */
  sent?: AgentWithSentRequest | undefined;
};
/** For a call inside an attempt: the session of the call, and the accounts of the attempt, to which the call adds. */
type ParentAttempt = { sessionId: string; accounts: AttemptTotals };

type AttemptSessionParts = Pick<AttemptContextOptions, 'runId' | 'planned' | 'attempt' | 'tries'>;

/** Returns the session id of an attempt: the same for all of its turns, different for each try. */
export function attemptSessionId({ runId, planned, attempt, tries = 1 }: AttemptSessionParts): string {
  const session = `${planned.environment.chatId ?? runId}:${planned.suiteKey}:${planned.case.id}:${attempt}`;
  return tries === 1 ? session : `${session}:try-${tries}`;
}

export function createAttemptContext(options: AttemptContextOptions, shared?: ParentAttempt): AttemptContext {
  const { runId, planned, attempt, ports, deadline, emit, say, sent } = options;
  const accounts = shared?.accounts ?? createAttemptTotals();
  const facts = createAttemptRecorder({ planned, ports, deadline, accounts, emit, say });
  const context: AttemptContext = {
    runId,
    planned,
    attempt,
    ports,
    deadline,
    ...facts,
    // Several calls share the attempt, so no single one decides its outcome; faults of such a call are minor.
    report: shared === undefined ? facts.report : (fact) => facts.report(downgradeFaultToMinor(fact)),
    sessionId: shared?.sessionId ?? attemptSessionId(options),
    ask: (call) => askAgent(context, call, sent),
    services: (turn) => createScriptServices(context, turn),
    createNestedContext({ deadline: own, session: name }) {
      // Several calls run in parallel, so their partial text is not streamed.
      const limited = { ...options, say: undefined, deadline: own, planned: { ...planned, timeoutMs: own.timeoutMs } };
      return createAttemptContext(limited, { accounts, sessionId: `${context.sessionId}:${name}` });
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
    if (fromScripts.has(fact.type)) context.report({ type: 'agent', source, fact });
  };
  const recordsCalls = ports.recordCalls !== false;
  return {
    report,
    caller: { sessionId, context: { ...createCallContext(context, { role: 'agent', turn }), report, recordsCalls } },
    askAgent: (question) =>
      context.ask({ ...question, role: 'agent', phase: 'script', turn, sessionId: `${context.sessionId}:script` }),
  };
}

/** Other facts from a script's agents do not belong to a turn of the case. */
const fromScripts: ReadonlySet<string> = new Set(['log', 'warning', 'wait', 'hang', 'usage', 'model.called']);
