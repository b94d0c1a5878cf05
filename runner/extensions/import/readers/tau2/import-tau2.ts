import { type JsonObject, withoutUndefined } from '../../../../values/index.ts';
import { createProgress, type ImportSource } from '../imported.ts';
import { taskCaseId } from './conversations.ts';
import { convertCriteria, defaultReadTools } from './rules.ts';
import { type Instructions, readTau2, type Task } from './schema.ts';

const NO_USER = 'the workspace has no agent that plays the user; name one with --map simulator=<agent>';
const JUDGED_ONLY = `${NO_USER} to run the case; regrade judges its recorded simulations`;
/** The agent id written into cases if the workspace has no simulator yet. */
const SIMULATOR = 'simulator';
const NO_CHECK = 'none of its checks could be imported, and it would pass with any answer';
const MOST_TURNS = 50;

/**
 * Makes a conversation from every τ²-bench task, with a simulated user. Recorded simulations can be judged without a
 * simulator, so tasks that have some are imported without it.
 */
export function importTau2({ text, file, players, suite }: ImportSource): void {
  const { tasks, simulations, lineOfTask } = readTau2({ text, file });
  const progress = createProgress(file, suite);
  const recorded = new Set(simulations.map(({ task_id }) => task_id));
  for (const [index, task] of tasks.entries()) {
    const simulator = players.simulator ?? (recorded.has(task.id) ? SIMULATOR : undefined);
    importTask(task, { line: lineOfTask(index), players, simulator, progress });
  }
}

type TaskImport = {
  line: number;
  players: ImportSource['players'];
  simulator: string | undefined;
  progress: ReturnType<typeof createProgress>;
};

function importTask(task: Task, { line, players, simulator, progress }: TaskImport): void {
  const reportLoss = (what: string, why: string): void => progress.lose(line, `task ${task.id}: ${what}`, why, why);
  const skipTask = (what: string, why: string): void => progress.leaveOut(line, `task ${task.id}${what}`, why, why);
  const { judge, reads = defaultReadTools } = players;
  const { assert, checks } = convertCriteria(task.evaluation_criteria, { judge, reads, lose: reportLoss });
  if (task.initial_state !== null && task.initial_state !== undefined) {
    skipTask(': the initial state', 'it belongs to the environment of tau2-bench');
  }
  if (assert.length === 0 || simulator === undefined) {
    const why = simulator === undefined ? NO_USER : NO_CHECK;
    for (let check = 0; check < checks; check += 1) reportLoss('a check', why);
    if (checks === 0) skipTask('', why);
    return;
  }
  if (players.simulator === undefined) skipTask(': its user', JUDGED_ONLY);
  progress.carry({ line, checks, written: toCase(task, simulator, assert) });
}

function toCase(
  { id, description, user_scenario: { persona, instructions } }: Task,
  simulator: string,
  assert: JsonObject[],
): JsonObject {
  const name = typeof description === 'string' ? description : description?.purpose;
  const metadata = { persona: persona ?? 'a customer', goal: formatGoal(instructions) };
  return {
    id: taskCaseId(id),
    ...withoutUndefined({ name: name ?? undefined }),
    simulator: { use: simulator, options: { metadata } },
    until: 'done',
    max_turns: MOST_TURNS,
    assert,
  };
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
