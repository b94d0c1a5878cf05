import { type JsonObject, withoutUndefined } from '../../../../values/index.ts';
import { createImportProgress, type ImportSource } from '../import-source.ts';
import { MODEL_USER_NOTE } from '../scenarios/notes.ts';
import { createUserFromScenario } from '../scenarios/user-from-scenario.ts';
import { toTaskCaseId } from './conversations.ts';
import { convertCriteria, defaultReadTools } from './rules.ts';
import { type Instructions, parseTau2File, type Task } from './schema.ts';

const USER_NEEDS_TOOLS_REASON =
  'the user of this case calls tools, which the built-in user cannot do; name an agent that plays the user with --map simulator=<agent>';
const REGRADE_ONLY_REASON = `${USER_NEEDS_TOOLS_REASON} to run the case. Its recorded simulations can be judged without that agent, with "turntree regrade"`;
/** The agent id in cases whose user has tools, if `--map` names no agent to simulate the user. */
const SIMULATOR_ROLE = 'simulator';
const NO_CHECK_REASON = 'none of its checks could be imported, so it would pass with any answer';
const MAX_TURNS = 50;

/**
 * Converts every τ²-bench task to a conversation with the built-in simulator. If the user of a task has tools, an agent
 * must simulate the user; recorded simulations can be judged without one.
 */
export function importTau2({ text, file, roleAgents, suite }: ImportSource): void {
  const { tasks, simulations, lineOfTask } = parseTau2File({ text, file });
  const progress = createImportProgress(file, suite);
  const recordedTaskIds = new Set(simulations.map(({ task_id }) => task_id));
  for (const [index, task] of tasks.entries()) {
    importTask(task, { line: lineOfTask(index), roleAgents, isRecorded: recordedTaskIds.has(task.id), progress });
  }
}

type TaskImport = {
  line: number;
  roleAgents: ImportSource['roleAgents'];
  isRecorded: boolean;
  progress: ReturnType<typeof createImportProgress>;
};

function importTask(task: Task, { line, roleAgents, isRecorded, progress }: TaskImport): void {
  const reportSkippedTaskPart = (what: string, why: string): void =>
    progress.reportSkippedPart(line, `task ${task.id}: ${what}`, why, why);
  const reportSkippedTask = (what: string, why: string): void =>
    progress.reportLeftOutPart(line, `task ${task.id}${what}`, why, why);
  const { judge, reads = defaultReadTools } = roleAgents;
  const { assert, checks } = convertCriteria(task.evaluation_criteria, {
    judge,
    reads,
    reportLost: reportSkippedTaskPart,
  });
  if (task.initial_state !== null && task.initial_state !== undefined) {
    reportSkippedTask(': the initial state', 'the state belongs to the environment of tau2-bench');
  }
  const needsAgent = roleAgents.simulator === undefined && hasUserTools(task);
  if (assert.length === 0 || (needsAgent && !isRecorded)) {
    const why = assert.length === 0 ? NO_CHECK_REASON : USER_NEEDS_TOOLS_REASON;
    for (let check = 0; check < checks; check += 1) reportSkippedTaskPart('a check', why);
    if (checks === 0) reportSkippedTask('', why);
    return;
  }
  if (needsAgent) reportSkippedTask(': its user', REGRADE_ONLY_REASON);
  const agent = roleAgents.simulator ?? (needsAgent ? SIMULATOR_ROLE : undefined);
  const simulator = agent === undefined ? createBuiltInUser(task, progress) : createAgentPlayedUser(task, agent);
  progress.addImported({ line, checks, written: taskToCase(task, simulator, assert) });
}

/** Returns true if the user of a task has tools, such as those of a phone. */
function hasUserTools({ evaluation_criteria: criteria }: Task): boolean {
  return (criteria?.actions ?? []).some(({ requestor }) => requestor === 'user');
}

function taskToCase({ id, description }: Task, simulator: JsonObject, assert: JsonObject[]): JsonObject {
  const name = typeof description === 'string' ? description : description?.purpose;
  return {
    id: toTaskCaseId(id),
    ...withoutUndefined({ name: name ?? undefined }),
    simulator,
    until: 'done',
    max_turns: MAX_TURNS,
    assert,
  };
}

function createBuiltInUser(
  { user_scenario: { persona, instructions } }: Task,
  progress: TaskImport['progress'],
): JsonObject {
  const isText = typeof instructions === 'string';
  const { simulator, hasModelInstructions } = createUserFromScenario({
    wish: isText ? undefined : instructions.reason_for_call,
    instructions: isText ? instructions : joinInstructions(instructions),
    persona: persona ?? undefined,
    fallback: isText ? instructions : instructions.reason_for_call,
  });
  if (hasModelInstructions) progress.addNote(MODEL_USER_NOTE);
  return simulator;
}

function joinInstructions(instructions: Exclude<Instructions, string>): string {
  const { known_info: knownInfo, unknown_info: unknown, task_instructions: how } = instructions;
  return [knownInfo ?? '', unknown ?? '', how].join('\n');
}

function createAgentPlayedUser({ user_scenario: { persona, instructions } }: Task, agent: string): JsonObject {
  const metadata = { persona: persona ?? 'a customer', goal: formatGoal(instructions) };
  return { use: agent, options: { metadata } };
}

function formatGoal(instructions: Instructions): string {
  if (typeof instructions === 'string') return instructions;
  const {
    reason_for_call: reason,
    known_info: knownInfo,
    unknown_info: unknown,
    task_instructions: how,
  } = instructions;
  return [
    reason,
    ...(knownInfo ? [`What you know: ${knownInfo}`] : []),
    ...(unknown ? [`What you do not know: ${unknown}`] : []),
    how,
  ].join('\n\n');
}
