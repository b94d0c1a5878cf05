import type { CaseResult, RunEvent } from '../../contract/index.ts';
import { caseKey, isFailing, isMeasured, type RunState, setAsideText } from '../../fold/index.ts';
import { createAnswerProgress } from './answer-progress.ts';
import { caseLines, isConversation } from './case-lines.ts';
import { type CaseFinished, type ConsoleSheet, type Desk, logLines } from './console-reporter.ts';
import { stripControls } from './excerpt.ts';
import { type Failure, failureLines } from './failure-lines.ts';
import { headerLines, stabilityLine, suiteLines, summaryLines } from './frame-lines.ts';
import { metricLines } from './metric-lines.ts';
import { createRepeatedWarnings } from './repeated-warnings.ts';

const KEPT_FAILURES = 51;
const PROGRESS_EVERY_MS = 5_000;

/** The lines of cases: a line or a tree for each, the failures again, and a summary. */
export function createCaseSheet(desk: Desk): ConsoleSheet {
  const { options, paint } = desk;
  const waits = createWaits(desk);
  const warnings = createRepeatedWarnings();
  const failures: Failure[] = [];
  const unfinished = new Map<string, Pick<CaseResult, 'status' | 'durationMs'>[]>();
  /** The suite of the case printed last, and whether that was a tree. */
  let suiteKey: string | undefined;
  let afterTree = false;
  let failed = 0;

  /** Cases of several suites that run at once come in any order: whenever the suite changes, it is named again. */
  function suiteOf(event: CaseFinished): string[] {
    if (!desk.severalSuites || suiteKey === event.suiteKey) return [];
    suiteKey = event.suiteKey;
    afterTree = false;
    return suiteLines(suiteKey);
  }

  /** Trees stand apart from what is around them, lines stand together. */
  function sheetLines({ result }: CaseFinished, logs: readonly string[]): string[] {
    const tree = isConversation(result);
    const gap = afterTree || (tree && desk.done > 1) ? [''] : [];
    afterTree = tree;
    return [
      ...gap,
      ...caseLines(warnings.firstOf(result), { paint, verbose: options.verbose, attempts: desk.attempts, logs }),
    ];
  }

  function stabilityOf(event: CaseFinished): string[] {
    if (desk.attempts === 1) return [];
    const key = caseKey(event.suiteKey, event.caseId);
    const { status, durationMs } = event.result;
    const attempts = [...(unfinished.get(key) ?? []), { status, durationMs }];
    unfinished.set(key, attempts);
    if (attempts.length < desk.attempts) return [];
    unfinished.delete(key);
    return [stabilityLine(event.caseId, attempts)];
  }

  return {
    note: waits.note,
    heading: headerLines,
    attempt(event, logs) {
      const { result } = event;
      if (isFailing(result.status) && result.setAside === undefined) {
        failed += 1;
        if (failures.length < KEPT_FAILURES)
          failures.push(desk.severalSuites ? { result, suiteKey: event.suiteKey } : { result });
      }
      if (options.quiet) return [];
      return [...suiteOf(event), ...sheetLines(event, logs), ...stabilityOf(event), ...waits.after(event)];
    },
    failed: () => (failed === 0 ? '' : ` ✗${failed}`),
    waiting: waits.now,
    heartbeat: () => [waits.progress()],
    aside(event) {
      if (event.type === 'log.written' && options.verbose && !options.quiet)
        return logLines(event).map((line) => `  │ ${line}`);
      return event.type === 'hook.finished' ? tearDownLines(event, desk) : [];
    },
    ending(state, outputs) {
      const { quiet, command } = options;
      const total = state.counts.failed + state.counts.error + state.counts.timeout;
      const metrics = metricLines(state);
      const isAllMetrics = metrics.length > 0 && state.rows.every(isMeasured);
      const repeated = quiet && isAllMetrics ? [] : failureLines(failures, { total, command, paint });
      if (quiet) return [...repeated, ...metrics, ...(isAllMetrics ? [] : [quietLine(state)])];
      const measured = metrics.length === 0 ? [] : ['', ...metrics];
      const warned = warnings.lines().map((line) => paint('yellow', line));
      const again = warned.length === 0 ? [] : ['', ...warned];
      return [...repeated, ...measured, ...again, ...summaryLines(state, { outputs, paint, answers: waits.answers() })];
    },
  };
}

/** What a run waits for, and how far it is. */
function createWaits(desk: Desk) {
  const answers = createAnswerProgress();
  let progressAt: number | undefined;
  /** The current wait of the newest attempt, and the progress of a case that asks several times. */
  let waiting = '';
  let measuring = '';

  function progress(): string {
    const now = measuring === '' ? '' : ` (${measuring})`;
    return `[Progress: ${desk.done}/${desk.total} completed, ${desk.running.size} running${now}...]`;
  }

  return {
    progress,
    answers: answers.rate,
    now: () => waiting,
    note(event: RunEvent): void {
      measuring = answers.note(event) ?? (event.type === 'case.finished' ? '' : measuring);
      if (event.type === 'phase.started') waiting = ` — ${event.caseId} turn ${event.turn}: ${event.phase}`;
      if (measuring !== '') waiting = ` — ${measuring}`;
      if (event.type === 'case.finished') waiting = '';
    },
    after({ at }: CaseFinished): string[] {
      if (desk.options.live || desk.parallel === 1 || desk.done === desk.total) return [];
      if (at - (progressAt ?? desk.startedAt) < PROGRESS_EVERY_MS) return [];
      progressAt = at;
      return ['', progress()];
    },
  };
}

/** An error after the last case belongs to no case; it would go unseen otherwise. */
function tearDownLines(event: Extract<RunEvent, { type: 'hook.finished' }>, { paint }: Desk): string[] {
  if (event.scope === 'case' || event.phase === 'before' || event.error === undefined) return [];
  return [paint('yellow', `⚠ after all failed: ${stripControls(event.error)}`)];
}

function quietLine({ counts, status, reason, rows }: RunState): string {
  const judged = counts.passed + counts.failed + counts.error + counts.timeout;
  const word = status === 'passed' ? 'PASSED' : status.toUpperCase();
  const silent = status === 'passed' && counts.passed === judged;
  const setAside = setAsideText(rows);
  return `${word}: ${counts.passed} of ${judged} passed${silent ? '' : ` (${reason ?? ''})`}${setAside === undefined ? '' : `, ${setAside}`}`;
}
