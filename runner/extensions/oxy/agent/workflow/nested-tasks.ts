import type { Task } from './workflow-definition.ts';

export type TaskPath = readonly (string | number)[];

/** Returns the lists of tasks that a task contains, with the path of each list in the task. */
export function listNestedTasks(task: Task): { at: TaskPath; tasks: Task[] }[] {
  switch (task.type) {
    case 'loop_sequential':
      return [{ at: ['tasks'], tasks: task.tasks }];
    case 'conditional': {
      const branches = task.conditions.map(({ tasks }, position) => ({ at: ['conditions', position, 'tasks'], tasks }));
      return task.else === undefined ? branches : [...branches, { at: ['else'], tasks: task.else }];
    }
    case 'agent':
    case 'formatter':
    case 'workflow':
      return [];
    case 'execute_sql':
    case 'semantic_query':
    case 'omni_query':
    case 'looker_query':
    case 'visualize':
      return [];
    default:
      return task satisfies never;
  }
}
