import type { Agent, AgentContext, AgentProvider } from '../../../../ports/index.ts';
import type { ProcessHandlers } from '../../../../scripts/script-invoker.ts';
import type { Databases } from '../../databases/open-databases.ts';
import type { Templates } from '../../templates/templates.ts';

/** Shared by all workflows of a project. */
export type WorkflowRuntime = {
  agents: AgentProvider;
  /** Creates the templates for one question; `now()` in them uses the clock of the question. */
  templates(context: AgentContext): Templates;
  /** The id, `model:<name>`, of the agent that is the bare model of another one, without its instructions. */
  modelAgentOf(agentId: string): string;
  databases: Databases;
  handlers: ProcessHandlers;
};

/** Finds the judge for the answers of an agent: its own model. Asynchronous, so that an agent without one rejects. */
export async function findJudge(agentId: string, runtime: WorkflowRuntime, signal: AbortSignal): Promise<Agent> {
  return runtime.agents.agent({ id: runtime.modelAgentOf(agentId) }, signal);
}
