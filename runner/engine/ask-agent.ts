import type { Fault, Usage } from '../contract/index.ts';
import { addUsage } from '../fold/index.ts';
import { type AgentCall, type AgentResponse, type AttemptContext, faultOfError, Stopped } from '../ports/index.ts';
import type { OpenWaits } from './open-waits.ts';

/** Asks an agent under the attempt's deadline; what it spends is counted, what it logs becomes events. */
export async function askAgent(context: AttemptContext, call: AgentCall, waits: OpenWaits): Promise<AgentResponse> {
  const { planned, deadline, ports, emit } = context;
  const { role, turn, messages, options, sessionId, agentId, connector, mocks } = call;
  emit({ type: 'phase.started', turn, phase: call.phase });
  let told: Usage | undefined;
  const answered = deadline.run(async (signal) => {
    const agent = await ports.agents.agent({ id: agentId, connector }, signal);
    return agent.invoke(
      {
        messages,
        options,
        sessionId,
        mocks,
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
          asked: call.phase === 'agent' ? context.asked : undefined,
          spent: (usage) => {
            told = addUsage(told, usage);
          },
        },
        log: (source, text) => emit({ type: 'log.written', source, text }),
      },
      signal,
    );
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

/** What a script makes of an agent that it asked, only the script knows. */
function faultOf(error: unknown, { role, phase, turn }: AgentCall): Fault {
  const fault = faultOfError(error, { role, turn });
  return phase === 'script' ? { ...fault, severity: 'minor' } : fault;
}
