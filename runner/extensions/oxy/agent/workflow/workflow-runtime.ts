import type { Agent, AgentContext, AgentProvider } from '../../../../ports/index.ts';
import type { ProcessHandlers } from '../../../../scripts/script-invoker.ts';
import type { Databases } from '../../databases/open-databases.ts';
import type { Templates } from '../../templates/templates.ts';

/** The parts common to all workflows of a project. */
export type WorkflowRuntime = {
  agents: AgentProvider;
  /** Creates the templates of one question, with its time. */
  templates(context: AgentContext): Templates;
  /** The agent that stands for the model of another one, without its instructions: `model:<name>`. */
  modelAgentOf(agentId: string): string;
  databases: Databases;
  handlers: ProcessHandlers;
};

/** Finds what compares the answers of an agent: its own model. Asynchronous, so that an agent without one rejects. */
export async function findJudge(agentId: string, runtime: WorkflowRuntime, signal: AbortSignal): Promise<Agent> {
  return runtime.agents.agent({ id: runtime.modelAgentOf(agentId) }, signal);
}
