import type { Message, Phase, Usage, UsageRole } from '../../contract/index.ts';
import { addUsage } from '../../fold/index.ts';
import type { Agent, AgentResponse } from '../../ports/index.ts';
import type { AttemptContext } from './attempt-context.ts';

export type Question = {
  role: UsageRole;
  phase: Phase;
  turn: number;
  agentId: string;
  connector?: string | undefined;
  messages: Message[];
  options: Parameters<Agent['invoke']>[0]['options'];
  sessionId: string;
};

/** Asks an agent under the attempt's deadline; what it spends is counted, what it logs becomes events. */
export async function askAgent(context: AttemptContext, question: Question): Promise<AgentResponse> {
  const { planned, deadline, ports, emit } = context;
  const { role, turn, messages, options, sessionId } = question;
  emit({ type: 'phase.started', turn, phase: question.phase });
  const reference = withConnector(question);
  let told: Usage | undefined;
  const answered = deadline.run(async (signal) => {
    const agent = await ports.agents.agent(reference, signal);
    const place = { runId: context.runId, suiteKey: planned.suiteKey, caseId: planned.case.id };
    return agent.invoke(
      {
        messages,
        options,
        sessionId,
        context: {
          ...place,
          attempt: context.attempt,
          turn,
          role,
          environment: planned.environment,
          waiting: context.waiting,
          hung: context.hung,
          warn: context.warn,
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

function withConnector({ agentId, connector }: Question): { id: string; connector?: string } {
  return connector === undefined ? { id: agentId } : { id: agentId, connector };
}
