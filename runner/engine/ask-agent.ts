import type { Fault, Usage } from '../contract/index.ts';
import { addUsage } from '../fold/index.ts';
import {
  type AgentCall,
  type AgentContext,
  AgentError,
  type AgentFact,
  type AgentResponse,
  type AgentWithSentRequest,
  type AttemptContext,
  createFaultOfError,
  type ReportFact,
  StoppedError,
} from '../ports/index.ts';
import { isNestedTooDeep, MAX_LEVELS, TOO_DEEP_TEXT } from '../values/index.ts';

/**
 * Calls an agent within the deadline of the attempt, adds its usage to the attempt, and records the facts that it
 * reports. If the request was sent before the attempt began, `sentAgent` returns the answer.
 */
export async function askAgent(
  context: AttemptContext,
  call: AgentCall,
  sentAgent?: AgentWithSentRequest,
): Promise<AgentResponse> {
  const { planned, deadline, ports } = context;
  const { role, turn, messages, options, sessionId, agentId, connector, mocks, state } = call;
  context.emit({ type: 'phase.started', turn, phase: call.phase });
  let reportedUsage: Usage | undefined;
  const source = { role, turn, agentId };
  const isTested = call.phase === 'agent';
  const report: ReportFact = (fact) => {
    if (fact.type === 'model.called') call.onModelCall?.(fact.call);
    // Reported usage counts only if the answer contains none.
    if (fact.type === 'usage') reportedUsage = addUsage(reportedUsage, fact.usage);
    else if (isTested || !factTypesOfTestedAgent.has(fact.type)) context.report({ type: 'agent', source, fact });
  };
  const reply = deadline.run(async (signal) => {
    const agent = sentAgent ?? (await ports.agents.agent({ id: agentId, connector }, signal));
    const response = await agent.invoke(
      {
        messages,
        options,
        sessionId,
        mocks,
        state,
        context: {
          ...createCallContext(context, { role, turn }),
          report,
          recordsCalls: ports.recordCalls !== false || call.onModelCall !== undefined,
          streams: isTested,
          decide: (reference, values) =>
            ports.scripts.runFunction(
              { reference, ...selectScriptLocation(planned), arguments: values, services: context.services(turn) },
              signal,
            ),
        },
      },
      signal,
    );
    assertResponseNotTooDeep(response, agentId);
    return response;
  });
  try {
    const response = await reply;
    context.report({ type: 'spent', role, usage: response.usage ?? reportedUsage });
    return response;
  } catch (error) {
    context.report({ type: 'spent', role, usage: reportedUsage });
    if (!(error instanceof StoppedError)) context.report({ type: 'fault', fault: toFault(error, call) });
    throw error;
  } finally {
    context.report({ type: 'answered' });
  }
}

type CallContext = Pick<AgentContext, 'runId' | 'suiteKey' | 'caseId' | 'attempt' | 'turn' | 'role' | 'environment'>;

/** Returns the context of a call: the attempt, the turn and the environment. */
export function createCallContext(
  { runId, planned, attempt }: Pick<AttemptContext, 'runId' | 'planned' | 'attempt'>,
  { role, turn }: Pick<AgentCall, 'role' | 'turn'>,
): CallContext {
  const { suiteKey, environment } = planned;
  return { runId, suiteKey, caseId: planned.case.id, attempt, turn, role, environment };
}

/** Types of facts that are recorded only if the tested agent reports them, and not a simulator or judge. */
const factTypesOfTestedAgent: ReadonlySet<AgentFact['type']> = new Set<AgentFact['type']>(['text', 'connector']);

function selectScriptLocation({ baseDir, agentId }: AttemptContext['planned']): { baseDir: string; agentId: string } {
  return { baseDir, agentId };
}

/** Throws if an answer is nested too deeply. All answers of servers, modules and tools pass this check. */
function assertResponseNotTooDeep({ next, state, toolCalls }: AgentResponse, agentId: string): void {
  if (isNestedTooDeep(next))
    throw new AgentError(`agent "${agentId}" returned data that cannot be used: ${TOO_DEEP_TEXT}`, 'agent');
  if (isNestedTooDeep(state))
    throw new AgentError(`agent "${agentId}" returned a state that cannot be used: ${TOO_DEEP_TEXT}`, 'agent');
  const call = toolCalls.find(
    ({ arguments: callArguments, result }) => isNestedTooDeep(callArguments) || isNestedTooDeep(result),
  );
  if (call === undefined) return;
  const nestedPart = isNestedTooDeep(call.arguments) ? 'arguments are' : 'result is';
  const problem = `its ${nestedPart} nested more than ${MAX_LEVELS} levels deep`;
  throw new AgentError(`agent "${agentId}" called ${call.tool}, but the call cannot be used: ${problem}`, 'agent');
}

/** If a script called the agent, the fault is minor, because the script decides what a failure of the agent means. */
function toFault(error: unknown, { role, phase, turn }: AgentCall): Fault {
  const fault = createFaultOfError(error, { role, turn });
  return phase === 'script' ? { ...fault, severity: 'minor' } : fault;
}
