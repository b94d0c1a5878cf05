import { findNearestWord, isJsonObject, type Json } from '../../../../values/index.ts';
import { fileKindByPattern } from '../../files.ts';
import { listTemplateNames } from '../../templates/template-names.ts';
import { listNestedTasks, type TaskPath } from './nested-tasks.ts';
import type { FormatterTask, SqlTask, Task, WorkflowDefinition } from './workflow-definition.ts';

export type TaskFinding = { severity: 'error' | 'warning'; at: TaskPath; message: string; suggestion?: string };

/**
 * Finds mistakes in the tasks of a workflow that its schema does not find. Errors: two tasks with the same name in one
 * list, and a workflow that is called as an agent. Warnings: names in a template that nothing before it defines, so
 * that they would render as nothing.
 */
export function checkTasks({ tasks, variables }: WorkflowDefinition): TaskFinding[] {
  return checkTaskList({ tasks, at: ['tasks'], knownNames: Object.keys(variables) });
}

type TaskListContext = { tasks: readonly Task[]; at: TaskPath; knownNames: readonly string[] };

function checkTaskList({ tasks, at, knownNames }: TaskListContext): TaskFinding[] {
  const names = new Set<string>();
  const namesBefore = new Set(knownNames);
  return tasks.flatMap((task, position) => {
    const fieldPath = [...at, position];
    const findings = [
      ...(names.has(task.name) ? [createRepeatedNameFinding(task, fieldPath)] : []),
      ...findMisplacedWorkflow(task, fieldPath),
      ...listTemplatesOfTask(task).flatMap((template) => findUnknownNames(template, fieldPath, namesBefore)),
      ...findExportWarnings(task, fieldPath),
      ...checkNestedTasks(task, fieldPath, namesBefore),
    ];
    names.add(task.name);
    namesBefore.add(task.name);
    if (task.type === 'conditional') for (const name of listNestedTaskNames(task)) namesBefore.add(name);
    return findings;
  });
}

function checkNestedTasks(task: Task, taskPath: TaskPath, namesBefore: ReadonlySet<string>): TaskFinding[] {
  const knownNames = task.type === 'loop_sequential' ? [...namesBefore, task.name, 'value'] : [...namesBefore];
  return listNestedTasks(task).flatMap(({ at, tasks }) =>
    checkTaskList({ tasks, at: [...taskPath, ...at], knownNames }),
  );
}

function listNestedTaskNames(task: Task): string[] {
  return listNestedTasks(task).flatMap(({ tasks }) =>
    tasks.flatMap((inner) => [inner.name, ...(inner.type === 'conditional' ? listNestedTaskNames(inner) : [])]),
  );
}

function createRepeatedNameFinding({ name }: Task, taskPath: TaskPath): TaskFinding {
  return { severity: 'error', at: [...taskPath, 'name'], message: `two tasks of the same list are called "${name}"` };
}

function findMisplacedWorkflow(task: Task, taskPath: TaskPath): TaskFinding[] {
  if (task.type !== 'agent' || !fileKindByPattern.workflow.test(task.agent_ref)) return [];
  const message = `"${task.agent_ref}" is a workflow; a task of type workflow runs it, with "src" instead of "agent_ref"`;
  return [{ severity: 'error', at: [...taskPath, 'agent_ref'], message }];
}

function findExportWarnings(task: Task, taskPath: TaskPath): TaskFinding[] {
  if (!('export' in task) || task.export === undefined) return [];
  const warnAtTask = (message: string): TaskFinding[] => [
    { severity: 'warning', at: [...taskPath, 'export'], message },
  ];
  const { path, format } = task.export;
  if (format === 'docx' && task.type === 'formatter') {
    return warnAtTask(`${path} will contain plain text, as in oxy, not a Word document; write format: txt`);
  }
  if (task.type === 'formatter' || task.type === 'execute_sql') return [];
  const advice = `a formatter task with the template "{{ ${task.name} }}" can export it as txt`;
  return warnAtTask(`the export of the task "${task.name}" (${task.type}) is not supported and left out; ${advice}`);
}

type TaskTemplate = { at: TaskPath; text: string };

function listTemplatesOfTask(task: Task): TaskTemplate[] {
  switch (task.type) {
    case 'agent':
      return [{ at: ['prompt'], text: task.prompt }, ...listTemplatesInValue(task.variables ?? {}, ['variables'])];
    case 'formatter':
      return [{ at: ['template'], text: task.template }, ...listExportPathTemplates(task)];
    case 'execute_sql':
      // Does not check the query itself: it is rendered twice, and its names may come from its file or its variables.
      return [...listTemplatesInValue(task.variables ?? {}, ['variables']), ...listExportPathTemplates(task)];
    case 'semantic_query':
    case 'omni_query':
    case 'looker_query':
    case 'visualize':
      return listTemplatesInValue(task.settings, []);
    case 'loop_sequential':
      return typeof task.values === 'string' ? [toExpressionTemplate(['values'], task.values)] : [];
    case 'workflow':
      return listTemplatesInValue(task.variables ?? {}, ['variables']);
    case 'conditional':
      return task.conditions.map((condition, position) =>
        toExpressionTemplate(['conditions', position, 'if'], condition.if),
      );
    default:
      return task satisfies never;
  }
}

function listExportPathTemplates(task: FormatterTask | SqlTask): TaskTemplate[] {
  return task.export === undefined ? [] : [{ at: ['export', 'path'], text: task.export.path }];
}

/** Expressions may be written with or without braces. */
function toExpressionTemplate(at: TaskPath, text: string): TaskTemplate {
  return { at, text: text.includes('{{') ? text : `{{ ${text} }}` };
}

function listTemplatesInValue(value: Json, at: TaskPath): TaskTemplate[] {
  if (typeof value === 'string') return [{ at, text: value }];
  if (Array.isArray(value)) return value.flatMap((item, position) => listTemplatesInValue(item, [...at, position]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => listTemplatesInValue(item, [...at, key]));
}

function findUnknownNames(
  { at, text }: TaskTemplate,
  taskPath: TaskPath,
  knownNames: ReadonlySet<string>,
): TaskFinding[] {
  const roots = new Set(listTemplateNames(text).map(({ path }) => path.split('.')[0] ?? ''));
  return [...roots]
    .filter((name) => !knownNames.has(name))
    .map((name) => {
      const suggestion = findNearestWord(name, knownNames);
      const message = `the template uses "${name}", which nothing before it defines`;
      return {
        severity: 'warning',
        at: [...taskPath, ...at],
        message,
        suggestion,
      } as const;
    });
}
