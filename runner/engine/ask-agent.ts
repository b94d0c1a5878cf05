import type { Usage } from '../contract/index.ts';
import { addUsage } from '../fold/index.ts';
import type { AgentCall, AgentResponse, AttemptContext } from '../ports/index.ts';

/** Asks an agent under the attempt's deadline; what it spends is counted, what it logs becomes events. */
export async function askAgent(context: AttemptContext, call: AgentCall): Promise<AgentResponse> {
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
    throw error;
  }
}
