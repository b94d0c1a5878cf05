import type { CaseResult, RunEvent } from '../../contract/index.ts';
import { type CaseKey, caseKey, describeExcluded, isJudgedByAccuracy, type RunState } from '../../fold/index.ts';
import { formatAsSingleLine } from '../../format/index.ts';
import { countJudged, describeDecisions, formatBriefAgentOnlyRate } from '../../verdict/index.ts';
import { createAnswerProgress } from './answer-progress.ts';
import { formatCaseLines, isConversation } from './case-lines.ts';
import { type CaseFinishedEvent, type ConsoleOutput, type ConsoleState, formatLogLines } from './console-reporter.ts';
import { createFailureListForConsole } from './failure-list.ts';
import { formatMetricLines } from './metric-lines.ts';
import { createRepeatedMessageFilter } from './repeated-lines.ts';
import { shortenText, stripControlCharacters } from './shorten-text.ts';
import { formatHeaderLines, formatStabilityLine, formatSuiteLines, formatSummaryLines } from './summary-lines.ts';

const PROGRESS_EVERY_MS = 5_000;

/** The console output for cases: a line or a tree for each case, the failures again at the end, and a summary. */
export function createCaseOutputForConsole(consoleState: ConsoleState): ConsoleOutput {
  const { options, paint } = consoleState;
  const waits = createProgressTracker(consoleState);
  const repeatedLines = createRepeatedMessageFilter();
  const failures = createFailureListForConsole(consoleState);
  const stabilityOf = createStabilityLineBuilder(consoleState);
  /** The suite of the last printed case, and whether that case was printed as a tree. */
  let suiteKey: string | undefined;
  let afterTree = false;

  /**
   * Several suites run at once and their cases finish in any order, so the name of the suite is printed again whenever
   * it changes.
   */
  function formatSuiteHeading(event: CaseFinishedEvent): string[] {
    if (!consoleState.severalSuites || suiteKey === event.suiteKey) return [];
    suiteKey = event.suiteKey;
    afterTree = false;
    return formatSuiteLines(suiteKey);
  }

  /**
   * Returns the lines of a case. A tree is separated by a blank line from the lines around it; single lines are not
   * separated.
   */
  function formatCaseOutputLines({ result }: CaseFinishedEvent, logs: readonly string[]): string[] {
    const like = options.verbose ? undefined : failures.alike();
    const tree = isConversation(result) && like === undefined;
    const gap = afterTree || (tree && consoleState.done > 1) ? [''] : [];
    afterTree = tree;
    return [
      ...gap,
      ...formatCaseLines(repeatedLines.withoutRepeatedWarnings(result), {
        paint,
        verbose: options.verbose,
        attempts: consoleState.attempts,
        why: options.verbose ? undefined : 'at the end',
        like,
        logs,
      }),
    ];
  }

  return {
    trackEvent(event) {
      waits.trackWaits(event);
      failures.trackFailures(event);
    },
    headingLines: formatHeaderLines,
    attemptLines(event, logs) {
      if (options.quiet) return [];
      return [
        ...formatSuiteHeading(event),
        ...formatCaseOutputLines(event, logs),
        ...stabilityOf(event),
        ...waits.after(event),
      ];
    },
    failuresText: () => (failures.count() === 0 ? '' : ` ✗${failures.count()}`),
    currentWaitText: waits.now,
    idleLines: () => [waits.progress()],
    linesOutsideAttempts(event) {
      if (event.type === 'log.written' && options.verbose && !options.quiet)
        return formatLogLines(event).map((line) => `  │ ${line}`);
      if (event.type === 'case.decided') return failures.setDecision(event);
      if (event.type === 'case.repeated' && !options.quiet) return [formatRepeatedCaseLine(event)];
      return event.type === 'hook.finished' ? formatTearDownLines(event, consoleState) : [];
    },
    runEndLines(state, outputs, explained) {
      const { quiet } = options;
      const metrics = formatMetricLines(state);
      const isAllMetrics = metrics.length > 0 && state.rows.every(isJudgedByAccuracy);
      const repeated = quiet && isAllMetrics ? [] : failures.failureListLines(state, explained);
      if (quiet) return [...repeated, ...metrics, ...(isAllMetrics ? [] : [formatQuietSummaryLine(state)])];
      const measured = metrics.length === 0 ? [] : ['', ...metrics];
      const warned = repeatedLines.lines().map((line) => paint('yellow', line));
      const again = warned.length === 0 ? [] : ['', ...warned];
      return [
        ...repeated,
        ...measured,
        ...again,
        ...formatSummaryLines(state, { outputs, paint, answers: waits.answers() }),
      ];
    },
  };
}

/** Returns a line for each case with several attempts; it is printed after its last attempt has ended. */
function createStabilityLineBuilder(consoleState: ConsoleState): (event: CaseFinishedEvent) => string[] {
  const unfinished = new Map<CaseKey, Pick<CaseResult, 'status' | 'durationMs'>[]>();
  return (event) => {
    if (consoleState.attempts === 1 || consoleState.isAuto) return [];
    const key = caseKey(event.suiteKey, event.caseId);
    const { status, durationMs } = event.result;
    const attempts = [...(unfinished.get(key) ?? []), { status, durationMs }];
    unfinished.set(key, attempts);
    if (attempts.length < consoleState.attempts) return [];
    unfinished.delete(key);
    return [formatStabilityLine(event.caseId, attempts)];
  };
}

function formatRepeatedCaseLine({ caseId, result }: Extract<RunEvent, { type: 'case.repeated' }>): string {
  const { status, error, fault } = result;
  const whose = fault === undefined ? '' : ` (${fault.by}: ${fault.kind})`;
  return `  [${formatAsSingleLine(caseId)}] tried again: ${shortenText(error ?? status, 200)}${whose}`;
}

/** Tracks what a run is waiting for, and its progress. */
function createProgressTracker(consoleState: ConsoleState) {
  const answers = createAnswerProgress();
  let progressAt: number | undefined;
  /** The reason why the newest attempt waits, and the progress of a case that asks the same question several times. */
  let waiting = '';
  let measuring = '';

  function printProgress(): string {
    const now = measuring === '' ? '' : ` (${measuring})`;
    const share = consoleState.isAuto
      ? `${consoleState.done} of at most ${consoleState.total}`
      : `${consoleState.done}/${consoleState.total}`;
    return `[Progress: ${share} completed, ${consoleState.running.size} running${now}...]`;
  }

  return {
    progress: printProgress,
    answers: answers.rate,
    now: () => waiting,
    trackWaits(event: RunEvent): void {
      measuring = answers.trackEvent(event) ?? (event.type === 'case.finished' ? '' : measuring);
      if (event.type === 'phase.started') waiting = ` — ${event.caseId} turn ${event.turn}: ${event.phase}`;
      if (measuring !== '') waiting = ` — ${measuring}`;
      if (event.type === 'case.finished') waiting = '';
    },
    after({ at }: CaseFinishedEvent): string[] {
      if (consoleState.options.live || consoleState.parallel === 1 || consoleState.done === consoleState.total)
        return [];
      if (at - (progressAt ?? consoleState.startedAt) < PROGRESS_EVERY_MS) return [];
      progressAt = at;
      return ['', printProgress()];
    },
  };
}

/** An error after the last case belongs to the run and not to a case, so it is printed separately. */
function formatTearDownLines(event: Extract<RunEvent, { type: 'hook.finished' }>, { paint }: ConsoleState): string[] {
  if (event.scope === 'case' || event.phase === 'before' || event.error === undefined) return [];
  return [paint('yellow', `⚠ the AfterAll hook failed: ${stripControlCharacters(event.error)}`)];
}

function formatQuietSummaryLine({ counts, status, reason, rows, faults }: RunState): string {
  const judged = countJudged(counts);
  const word = status === 'passed' ? 'PASSED' : status.toUpperCase();
  const silent = status === 'passed' && counts.passed === judged;
  const setAside = describeExcluded(rows);
  const decided = describeDecisions(rows);
  if (decided !== undefined)
    return `${word}: ${status === 'passed' ? decided : `${reason ?? ''} (${decided})`}${setAside === undefined ? '' : `, ${setAside}`}`;
  const agentOnly = formatBriefAgentOnlyRate(counts, faults);
  const rates = `${counts.passed} of ${judged} passed${agentOnly === undefined ? '' : `, ${agentOnly}`}`;
  return `${word}: ${rates}${silent ? '' : ` (${reason ?? ''})`}${setAside === undefined ? '' : `, ${setAside}`}`;
}
