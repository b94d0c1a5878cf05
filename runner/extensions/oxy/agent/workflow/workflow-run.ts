import { AgentError, type AgentResponse } from '../../../../ports/index.ts';
import { type Json, type JsonObject, toErrorMessage } from '../../../../values/index.ts';
import type { TemplateTable } from '../../templates/tables.ts';
import type { Templates } from '../../templates/templates.ts';
import type { Workflow } from './read-workflow.ts';
import type { Task } from './workflow-definition.ts';

/** `label` is the name of the task that asks the agent, with the rounds of the loops around it: `fruits[2].summary`. */
export type TaskQuestion = { label: string; agentId: string; prompt: string; variables?: JsonObject };

/** The dependencies of a workflow that is running. */
export type WorkflowRun = {
  templates: Templates;
  /** Reads another workflow of the project. */
  workflow(src: string): Workflow;
  askAgent(question: TaskQuestion, signal: AbortSignal): Promise<AgentResponse>;
  /** Asks the model of an agent, without the agent's own instructions. */
  askModel(question: TaskQuestion, signal: AbortSignal): Promise<string>;
  query(query: { database: string; sql: string }, signal: AbortSignal): Promise<TemplateTable>;
  /** The text of a file of the project. */
  read(file: string): string;
  /** Writes a file of the project; throws for a file outside of the project. */
  write(file: string, text: string): void;
  /** Runs the workspace's handler for the task's type. */
  runTaskHandler(task: { type: string; settings: JsonObject }, signal: AbortSignal): Promise<Json>;
  log(label: string, text: string): void;
  warn(text: string): void;
};

/**
 * The context of a task: the names that its templates can use, and the workflows that wait for it, the outermost first.
 */
export type TaskScope = { workflow: Workflow; values: JsonObject; prefix: string; callers: readonly string[] };

export type TaskToRun<Kind extends Task> = { task: Kind; label: string; scope: TaskScope };

/** Runs the function `work` of a task, and adds the name of the task to errors. */
export function runWithTaskInErrors<Result>({ workflow }: TaskScope, label: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw createTaskError(workflow.id, label, error);
  }
}

/** Returns a copy of an error whose message names the task in which it happened. */
export function createTaskError(workflowId: string, label: string, error: unknown): AgentError {
  const message = toErrorMessage(error);
  const kind = error instanceof AgentError ? error.kind : 'agent';
  return new AgentError(`${workflowId}, task "${label}": ${message}`, kind, { cause: error });
}
