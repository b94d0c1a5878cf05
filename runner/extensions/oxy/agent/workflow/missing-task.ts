import type { Workflow } from './read-workflow.ts';
import { describeFieldAccessOnText, describeMissingOutput } from './task-output.ts';
import type { Task, WorkflowDefinition } from './workflow-definition.ts';

/** The kind of the output that a reference leads to. `anything` means that this is known only at run time. */
type TaskOutputShape = 'text' | 'anything' | (() => ReadonlyMap<string, TaskOutputShape>);

/**
 * Returns why a reference leads to no task of a workflow; undefined if it may lead to one. Like in outputs, a name
 * after a list applies to every item.
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
  // A reference can name a task inside a branch directly.
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
