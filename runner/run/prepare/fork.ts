import type { AgentsHandle, AgentsOptions } from '../../agents/create-agents.ts';
import type { CaseInput, RunOptions, TestCase } from '../../contract/index.ts';
import type { SuiteCases } from '../../engine/plan-run.ts';
import type { AttemptState, RunState } from '../../fold/index.ts';
import { getAttemptState } from '../../history/index.ts';
import { runKinds } from '../../kinds/kinds.ts';
import { toRecordedAnswer } from '../../kinds/recorded/recorded-answer.ts';
import type { ForkPoint, RunKind } from '../../ports/index.ts';
import { removeAgentPrefix } from '../../scripts/agent-folders.ts';
import { toRelativePath } from '../../scripts/relative-path.ts';
import { formatCountWithNoun } from '../../values/index.ts';
import type { LoadedSuites, SuiteOrigin } from '../load/loaded-suites.ts';
import type { LocatedRun } from '../locate.ts';
import { readStoredRun, withStoredHistory } from '../stored/stored-history.ts';
import type { Terminal } from '../terminal.ts';
import type { TestOptions } from '../test-options.ts';
import { UsageError } from '../usage-error.ts';
import { computeForkHash } from './fork-hash.ts';

/** The turn of a stored conversation from which a run continues. */
export type ForkSource = {
  options: NonNullable<RunOptions['fork']>;
  from: ForkPoint;
  input: CaseInput | undefined;
  /** The id of the agent whose system prompt the fork may replace. */
  agentId: string;
};

/** Reads the turn at which `--fork` continues. Throws if there is no such turn. */
export function loadForkSource(located: LocatedRun, terminal: Terminal): ForkSource | undefined {
  const { options, root } = located;
  if (options.fork === undefined) {
    const ignoredFlag = (['forkAttempt', 'forkTurn', 'forkMessage', 'forkSystem'] as const).find(
      (name) => options[name],
    );
    if (ignoredFlag === undefined) return undefined;
    throw new UsageError(`--${ignoredFlag.replace('fork', 'fork-').toLowerCase()} needs --fork with the run to fork`);
  }
  rejectConflictingForkOptions(options);
  const { fork: reference, forkAttempt: attempt = 1, forkMessage: message, forkSystem: system } = options;
  return withStoredHistory({ app: root, db: options.db }, terminal, (database) => {
    const run = readStoredRun(database, reference);
    const { suiteKey, caseId } = findForkedCase(run, located);
    const state = getAttemptState(database, run.runId, { suiteKey, caseId, attempt });
    const { turns, result, status } = state;
    const turn = options.forkTurn ?? turns.length;
    const forkedTurn = turns.find((each) => each.turn === turn);
    if (forkedTurn === undefined || result === undefined || status === 'queued' || status === 'running') {
      const has = result === undefined ? 'is not complete' : `has ${formatCountWithNoun(turns.length, 'turn')}`;
      throw new UsageError(`--fork: attempt ${attempt} of case ${caseId} in run ${run.runId} ${has}`, [
        'Name another attempt with --fork-attempt, or another turn with --fork-turn.',
      ]);
    }
    return {
      options: { runId: run.runId, suiteKey, caseId, attempt, turn, was: status, message, system },
      from: { ...createForkPoint(state, turn - 1), message: message ?? forkedTurn.input },
      input: result.input,
      agentId: options.name ?? run.suites.find(({ key }) => key === suiteKey)?.agentId ?? '',
    };
  });
}

/** Keeps the first turns of a recorded attempt, and the data needed to restore the state after them. */
export function createForkPoint(
  {
    attempt,
    turns,
    assertions,
    checkpointChecks,
    result,
  }: Pick<AttemptState, 'attempt' | 'turns' | 'assertions' | 'checkpointChecks' | 'result'>,
  keptTurns: number,
): Omit<ForkPoint, 'message'> {
  const unlocked = result === undefined ? undefined : toRecordedAnswer(result).unlocked;
  return {
    turns: turns.filter((each) => each.turn <= keptTurns),
    attempt,
    verdicts: { assertions: result?.assertions ?? assertions, checkpointChecks },
    ...(unlocked === undefined ? {} : { unlocked }),
  };
}

function rejectConflictingForkOptions({
  resume,
  lastFailed,
  history,
  record,
  replay,
  case: ids = [],
}: TestOptions): void {
  const other = { '--resume': resume, '--last-failed': lastFailed, '--record': record, '--replay': replay };
  const [conflictingFlag] = Object.entries(other).find(([, value]) => value !== undefined && value !== false) ?? [];
  if (conflictingFlag !== undefined) throw new UsageError(`--fork and ${conflictingFlag} exclude each other; give one`);
  if (!history) throw new UsageError('--fork reads the history; leave --no-history out');
  if (ids.length !== 1) throw new UsageError('--fork continues one case; name it with --case');
}

function findForkedCase(
  { runId, rows }: RunState,
  { options, source, root }: LocatedRun,
): { suiteKey: string; caseId: string } {
  const [caseId = ''] = options.case ?? [];
  const keys = source.kind === 'files' ? source.files.map((file) => toRelativePath(root, file)) : [];
  const row = rows.find(({ id, suiteKey }) => id === caseId && keys.includes(suiteKey));
  if (row !== undefined) return { suiteKey: row.suiteKey, caseId };
  throw new UsageError(`--fork: the run ${runId} has no case ${caseId} of ${options.input}`);
}

/** Removes all cases from the plan except the forked case, which starts at the fork. */
export function forkSuites(
  suites: LoadedSuites['suites'],
  { options, from, input }: ForkSource,
): LoadedSuites['suites'] {
  const { suiteKey, caseId } = options;
  return suites.flatMap((suite): SuiteCases<SuiteOrigin>[] => {
    if (suite.suite.key !== suiteKey) return [];
    const cases = suite.cases
      .filter(({ id }) => id === caseId)
      .map((testCase) => forkCase(testCase, { options, from, input }));
    return [{ ...suite, cases }];
  });
}

function forkCase(testCase: TestCase, { options, from, input }: Omit<ForkSource, 'agentId'>): TestCase {
  const kind: RunKind = runKinds[testCase.kind];
  const forkedCase = kind.withFork?.(testCase, from, input);
  if (forkedCase === undefined) {
    throw new UsageError(
      `--fork: case ${testCase.id} is of kind ${testCase.kind}, which has no turns to continue from`,
    );
  }
  return { ...forkedCase, hash: computeForkHash(testCase.hash, options), skip: false };
}

/** The system prompt that replaces the tested agent's prompt. */
export function toPromptOverride(forkSource: ForkSource | undefined): AgentsOptions['prompt'] {
  const system = forkSource?.options.system;
  return forkSource === undefined || system === undefined
    ? undefined
    : { agentId: removeAgentPrefix(forkSource.agentId), system };
}

/** Throws if the agent would not get the replacement for its prompt. */
export function requireReplaceablePrompt(
  forkSource: ForkSource | undefined,
  agents: Pick<AgentsHandle, 'describe'>,
): void {
  if (forkSource?.options.system === undefined || agents.describe(forkSource.agentId).prompt !== undefined) return;
  throw new UsageError(`--fork-system: agent "${forkSource.agentId}" is not a model with a system prompt`, [
    'Only agents of type openai and models (model:<connector>) can get another system prompt.',
  ]);
}
