import type { Workflow } from './read-workflow.ts';
import { describeFieldAccessOnText, describeMissingOutput } from './task-output.ts';
import type { Task, WorkflowDefinition } from './workflow-definition.ts';

/**
 * The kind of output that a reference leads to, as far as the workflow files show it. `anything` means that it is known
 * only at run time.
 */
type TaskOutputShape = 'text' | 'anything' | (() => ReadonlyMap<string, TaskOutputShape>);

/**
 * Returns why a reference does not lead to a task of a workflow; undefined if it may lead to one. A reference applies
 * to every item of a list, as in outputs.
 */
export function describeMissingTask(
  workflow: Pick<WorkflowDefinition, 'tasks' | 'variables'>,
  reference: string,
  workflows: (src: string) => Workflow,
): string | undefined {
  const findTaskOutputShape = (task: Task): TaskOutputShape => {
    switch (task.type) {
      case 'agent':
      case 'formatter':
        return 'text';
      case 'execute_sql':
      case 'semantic_query':
      case 'omni_query':
      case 'looker_query':
      case 'visualize':
        return 'anything';
      case 'loop_sequential':
        return () =>
          new Map<string, TaskOutputShape>([
            [task.name, 'anything'],
            ['value', 'anything'],
            ...collectShapesByTaskName(task.tasks),
          ]);
      case 'workflow':
        return () => collectShapesInWorkflow(workflows(task.src));
      case 'conditional':
        return () => collectShapesByTaskName(listBranchTasks(task));
      default:
        return task satisfies never;
    }
  };
  // The tasks inside a branch can also be referenced directly by their own names.
  const collectShapesByTaskName = (tasks: readonly Task[]): Map<string, TaskOutputShape> =>
    new Map(
      tasks.flatMap((task): [string, TaskOutputShape][] => [
        ...(task.type === 'conditional' ? collectShapesByTaskName(listBranchTasks(task)) : []),
        [task.name, findTaskOutputShape(task)],
      ]),
    );
  const collectShapesInWorkflow = ({ tasks, variables }: typeof workflow): Map<string, TaskOutputShape> =>
    new Map([
      ...Object.keys(variables).map((name): [string, TaskOutputShape] => [name, 'anything']),
      ...collectShapesByTaskName(tasks),
    ]);

  let currentOutputShape: TaskOutputShape = () => collectShapesInWorkflow(workflow);
  const parts = reference.split('.');
  for (const [depth, part] of parts.entries()) {
    const referencePart = { reference, part, partsBefore: parts.slice(0, depth).join('.') };
    if (currentOutputShape === 'anything') return undefined;
    if (currentOutputShape === 'text') return describeFieldAccessOnText(referencePart);
    const members = currentOutputShape();
    const member = members.get(part);
    if (member === undefined) return describeMissingOutput(referencePart, [...members.keys()]);
    currentOutputShape = member;
  }
  return undefined;
}

function listBranchTasks({ conditions, else: otherwise = [] }: Extract<Task, { type: 'conditional' }>): Task[] {
  return [...conditions.flatMap(({ tasks }) => tasks), ...otherwise];
}
