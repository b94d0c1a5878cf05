import type { JsonObject } from '../../../../values/index.ts';
import { toTableTemplateValue } from '../../templates/tables.ts';
import { exportTable } from './export-output.ts';
import type { TaskOutput } from './task-output.ts';
import type { SqlTask } from './workflow-definition.ts';
import { createTaskError, runWithTaskInErrors, type TaskToRun, type WorkflowRun } from './workflow-run.ts';

/** Runs a task that queries a database. The output is a table. */
export async function runSqlTask(
  { task, label, scope }: TaskToRun<SqlTask>,
  run: WorkflowRun,
  signal: AbortSignal,
): Promise<TaskOutput> {
  const { database } = task;
  const sql = runWithTaskInErrors(scope, label, () => renderQuery(task, scope.values, run));
  run.log(label, `queries ${database}: ${sql}`);
  const table = await run.query({ database, sql }, signal).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw createTaskError(scope.workflow.id, label, error);
  });
  exportTable({ task, label, scope }, { sql, table }, run);
  return { type: 'value', value: toTableTemplateValue(table) };
}

/** Renders the query twice: first with the values of the workflow, then with the variables of the task. */
function renderQuery(task: SqlTask, values: JsonObject, { templates, read }: WorkflowRun): string {
  const { sql_query, sql_file = '', variables = {} } = task;
  const ownVariables = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, templates.render(value, values)]),
  );
  const isEmpty = Object.keys(ownVariables).length === 0;
  if (sql_query === undefined)
    return templates.render(read(templates.render(sql_file, values)), { ...values, ...ownVariables });
  const query = templates.render(sql_query, values);
  return isEmpty ? query : templates.render(query, ownVariables);
}
