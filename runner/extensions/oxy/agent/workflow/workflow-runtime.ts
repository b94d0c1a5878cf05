import type { Agent, AgentContext, AgentProvider } from '../../../../ports/index.ts';
import type { ProcessHandlers } from '../../../../scripts/script-invoker.ts';
import type { Databases } from '../../databases/open-databases.ts';
import type { Templates } from '../../templates/templates.ts';

/** What all workflows of a project share. */
export type WorkflowRuntime = {
  agents: AgentProvider;
  /** Creates the templates for one request. `now()` in them returns the time of the request. */
  templates(context: AgentContext): Templates;
  /**
   * Returns the id of the agent that consists only of the given agent's model, without instructions: `model:<name>`.
   */
  modelAgentOf(agentId: string): string;
  databases: Databases;
  handlers: ProcessHandlers;
};

/**
 * Returns the judge for the answers of an agent, which is the agent's model. Async, so that the promise rejects if the
 * agent has no model.
 */
export async function findJudge(agentId: string, runtime: WorkflowRuntime, signal: AbortSignal): Promise<Agent> {
  return runtime.agents.agent({ id: runtime.modelAgentOf(agentId) }, signal);
}
