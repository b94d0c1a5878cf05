import { AgentError, type AgentResponse } from '../../../../ports/index.ts';
import { type Json, type JsonObject, toErrorMessage } from '../../../../values/index.ts';
import type { TemplateTable } from '../../templates/tables.ts';
import type { Templates } from '../../templates/templates.ts';
import type { Workflow } from './read-workflow.ts';
import type { Task } from './workflow-definition.ts';

/**
 * A request to an agent. `label` is the name of the task with the rounds of the loops around it, such as
 * `fruits[2].summary`.
 */
export type TaskQuestion = { label: string; agentId: string; prompt: string; variables?: JsonObject };

/** What a running workflow needs. */
export type WorkflowRun = {
  templates: Templates;
  /** Reads another workflow of the project. */
  workflow(src: string): Workflow;
  askAgent(question: TaskQuestion, signal: AbortSignal): Promise<AgentResponse>;
  /** Asks the model of an agent without the agent's instructions. */
  askModel(question: TaskQuestion, signal: AbortSignal): Promise<string>;
  query(query: { database: string; sql: string }, signal: AbortSignal): Promise<TemplateTable>;
  /** Returns the text of a file in the project. */
  read(file: string): string;
  /** Writes a file in the project. Throws if it is outside of the project. */
  write(file: string, text: string): void;
  /** Runs a task with the workspace's handler for the type of the task. */
  runTaskHandler(task: { type: string; settings: JsonObject }, signal: AbortSignal): Promise<Json>;
  log(label: string, text: string): void;
  warn(text: string): void;
};

/**
 * What surrounds a task: the values for its templates, and `callers`, the workflows that wait for it, the outermost
 * first.
 */
export type TaskScope = { workflow: Workflow; values: JsonObject; prefix: string; callers: readonly string[] };

export type TaskToRun<Kind extends Task> = { task: Kind; label: string; scope: TaskScope };

/** Runs `work`, and adds the name of the task to errors. */
export function runWithTaskInErrors<Result>({ workflow }: TaskScope, label: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw createTaskError(workflow.id, label, error);
  }
}

/** Returns a copy of an error with the task in its message. */
export function createTaskError(workflowId: string, label: string, error: unknown): AgentError {
  const message = toErrorMessage(error);
  const kind = error instanceof AgentError ? error.kind : 'agent';
  return new AgentError(`${workflowId}, task "${label}": ${message}`, kind, { cause: error });
}
