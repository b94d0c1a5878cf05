import { AgentError, type AgentResponse } from '../../../../ports/index.ts';
import { errorText, type JsonObject } from '../../../../values/index.ts';
import type { Templates } from '../../templates/templates.ts';
import type { Workflow } from './read-workflow.ts';

/** `label` is the task that asks, with the rounds of its loops: `fruits[2].summary`. */
export type TaskQuestion = { label: string; agentId: string; prompt: string; variables?: JsonObject };

/** The dependencies of a workflow while it runs. */
export type WorkflowRun = {
  templates: Templates;
  /** Another workflow of the project. */
  workflow(src: string): Workflow;
  ask(question: TaskQuestion, signal: AbortSignal): Promise<AgentResponse>;
  /** Asks the model of an agent, without the agent's own instructions. */
  judge(question: TaskQuestion, signal: AbortSignal): Promise<string>;
  log(label: string, text: string): void;
  warn(text: string): void;
};

/** The scope of a task: the names for its templates, and the workflows that wait for it, the outermost first. */
export type Scope = { workflow: Workflow; values: JsonObject; prefix: string; callers: readonly string[] };

/** Does something for a task; what goes wrong names the task. */
export function inTask<Result>({ workflow }: Scope, label: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw taskError(workflow.id, label, error);
  }
}

/** The same failure, told with the task that it happened in. */
export function taskError(workflowId: string, label: string, error: unknown): AgentError {
  const message = errorText(error);
  const kind = error instanceof AgentError ? error.kind : 'agent';
  return new AgentError(`${workflowId}, task "${label}": ${message}`, kind, { cause: error });
}
