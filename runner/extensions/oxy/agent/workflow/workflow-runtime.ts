import type { Agent, AgentContext, AgentProvider } from '../../../../ports/index.ts';
import type { ProcessHandlers } from '../../../../scripts/script-invoker.ts';
import type { Databases } from '../../databases/open-databases.ts';
import type { Templates } from '../../templates/templates.ts';

/** The dependencies that all workflows of a project share. */
export type WorkflowRuntime = {
  agents: AgentProvider;
  /** Creates the templates for one question; `now()` in them returns the time of the question. */
  templates(context: AgentContext): Templates;
  /** Returns the id `model:<name>`: the agent that is only the model of the given agent, without its instructions. */
  modelAgentOf(agentId: string): string;
  databases: Databases;
  handlers: ProcessHandlers;
};

/**
 * Finds the judge for the answers of an agent: the agent's own model. Asynchronous, so that the promise rejects if an
 * agent has no model.
 */
export async function findJudge(agentId: string, runtime: WorkflowRuntime, signal: AbortSignal): Promise<Agent> {
  return runtime.agents.agent({ id: runtime.modelAgentOf(agentId) }, signal);
}
