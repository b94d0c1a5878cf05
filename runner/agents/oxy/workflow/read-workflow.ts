import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { AgentError } from '../../../engine/ports.ts';
import { formatYamlProblem, readYaml, type YamlProblem } from '../../../yaml/read-yaml.ts';
import { type Task, type WorkflowDefinition, workflowSchema, workflowSuffixes } from './workflow-definition.ts';

/** A workflow file; `id` is its path from the project. */
export type Workflow = WorkflowDefinition & { id: string };

/** Reads a workflow of a project by its path from there. Throws with all that is wrong and where it stands. */
export function readWorkflow(project: string, id: string): Workflow {
  const file = path.join(project, id);
  if (!existsSync(file)) throw new AgentError(`workflow "${id}" does not exist in ${project}`, 'configuration');
  const read = readYaml(workflowSchema, { text: readFileSync(file, 'utf8'), file: id });
  if (!read.ok) throw brokenWorkflow(read.problems);
  const problems = problemsOf(read.data.tasks, ['tasks']).map(({ at, message }): YamlProblem => {
    return { file: id, ...read.positionOf(at, 'value'), message };
  });
  if (problems.length > 0) throw brokenWorkflow(problems);
  return { ...read.data, id };
}

/** Whether a path names a workflow, by how it ends. */
export function isWorkflowFile(file: string): boolean {
  return workflowSuffixes.some((suffix) => file.endsWith(suffix) || path.basename(file) === suffix.slice(1));
}

function brokenWorkflow(problems: readonly YamlProblem[]): AgentError {
  return new AgentError(problems.map(formatYamlProblem).join('\n'), 'configuration');
}

type Found = { at: (string | number)[]; message: string };

/** What a schema cannot see: two tasks of one name side by side, and a workflow that is asked as an agent. */
function problemsOf(tasks: readonly Task[], base: (string | number)[]): Found[] {
  const names = new Set<string>();
  return tasks.flatMap((task, position): Found[] => {
    const at = [...base, position];
    const inside = nestedTasks(task).flatMap(([key, nested]) => problemsOf(nested, [...at, ...key]));
    const isTaken = names.has(task.name);
    names.add(task.name);
    return [
      ...(isTaken ? [{ at: [...at, 'name'], message: `there are two tasks "${task.name}" side by side` }] : []),
      ...(task.type === 'agent' && isWorkflowFile(task.agent_ref)
        ? [
            {
              at: [...at, 'agent_ref'],
              message: `"${task.agent_ref}" is a workflow; a task of type workflow runs it, with "src" instead of "agent_ref"`,
            },
          ]
        : []),
      ...inside,
    ];
  });
}

/** The lists of tasks inside of a task, and where they stand in it. */
export function nestedTasks(task: Task): [at: (string | number)[], tasks: Task[]][] {
  switch (task.type) {
    case 'loop_sequential':
      return [[['tasks'], task.tasks]];
    case 'conditional': {
      const branches = task.conditions.map(({ tasks }, position): [(string | number)[], Task[]] => [
        ['conditions', position, 'tasks'],
        tasks,
      ]);
      return task.else === undefined ? branches : [...branches, [['else'], task.else]];
    }
    case 'agent':
    case 'formatter':
    case 'workflow':
      return [];
    default:
      return task satisfies never;
  }
}
