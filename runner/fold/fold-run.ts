import type { AnnouncedCase, CaseKind, CaseResult, RunEvent, RunEventType } from '../contract/index.ts';
import { getLongTextPreview, setProperty, withoutUndefined } from '../values/index.ts';
import { addUsageByRole } from './add-usage.ts';
import { addScoreToRow, toFinishedRowFields } from './case-kind-rows.ts';
import { countAttempt } from './counts.ts';
import { addToFaultCounts } from './fault-counts.ts';
import type { AttemptId } from './keys.ts';
import { createRowFinder, type RowFinder } from './row-finder.ts';
import type { AttemptRow, AttemptRowByKind, CaseRow, CheckpointStatus, RunState } from './run-state.ts';
import { skipUnfinishedAttempts } from './skip-unfinished-attempts.ts';
import {
  createAnnouncedCaseFromResult,
  formatEndReason,
  mayHaveMissingCases,
  recordUnreadable,
} from './unreadable-events.ts';

/**
 * Applies events to the state of a run and returns the new state. Events that were applied before are skipped, so
 * events may be replayed. Copies the list of rows once per call, however many events there are.
 */
export function foldRun(state: RunState, events: Iterable<RunEvent>): RunState {
  const fold = createRunFold({ ...state, rows: [...state.rows] });
  for (const event of events) fold.apply(event);
  return fold.state();
}

/**
 * The types of events that are needed to show the list of cases of a finished run. Other events matter only while the
 * run is in progress.
 */
export const finishedRunEventTypes: readonly RunEventType[] = [
  'run.started',
  'cases.announced',
  'case.repeated',
  'case.finished',
  'delivery.dropped',
  'hook.finished',
  'run.finished',
];

export type RunFold = { apply(event: RunEvent): void; state(): RunState };

/** A fold that keeps the list rows. */
type RunFoldWithRows = RunFold & {
  /** Returns the row of a case without searching all rows. */
  findRow(event: AttemptId): CaseRow | undefined;
};

/**
 * Creates a fold (an object that applies events to a state) that changes its own state in place, so that memory use
 * does not grow with the number of events. The caller must not use `initial` afterwards.
 */
export function createRunFold(initial: RunState): RunFoldWithRows {
  const fold: RunFoldState = { state: initial, finder: createRowFinder(() => fold.state.rows), ownPips: undefined };
  return {
    apply(event) {
      if (event.seq <= fold.state.seq) return;
      fold.state.seq = event.seq;
      recordUnreadable(fold.state, event);
      applyEvent(fold, event);
    },
    state() {
      fold.ownPips = undefined;
      return fold.state;
    },
    findRow(event) {
      const position = fold.finder.find(event);
      return position === undefined ? undefined : fold.state.rows[position];
    },
  };
}

type RunFoldState = {
  state: RunState;
  finder: RowFinder;
  /**
   * The checkpoint dots (marks in list rows) that were created since the state was last read; only these may be changed
   * in place. Copying the dots for each of 3,000 checkpoints would take seconds.
   */
  ownPips: WeakSet<CheckpointStatusById> | undefined;
};
type CheckpointStatusById = Record<string, CheckpointStatus>;

function applyEvent(fold: RunFoldState, event: RunEvent): void {
  const { state } = fold;
  switch (event.type) {
    case 'run.started':
      fold.finder.reset();
      startRun(state, event);
      return;
    case 'cases.announced':
      fold.finder.reset();
      addCaseRows(state, event.cases);
      return;
    case 'case.started':
      addBisectionAttempt(fold, event);
      updateAttemptRow(fold, event, { status: 'running', startedAt: event.at });
      return;
    case 'phase.started':
      updateAttemptRow(fold, event, { phase: { turn: event.turn, phase: event.phase, since: event.at } });
      return;
    case 'turn.finished':
      updateAttemptRow(fold, event, { turns: event.turn.turn });
      return;
    case 'checkpoint.updated':
      updateCheckpoint(fold, event);
      return;
    case 'sample.finished':
      updateAttemptRow(fold, event, { samples: (findAttempt(fold, event)?.samples ?? 0) + 1 });
      return;
    case 'score.finished':
      updateAttemptRow(fold, event, (attempt, kind) => addScoreToRow(attempt, kind, event.score));
      return;
    case 'case.finished':
      finishAttempt(fold, event);
      return;
    case 'case.repeated':
      restartAttempt(fold, event);
      return;
    case 'delivery.dropped':
      countDroppedDelivery(state, event);
      return;
    case 'case.decided':
      updateAttemptRow(fold, event, { decision: event.decision });
      return;
    case 'hook.finished':
      addHookWarning(state, event);
      return;
    case 'run.finished':
      finishRun(state, event);
      return;
    case 'turn.started':
    case 'model.called':
    case 'tool.started':
    case 'tool.finished':
    case 'assertion.finished':
    case 'fault.found':
    case 'log.written':
    case 'event.unreadable':
      return;
    default:
      event satisfies never;
  }
}

function updateCheckpoint(fold: RunFoldState, event: Extract<RunEvent, { type: 'checkpoint.updated' }>): void {
  const dots = findAttempt(fold, event)?.pips;
  const checkpointDots = dots !== undefined && fold.ownPips?.has(dots) === true ? dots : { ...dots };
  setProperty(checkpointDots, event.checkpoint, { state: event.state, turn: event.turn });
  if (checkpointDots === dots) return;
  fold.ownPips ??= new WeakSet();
  fold.ownPips.add(checkpointDots);
  updateAttemptRow(fold, event, { pips: checkpointDots });
}

function startRun(state: RunState, event: Extract<RunEvent, { type: 'run.started' }>): void {
  const { suites, options, environment, toolVersion, gitCommit, warnings = [] } = event;
  Object.assign(state, { suites, options, environment, toolVersion, status: 'running', startedAt: event.at, rows: [] });
  if (gitCommit !== undefined) state.gitCommit = gitCommit;
  state.warnings = [...warnings];
  addCaseRows(state, event.cases);
}

function addCaseRows(state: RunState, cases: readonly AnnouncedCase[]): void {
  // Rows whose attempts have not begun share this list. When one of their attempts begins, the row gets its own list;
  // the shared list is never changed.
  const { autoRuns, bisect, attempts: wanted = 1 } = state.options ?? {};
  const attempts = createQueuedAttempts(autoRuns === undefined && bisect === undefined ? wanted : 1);
  for (const announcedCase of cases) state.rows.push({ ...announcedCase, attempts });
}

function finishRun(state: RunState, event: Extract<RunEvent, { type: 'run.finished' }>): void {
  state.status = event.outcome;
  state.finishedAt = event.at;
  state.summary = event.summary;
  const { answerPaths } = event.summary;
  if (answerPaths !== undefined) state.answerPaths = answerPaths;
  state.exitCode = event.exitCode;
  state.reason = formatEndReason(event, state.unreadable);
  skipUnfinishedAttempts(state);
}

function findAttempt(fold: RunFoldState, event: AttemptId): AttemptRow | undefined {
  const position = fold.finder.find(event);
  if (position === undefined) return undefined;
  return fold.state.rows[position]?.attempts.find((attempt) => attempt.attempt === event.attempt);
}

type AttemptRowChange = Partial<AttemptRow> | ((attempt: AttemptRow, kind: CaseKind) => Partial<AttemptRow>);

function updateAttemptRow(fold: RunFoldState, event: AttemptId, change: AttemptRowChange): void {
  replaceAttemptRow(fold, event, (attempt, kind) => ({
    ...attempt,
    ...(typeof change === 'function' ? change(attempt, kind) : change),
  }));
}

function replaceAttemptRow(
  fold: RunFoldState,
  event: AttemptId,
  replace: (attempt: AttemptRow, kind: CaseKind) => AttemptRowByKind[CaseKind],
): void {
  const position = fold.finder.find(event);
  const row = position === undefined ? undefined : fold.state.rows[position];
  if (position === undefined || row === undefined) return;
  const attempts = row.attempts.map((attempt): AttemptRowByKind[CaseKind] =>
    attempt.attempt === event.attempt ? replace(attempt, row.kind) : attempt,
  );
  fold.state.rows[position] = { ...row, attempts };
}

function finishAttempt(fold: RunFoldState, event: Extract<RunEvent, { type: 'case.finished' }>): void {
  const { state } = fold;
  state.counts = { ...state.counts };
  countAttempt(state.counts, event.result);
  if (event.result.setAside === undefined) state.faults = addToFaultCounts(state.faults, event.result.fault?.by);
  state.usage = addUsageByRole(state.usage, event.result.usage);
  if (fold.finder.find(event) === undefined && mayHaveMissingCases(state.unreadable)) addUnannouncedCase(fold, event);
  addBisectionAttempt(fold, event);
  replaceAttemptRow(fold, event, (attempt) =>
    toCompactAttemptRow({ ...attempt, ...toFinishedRowFields(event.result) }),
  );
  if (isCaseUndecided(state, event.result)) queueAttempt(fold, event);
}

/**
 * Copies an attempt without the fields that have no value. An object created with all its fields takes half the memory
 * of one to which fields are added later, and a run may have 100,000 attempts.
 */
function toCompactAttemptRow({
  attempt,
  status,
  startedAt,
  turns,
  durationMs,
  ...others
}: AttemptRowByKind[CaseKind]): AttemptRowByKind[CaseKind] {
  return Object.assign({ attempt, status, startedAt, turns, durationMs }, withoutUndefined(others));
}

function addUnannouncedCase(
  fold: RunFoldState,
  { suiteKey, result }: Extract<RunEvent, { type: 'case.finished' }>,
): void {
  addCaseRows(fold.state, [createAnnouncedCaseFromResult(suiteKey, result)]);
  fold.finder.reset();
}

function restartAttempt(fold: RunFoldState, event: Extract<RunEvent, { type: 'case.repeated' }>): void {
  fold.state.usage = addUsageByRole(fold.state.usage, event.result.usage);
  updateAttemptRow(fold, event, ({ attempt, startedAt, repeated = 0 }) => ({
    ...emptyAttemptFindings,
    attempt,
    startedAt,
    status: 'running',
    turns: 0,
    repeated: repeated + 1,
  }));
}

function addHookWarning(state: RunState, event: Extract<RunEvent, { type: 'hook.finished' }>): void {
  const { scope, phase, caseId = 'case', error } = event;
  if (error === undefined || phase !== 'after') return;
  const failedHook = scope === 'run' ? 'the AfterAll hook failed' : `${caseId}: after script failed`;
  state.warnings = [...state.warnings, `${failedHook}: ${getLongTextPreview(error)}`];
}

function countDroppedDelivery(state: RunState, { usage }: Extract<RunEvent, { type: 'delivery.dropped' }>): void {
  const { attempts, usage: before } = state.begunTwice ?? { attempts: 0, usage: {} };
  state.begunTwice = { attempts: attempts + 1, usage: addUsageByRole(before, usage) };
  state.usage = addUsageByRole(state.usage, usage);
}

/** When an attempt is retried, these fields are reset. */
const emptyAttemptFindings = {
  phase: undefined,
  error: undefined,
  reason: undefined,
  endReason: undefined,
  pips: undefined,
  samples: undefined,
  verdicts: undefined,
  cells: undefined,
} satisfies Partial<AttemptRow>;

function isCaseUndecided({ options }: RunState, { status, decision, unreadable }: CaseResult): boolean {
  if (options?.autoRuns === undefined || unreadable !== undefined) return false;
  return decision === undefined && status !== 'skipped';
}

/**
 * Adds the next attempt of a case that is repeated until its result is clear. Attempts are added one at a time, because
 * their final number is not known in advance.
 */
function queueAttempt(fold: RunFoldState, { suiteKey, caseId, attempt }: AttemptId): void {
  const position = fold.finder.find({ suiteKey, caseId, attempt });
  const row = position === undefined ? undefined : fold.state.rows[position];
  if (position === undefined || row === undefined || row.attempts.length > attempt) return;
  const next: AttemptRow = { attempt: attempt + 1, status: 'queued', setAside: 'repeat', turns: 0 };
  fold.state.rows[position] = { ...row, attempts: [...row.attempts, next] };
}

/**
 * Adds an attempt of a bisection. These attempts are chosen one by one, and may end in a different order than they
 * began.
 */
function addBisectionAttempt(fold: RunFoldState, event: AttemptId): void {
  if (fold.state.options?.bisect === undefined || findAttempt(fold, event) !== undefined) return;
  const position = fold.finder.find(event);
  const row = position === undefined ? undefined : fold.state.rows[position];
  if (position === undefined || row === undefined) return;
  const added: AttemptRow = { attempt: event.attempt, status: 'queued', turns: 0 };
  const attempts = [...row.attempts, added].toSorted((left, right) => left.attempt - right.attempt);
  fold.state.rows[position] = { ...row, attempts };
}

function createQueuedAttempts(count: number): AttemptRow[] {
  return Array.from({ length: count }, (_, position) => ({ attempt: position + 1, status: 'queued', turns: 0 }));
}
