import path from 'node:path';
import { splitIntoFindings } from '../../../../agents/agent-finding.ts';
import { MissingVariableError } from '../../../../models/missing-variable.ts';
import { findHandlerName } from '../../../../scripts/processes/process-handlers.ts';
import { toErrorMessage } from '../../../../values/index.ts';
import type { MissingPart } from '../../databases/missing-part.ts';
import type { Databases } from '../../databases/open-databases.ts';
import { MissingPartsError, type MissingPartWithPosition } from '../missing-parts.ts';
import { listNestedTasks, type TaskPath } from './nested-tasks.ts';
import { createWorkflowReader, type Workflow } from './read-workflow.ts';
import type { Task } from './workflow-definition.ts';

/**
 * What a workflow needs, and where it is named. `place` is the position in a file, such as `flows/a.workflow.yml:4:16`.
 */
type WorkflowRequirement = { place: string } & (
  | { type: 'agent'; agentId: string; compares: boolean }
  | { type: 'database'; name: string }
  | { type: 'handler'; name: string; task: string }
);

type RequirementsCheckOptions = {
  workflow: Workflow;
  /** Reads another workflow of the project. */
  workflows(src: string): Workflow;
  findAgent(agentId: string): Promise<unknown>;
  /** Finds the agent that compares the answers of an agent. */
  findJudge(agentId: string): Promise<unknown>;
} & WorkflowResources;

/** What tasks may need from the workspace besides agents. */
type WorkflowResources = { databases: Databases; handlers: readonly string[] };

/** Finds the workflows, agents and judges that a workflow needs. Throws an error that lists all that are missing. */
export async function checkWorkflowRequirements({
  workflow,
  workflows,
  findAgent,
  findJudge,
  ...resources
}: RequirementsCheckOptions): Promise<void> {
  const missingParts: MissingPartWithPosition[] = [];
  const unsetVariables: MissingVariableError[] = [];
  const needs = collectWorkflowRequirements(workflow, workflows, missingParts);
  missingParts.push(...(await findMissingDatabasesAndHandlers(needs, resources)));
  for (const need of needs) {
    if (need.type !== 'agent') continue;
    const { place, agentId, compares } = need;
    try {
      await findAgent(agentId);
      if (compares) await findJudge(agentId);
    } catch (error) {
      if (error instanceof MissingVariableError) unsetVariables.push(error);
      else missingParts.push(...toMissingParts(error, place));
    }
  }
  if (missingParts.length > 0) throw new MissingPartsError(missingParts);
  // Leaves out the position, because an unset variable is not a mistake in a file.
  const [first] = unsetVariables;
  if (first !== undefined) throw first;
}

/** Reads a workflow and those that it needs. Throws an error that lists missing workflows and databases. */
export async function readCheckedWorkflow(
  src: string,
  { project, ...beside }: WorkflowResources & { project: string },
): Promise<Workflow> {
  const workflows = createWorkflowReader(project);
  const workflow = workflows(src);
  const missingParts: MissingPartWithPosition[] = [];
  const needs = collectWorkflowRequirements(workflow, workflows, missingParts);
  missingParts.push(...(await findMissingDatabasesAndHandlers(needs, beside)));
  if (missingParts.length > 0) throw new MissingPartsError(missingParts);
  return workflow;
}

async function findMissingDatabasesAndHandlers(
  needs: readonly WorkflowRequirement[],
  resources: WorkflowResources,
): Promise<MissingPartWithPosition[]> {
  const missingParts: MissingPartWithPosition[] = [];
  for (const need of needs) {
    const part = need.type === 'agent' ? undefined : await findMissingDatabaseOrHandler(need, resources);
    if (part !== undefined) missingParts.push({ ...part, place: need.place });
  }
  return missingParts;
}

async function findMissingDatabaseOrHandler(
  need: Exclude<WorkflowRequirement, { type: 'agent' }>,
  { databases, handlers }: WorkflowResources,
): Promise<MissingPart | undefined> {
  if (need.type === 'database') return databases.problem(need.name);
  if (findHandlerName(need.name, handlers) !== undefined) return undefined;
  const type = need.name.slice('tasks.'.length);
  const answer = type === 'visualize' ? '"what it answers"' : '[{ column: "value" }]';
  return {
    kind: 'handler',
    what: `the task "${need.task}" (${type})`,
    handler: `"${need.name}": async (settings) => ${answer}`,
  };
}

/**
 * Converts a path such as `./agents/a.agent.yml` to `agents/a.agent.yml`. Ids of agents that are not in such files stay
 * unchanged.
 */
export function normalizeAgentId(reference: string): string {
  return path.posix.normalize(reference);
}

function collectWorkflowRequirements(
  first: Workflow,
  workflows: (src: string) => Workflow,
  missing: MissingPartWithPosition[],
): WorkflowRequirement[] {
  const needs: WorkflowRequirement[] = [];
  const visited = new Set<Workflow>();
  const visitWorkflow = (workflow: Workflow): void => {
    if (visited.has(workflow)) return;
    visited.add(workflow);
    visitTasks(workflow, workflow.tasks, ['tasks']);
  };
  const visitTasks = (workflow: Workflow, tasks: readonly Task[], at: TaskPath): void => {
    for (const [position, task] of tasks.entries()) {
      const own = [...at, position];
      needs.push(...listRequirementsOfTask(task, (key) => workflow.placeOf([...own, key])));
      if (task.type === 'workflow') {
        try {
          visitWorkflow(workflows(task.src));
        } catch (error) {
          missing.push(...toMissingParts(error, workflow.placeOf([...own, 'src'])));
        }
      }
      for (const nested of listNestedTasks(task)) visitTasks(workflow, nested.tasks, [...own, ...nested.at]);
    }
  };
  visitWorkflow(first);
  return needs;
}

function listRequirementsOfTask(task: Task, placeOf: (key: string) => string): WorkflowRequirement[] {
  if (task.type === 'agent') {
    const compares = task.consistency_run > 1;
    return [{ type: 'agent', place: placeOf('agent_ref'), agentId: normalizeAgentId(task.agent_ref), compares }];
  }
  if (task.type === 'execute_sql') return [{ type: 'database', place: placeOf('database'), name: task.database }];
  if (!('settings' in task)) return [];
  return [{ type: 'handler', place: placeOf('type'), name: `tasks.${task.type}`, task: task.name }];
}

/**
 * Converts an error to missing parts. A problem in another file begins with its position; a line without one belongs to
 * the problem before it.
 */
function toMissingParts(error: unknown, location: string): readonly MissingPartWithPosition[] {
  if (error instanceof MissingPartsError) return error.parts;
  return splitIntoFindings(toErrorMessage(error)).map((line): MissingPartWithPosition => {
    const [, own = location, what = line] = /^(\S+:\d+:\d+): (.*)/s.exec(line) ?? [];
    return { kind: 'problem', place: own, what };
  });
}
