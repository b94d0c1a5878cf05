import { AgentError } from '../../../../ports/index.ts';
import { type Json, type JsonObject, mapInParallel } from '../../../../values/index.ts';
import { toTableTemplateValue, toTemplateTable } from '../../templates/tables.ts';
import { exportText } from './export-output.ts';
import type { Workflow } from './read-workflow.ts';
import { renderTemplateValues } from './render-template-values.ts';
import { runAgentTask } from './run-agent-task.ts';
import { runSqlTask } from './run-sql-task.ts';
import { type TaskGroup, type TaskOutput, toTemplateValue } from './task-output.ts';
import type {
  ConditionalTask,
  FormatterTask,
  LoopTask,
  Task,
  TaskByHandler,
  WorkflowTask,
} from './workflow-definition.ts';
import {
  createTaskError,
  runWithTaskInErrors,
  type TaskScope,
  type TaskToRun,
  type WorkflowRun,
} from './workflow-run.ts';
import { resolveWorkflowVariables } from './workflow-variables.ts';

const MAX_NESTED_WORKFLOWS = 16;

type CalledWorkflow = { workflow: Workflow; variables: JsonObject; prefix: string; callers: readonly string[] };

/** Runs the tasks of a workflow in order. Returns its variables and the outputs of all tasks by name. */
export async function runWorkflow(
  { workflow, variables, prefix, callers }: CalledWorkflow,
  run: WorkflowRun,
  signal: AbortSignal,
): Promise<TaskGroup> {
  const chain = [...callers, workflow.id];
  if (chain.length > MAX_NESTED_WORKFLOWS) {
    const last = chain.slice(-3).join(' → ');
    throw new AgentError(
      `workflows call each other more than ${MAX_NESTED_WORKFLOWS} levels deep: … ${last}`,
      'configuration',
    );
  }
  for (const warning of workflow.warnings) run.warn(warning);
  const values = resolveWorkflowVariables(workflow, variables);
  const variableOutputs = Object.entries(values).map(([name, value]): [string, TaskOutput] => [
    name,
    { type: 'value', value },
  ]);
  const results = await runTasks(workflow.tasks, { workflow, values, prefix, callers: chain }, run, signal);
  return { ...results, members: new Map([...variableOutputs, ...results.members]) };
}

async function runTasks(
  tasks: readonly Task[],
  scope: TaskScope,
  run: WorkflowRun,
  signal: AbortSignal,
): Promise<TaskGroup> {
  const members = new Map<string, TaskOutput>();
  let values = scope.values;
  let last = '';
  for (const task of tasks) {
    signal.throwIfAborted();
    const output = await runTask(task, { ...scope, values }, run, signal);
    // The tasks of a branch can be referenced directly by their names, whichever branch ran.
    const hoistedMembers = task.type === 'conditional' && output.type === 'group' ? [...output.members] : [];
    for (const [name, member] of [...hoistedMembers, [task.name, output] as const]) {
      members.set(name, member);
      values = { ...values, [name]: toTemplateValue(member) };
    }
    last = task.name;
  }
  return { type: 'group', members, last };
}

async function runTask(task: Task, scope: TaskScope, run: WorkflowRun, signal: AbortSignal): Promise<TaskOutput> {
  const label = `${scope.prefix}${task.name}`;
  switch (task.type) {
    case 'agent':
      return runAgentTask({ task, label, scope }, run, signal);
    case 'formatter':
      return runFormatter({ task, label, scope }, run);
    case 'execute_sql':
      return runSqlTask({ task, label, scope }, run, signal);
    case 'semantic_query':
    case 'omni_query':
    case 'looker_query':
    case 'visualize':
      return runTaskByHandler({ task, label, scope }, run, signal);
    case 'loop_sequential':
      return runLoop({ task, label, scope }, run, signal);
    case 'workflow':
      return runSubWorkflow({ task, label, scope }, run, signal);
    case 'conditional':
      return runBranch({ task, label, scope }, run, signal);
    default:
      return task satisfies never;
  }
}

function runFormatter({ task, label, scope }: TaskToRun<FormatterTask>, run: WorkflowRun): TaskOutput {
  const text = runWithTaskInErrors(scope, label, () => run.templates.render(task.template, scope.values));
  exportText({ task, label, scope }, text, run);
  return { type: 'text', text };
}

async function runTaskByHandler(
  { task, label, scope }: TaskToRun<TaskByHandler>,
  run: WorkflowRun,
  signal: AbortSignal,
): Promise<TaskOutput> {
  const settings = runWithTaskInErrors(scope, label, () =>
    renderTemplateValues(task.settings, scope.values, run.templates),
  );
  try {
    const value = await run.runTaskHandler({ type: task.type, settings }, signal);
    const table = task.type === 'visualize' ? undefined : toTemplateTable(value);
    return { type: 'value', value: table === undefined ? value : toTableTemplateValue(table) };
  } catch (error) {
    if (signal.aborted) throw error;
    throw createTaskError(scope.workflow.id, label, error);
  }
}

async function runLoop(
  { task, label, scope }: TaskToRun<LoopTask>,
  run: WorkflowRun,
  signal: AbortSignal,
): Promise<TaskOutput> {
  const runIteration = async (value: Json, position: number, stopSignal: AbortSignal): Promise<TaskGroup> => {
    const values = { ...scope.values, [task.name]: { value }, value };
    const prefix = `${label}[${position + 1}].`;
    const round = await runTasks(task.tasks, { ...scope, values, prefix }, run, stopSignal);
    const membersOfRound: [string, TaskOutput][] = [
      [task.name, { type: 'value', value: { value } }],
      ['value', { type: 'value', value }],
    ];
    return { ...round, members: new Map([...membersOfRound, ...round.members]) };
  };
  const items = runWithTaskInErrors(scope, label, () => resolveLoopValues(task, scope, run));
  return { type: 'list', items: await mapInParallel({ items, width: task.concurrency, work: runIteration }, signal) };
}

function resolveLoopValues({ values }: LoopTask, scope: TaskScope, run: WorkflowRun): Json[] {
  if (typeof values !== 'string') return values;
  const items = run.templates.evaluate(values, scope.values);
  if (Array.isArray(items)) return items;
  const what = items === null ? 'nothing' : `${JSON.stringify(items).slice(0, 100)}`;
  throw new AgentError(`its values must be a list; ${values} is ${what}`, 'configuration');
}

async function runSubWorkflow(
  { task, label, scope }: TaskToRun<WorkflowTask>,
  run: WorkflowRun,
  signal: AbortSignal,
): Promise<TaskOutput> {
  const subRun = runWithTaskInErrors(scope, label, () => ({
    workflow: run.workflow(task.src),
    variables: renderTemplateValues(task.variables ?? {}, scope.values, run.templates),
  }));
  return runWorkflow({ ...subRun, prefix: `${label}.`, callers: scope.callers }, run, signal);
}

async function runBranch(
  { task, label, scope }: TaskToRun<ConditionalTask>,
  run: WorkflowRun,
  signal: AbortSignal,
): Promise<TaskOutput> {
  const isConditionTrue = ({ if: condition }: { if: string }) =>
    isTemplateTrue(run.templates.evaluate(condition, scope.values));
  const chosenCondition = runWithTaskInErrors(scope, label, () => task.conditions.find(isConditionTrue));
  const tasks = chosenCondition?.tasks ?? task.else ?? [];
  if (tasks.length === 0) return { type: 'group', members: new Map() };
  return runTasks(tasks, scope, run, signal);
}

/** Returns true if a value is true as the condition of a template. Null, zero and empty values are false. */
function isTemplateTrue(value: Json): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
