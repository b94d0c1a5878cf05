import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RunPlan } from '../contract/index.ts';
import { isJudgedByScores, parseSuiteKey, type RunState } from '../fold/index.ts';
import type { Database } from '../history/db/index.ts';
import { findRun, getRunState } from '../history/index.ts';
import { MESSAGE_SUITE } from '../inputs/message-input.ts';
import { findWorkspace } from '../workspace/find-workspace.ts';
import { restoreFlags } from './flags/stored-flags.ts';
import type { TestFlags } from './flags/test-flags.ts';
import { withStoredHistory } from './stored/stored-history.ts';
import type { Terminal } from './terminal.ts';
import { chooseTestInputs, type RunRequest } from './test-options.ts';
import { UsageError } from './usage-error.ts';

/** The resumed run, and the inputs and flags with which it is repeated. */
type ResumedRun = { run: RunState; inputs: readonly string[]; flags: Partial<TestFlags> };

/**
 * Finds the run for `--resume` and repeats its input and options, except options that the command line sets. Throws if
 * the run does not exist or has not ended.
 */
export function restoreResumedRun({ inputs: positional, flags }: RunRequest, terminal: Terminal): ResumedRun {
  if (flags.history === false) throw new UsageError('--resume reads the history; leave --no-history out');
  if (flags.lastFailed === true) throw new UsageError('--resume and --last-failed exclude each other; give one');
  const isGiven = positional.length > 0 || flags.input !== undefined || flags.message !== undefined;
  const explicitInputs = isGiven ? chooseTestInputs(positional, flags) : undefined;
  const root = findWorkspaceOfInput(explicitInputs?.[0], flags, terminal);
  const run = withStoredHistory({ ...flags, app: root }, terminal, (database) =>
    requireFinishedStoredRun(database, flags.resume ?? 'latest'),
  );
  const resumedFlags = { ...restoreRequestedFlags(run, root), app: root };
  const inputs = explicitInputs ?? listStoredInputs(run, root, terminal.cwd);
  const message = flags.message ?? (explicitInputs === undefined ? getStoredMessage(run) : undefined);
  // The stored number of parallel attempts was meant for a single machine, so it does not apply to a queue.
  const { parallel = flags.queue === undefined ? resumedFlags.parallel : undefined } = flags;
  return { run, inputs, flags: { ...resumedFlags, ...flags, parallel, message, input: undefined, resume: run.runId } };
}

/**
 * Throws if a plan tests another agent, suite, connector or simulator than the run that it resumes. Their results must
 * not be mixed.
 */
export function requireSameSubject({ suites, options, cases }: RunPlan, run: RunState): void {
  const before = run.suites.map(({ key, agentId }) => `${key} on ${agentId}`);
  const now = suites.map(({ key, agentId }) => `${key} on ${agentId}`);
  const other = now.find((subject) => !before.includes(subject));
  if (other !== undefined) {
    throw new UsageError(`--resume: the run ${run.runId} tested ${before.join(', ')}, not ${other}`, [
      'Leave the input and -n out to resume it, or start a new run.',
    ]);
  }
  requireSameScorers(cases, run);
  for (const name of ['connector', 'simulator'] as const) {
    const optionBefore = run.options?.[name];
    if (optionBefore === options[name]) continue;
    const earlierOption = optionBefore === undefined ? `without --${name}` : `with --${name} ${optionBefore}`;
    throw new UsageError(`--resume: the run ${run.runId} was started ${earlierOption}`, [
      `Leave --${name} out to resume it, or start a new run.`,
    ]);
  }
}

/**
 * Throws if the scorers of a row type differ from those of the resumed run. They may have changed in the config, or in
 * a file that defines several scorers.
 */
function requireSameScorers(cases: RunPlan['cases'], run: RunState): void {
  for (const { suiteKey, case: row } of cases) {
    if (!isJudgedByScores(row)) continue;
    const before =
      run.rows.find((each) => each.suiteKey === suiteKey && isJudgedByScores(each))?.scorers ?? row.scorers;
    if (before.join() === row.scorers.join()) continue;
    throw new UsageError(
      `--resume: the run ${run.runId} scored ${suiteKey} by ${before.join(', ')}, not by ${row.scorers.join(', ')}`,
      ['Start a new run: scores of different scorers must not be mixed.'],
    );
  }
}

function findWorkspaceOfInput(input: string | undefined, { app }: Partial<TestFlags>, { cwd }: Terminal): string {
  if (app !== undefined) return path.resolve(cwd, app);
  const file = input === undefined ? undefined : path.resolve(cwd, input);
  const start = file !== undefined && existsSync(file) ? path.dirname(file) : cwd;
  return findWorkspace(start) ?? cwd;
}

function requireFinishedStoredRun(database: Database, reference: string): RunState {
  const lookup = findRun(database, reference);
  if (!lookup.ok) throw new UsageError(`--resume: ${lookup.problem}`, lookup.details);
  const run = getRunState(database, lookup.run.runId);
  if (run?.options === undefined) throw new UsageError(`--resume: the run ${lookup.run.runId} has no stored options`);
  if (run.finishedAt === undefined) throw new UsageError(`--resume: the run ${run.runId} is still going on`);
  return run;
}

function restoreRequestedFlags({ options, rows }: RunState, root: string): Partial<TestFlags> {
  if (options === undefined) return {};
  const { replay, ...flags } = restoreFlags(options);
  return {
    ...flags,
    ...options.gates,
    ctx: flags.ctx === undefined ? undefined : path.join(root, flags.ctx),
    case: options.lastFailed === true ? rows.map(({ id }) => id) : flags.case,
    // If the run used no cassette, the default in the config applies.
    ...(replay === undefined ? {} : { replay }),
  };
}

/** Restores the input as a message, even if its text looks like a path. */
function getStoredMessage({ options, suites }: RunState): string | undefined {
  return suites.every(({ key }) => key === MESSAGE_SUITE) ? options?.input : undefined;
}

/** Returns the paths of the stored suites, relative to the current folder. */
function listStoredInputs({ options, suites }: RunState, root: string, cwd: string): string[] {
  const files = [...new Set(suites.map(({ key }) => path.join(root, parseSuiteKey(key).file)))].filter((file) =>
    existsSync(file),
  );
  return files.length === 0 ? [options?.input ?? ''] : files.map((file) => path.relative(cwd, file));
}
