import { existsSync } from 'node:fs';
import path from 'node:path';
import { readBounded } from '../../../../host/bounded-file.ts';
import { AgentError } from '../../../../ports/index.ts';
import { formatYamlProblem, parseYaml, type YamlProblem } from '../../../../yaml/read-yaml.ts';
import { checkTasks } from './check-tasks.ts';
import type { TaskPath } from './nested-tasks.ts';
import { type WorkflowDefinition, workflowSchema } from './workflow-definition.ts';

/** A parsed workflow file. `id` is its path relative to the project. */
export type Workflow = WorkflowDefinition & {
  id: string;
  /** Warnings with their positions in the file. */
  warnings: readonly string[];
  /** Returns the position of a part of the file for messages, such as `flows/a.workflow.yml:4:16`. */
  placeOf(at: TaskPath): string;
};

/** Parses the workflow at a path of the project. Throws an error with all problems of the file and their positions. */
export function readWorkflow(project: string, id: string): Workflow {
  const file = path.join(project, id);
  if (!existsSync(file)) throw new AgentError(`workflow "${id}" does not exist in ${project}`, 'configuration');
  const document = parseYaml(workflowSchema, { text: readBounded(file, { name: id }), file: id });
  if (!document.ok) throw createBrokenWorkflowError(document.problems);
  const findings = checkTasks(document.data).map(({ severity, at, ...finding }) => ({
    severity,
    problem: { file: id, ...document.positionOf(at, 'value'), ...finding },
  }));
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw createBrokenWorkflowError(errors.map(({ problem }) => problem));
  const formatTaskPosition = (at: TaskPath): string => {
    const { line, column } = document.positionOf(at, 'value');
    return `${id}:${line}:${column}`;
  };
  return {
    ...document.data,
    id,
    placeOf: formatTaskPosition,
    warnings: findings.map(({ problem }) => formatYamlProblem(problem)),
  };
}

/** Returns a function that parses the workflows of a project, each of them only once. */
export function createWorkflowReader(project: string): (src: string) => Workflow {
  const workflows = new Map<string, Workflow>();
  return (src) => {
    const id = path.posix.normalize(src.replaceAll('\\', '/'));
    if (id.startsWith('../') || path.posix.isAbsolute(id) || path.win32.isAbsolute(src)) {
      throw new AgentError(`"${src}" lies outside of the project ${project}; name a workflow in it`, 'configuration');
    }
    const workflow = workflows.get(id) ?? readWorkflow(project, id);
    workflows.set(id, workflow);
    return workflow;
  };
}

function createBrokenWorkflowError(problems: readonly YamlProblem[]): AgentError {
  return new AgentError(problems.map(formatYamlProblem).join('\n'), 'configuration');
}
