import type { Fault, Usage } from '../contract/index.ts';
import { addUsage } from '../fold/index.ts';
import {
  type AgentCall,
  type AgentContext,
  AgentError,
  type AgentResponse,
  type AttemptContext,
  faultOfError,
  Stopped,
} from '../ports/index.ts';
import { isTooDeep, TOO_DEEP } from '../values/index.ts';
import type { OpenWaits } from './open-waits.ts';

/** Asks an agent under the attempt's deadline; what it spends is counted, what it logs becomes events. */
export async function askAgent(context: AttemptContext, call: AgentCall, waits: OpenWaits): Promise<AgentResponse> {
  const { planned, deadline, ports, emit } = context;
  const { role, turn, messages, options, sessionId, agentId, connector, mocks, state } = call;
  emit({ type: 'phase.started', turn, phase: call.phase });
  let told: Usage | undefined;
  const answered = deadline.run(async (signal) => {
    const agent = await ports.agents.agent({ id: agentId, connector }, signal);
    const response = await agent.invoke(
      {
        messages,
        options,
        sessionId,
        mocks,
        state,
        context: {
          runId: context.runId,
          suiteKey: planned.suiteKey,
          caseId: planned.case.id,
          attempt: context.attempt,
          turn,
          role,
          environment: planned.environment,
          waiting: context.waiting,
          calling: waits.calling,
          hung: context.hung,
          warn: context.warn,
          called: both(context.called({ role, turn, agentId }), call.onModelCall),
          heard: context.heard({ role, turn, agentId }),
          tool: (started) => context.tool({ ...started, turn }),
          decide: (reference, values) =>
            ports.scripts.runFunction(
              { reference, ...scriptPlace(planned), arguments: values, services: context.services(turn) },
              signal,
            ),
          asked: call.phase === 'agent' ? context.asked : undefined,
          spent: (usage) => {
            told = addUsage(told, usage);
          },
        },
        said: call.phase === 'agent' ? (text) => context.said(turn, text) : undefined,
        log: (source, text) => emit({ type: 'log.written', source, text }),
      },
      signal,
    );
    refuseTooDeep(response, agentId);
    return response;
  });
  try {
    const response = await answered;
    context.spend(role, response.usage ?? told);
    return response;
  } catch (error) {
    context.spend(role, told);
    if (!(error instanceof Stopped)) context.found(faultOf(error, call));
    throw error;
  } finally {
    waits.end();
  }
}

type ModelCallListener = AgentContext['called'];

function both(first: ModelCallListener, second: ModelCallListener): ModelCallListener {
  if (first === undefined || second === undefined) return first ?? second;
  return (call) => {
    first(call);
    second(call);
  };
}

function scriptPlace({ baseDir, agentId }: AttemptContext['planned']): { baseDir: string; agentId: string } {
  return { baseDir, agentId };
}

/** Values come from answers of services, from modules and from tools: nobody else looks at them all. */
function refuseTooDeep({ next, state, toolCalls }: AgentResponse, agentId: string): void {
  if (isTooDeep(next)) throw new AgentError(`agent "${agentId}" answered data, and ${TOO_DEEP}`, 'agent');
  if (isTooDeep(state)) throw new AgentError(`agent "${agentId}" told its state, and ${TOO_DEEP}`, 'agent');
  const call = toolCalls.find(({ arguments: given, result }) => isTooDeep(given) || isTooDeep(result));
  if (call === undefined) return;
  const part = isTooDeep(call.arguments) ? 'arguments' : 'result';
  throw new AgentError(`agent "${agentId}" called ${call.tool}; of its ${part}, ${TOO_DEEP}`, 'agent');
}

/** What a script makes of an agent that it asked, only the script knows. */
function faultOf(error: unknown, { role, phase, turn }: AgentCall): Fault {
  const fault = faultOfError(error, { role, turn });
  return phase === 'script' ? { ...fault, severity: 'minor' } : fault;
}
