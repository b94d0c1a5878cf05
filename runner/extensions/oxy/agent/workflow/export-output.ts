import type { JsonObject } from '../../../../values/index.ts';
import type { TemplateTable } from '../../templates/tables.ts';
import type { FormatterTask, SqlTask } from './workflow-definition.ts';
import { runWithTaskInErrors, type TaskToRun, type WorkflowRun } from './workflow-run.ts';

/** Writes the text of a formatter task to the file that its `export` names. */
export function exportText(taskToRun: TaskToRun<FormatterTask>, text: string, run: WorkflowRun): void {
  if (taskToRun.task.export !== undefined) writeExport(taskToRun, text, run);
}

/** Writes the rows of a query task, or its SQL, to the file that its `export` names. */
export function exportTable(
  taskToRun: TaskToRun<SqlTask>,
  { sql, table }: { sql: string; table: TemplateTable },
  run: WorkflowRun,
): void {
  const format = taskToRun.task.export?.format;
  if (format === undefined) return;
  const contents = { sql: () => sql, json: () => formatRowsAsJson(table.rows), csv: () => formatRowsAsCsv(table) };
  writeExport(taskToRun, contents[format](), run);
}

function writeExport(
  { task, label, scope }: TaskToRun<SqlTask | FormatterTask>,
  content: string,
  run: WorkflowRun,
): void {
  runWithTaskInErrors(scope, label, () => {
    const file = run.templates.render(task.export?.path ?? '', scope.values);
    run.write(file, content);
    run.log(label, `exported to ${file}`);
  });
}

/** Leaves empty cells out of the JSON, as oxy does. */
function formatRowsAsJson(rows: readonly JsonObject[]): string {
  return JSON.stringify(rows, (_key, value: unknown) => (value === null ? undefined : value));
}

function formatRowsAsCsv({ columns, rows }: TemplateTable): string {
  const lines = [columns, ...rows.map((row) => columns.map((name) => formatCell(row[name])))];
  return lines.map((cells) => `${cells.map(quoteCsvCell).join(',')}\n`).join('');
}

function formatCell(value: JsonObject[string] | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function quoteCsvCell(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
