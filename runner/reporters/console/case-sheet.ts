import type { CaseResult, RunEvent } from '../../contract/index.ts';
import { caseKey, isFailing, isMeasured, type RunState, setAsideText } from '../../fold/index.ts';
import { plural } from '../../values/index.ts';
import { decisionWords } from '../../verdict/index.ts';
import { createAnswerProgress } from './answer-progress.ts';
import { caseLines, isConversation } from './case-lines.ts';
import { type CaseFinished, type ConsoleSheet, type Desk, logLines } from './console-reporter.ts';
import { excerpt, stripControls } from './excerpt.ts';
import { type Failure, failureLines } from './failure-lines.ts';
import { headerLines, stabilityLine, suiteLines, summaryLines } from './frame-lines.ts';
import { metricLines } from './metric-lines.ts';
import { createRepeatedLines } from './repeated-lines.ts';

const KEPT_FAILURES = 51;
const PROGRESS_EVERY_MS = 5_000;

/** The lines of cases: a line or a tree for each, the failures again, and a summary. */
export function createCaseSheet(desk: Desk): ConsoleSheet {
  const { options, paint } = desk;
  const waits = createWaits(desk);
  const seen = createRepeatedLines();
  const failures = createFailures(desk);
  const unfinished = new Map<string, Pick<CaseResult, 'status' | 'durationMs'>[]>();
  /** The suite of the case printed last, and whether that was a tree. */
  let suiteKey: string | undefined;
  let afterTree = false;

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
      ...caseLines(seen.firstOf(result), {
        paint,
        verbose: options.verbose,
        attempts: desk.attempts,
        logs,
      }),
    ];
  }

  function stabilityOf(event: CaseFinished): string[] {
    if (desk.attempts === 1 || desk.isAuto) return [];
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
      failures.note(event);
      if (options.quiet) return [];
      return [...suiteOf(event), ...sheetLines(event, logs), ...stabilityOf(event), ...waits.after(event)];
    },
    failed: () => (failures.count() === 0 ? '' : ` ✗${failures.count()}`),
    waiting: waits.now,
    heartbeat: () => [waits.progress()],
    aside(event) {
      if (event.type === 'log.written' && options.verbose && !options.quiet)
        return logLines(event).map((line) => `  │ ${line}`);
      if (event.type === 'case.decided') return failures.decide(event);
      if (event.type === 'case.repeated' && !options.quiet) return [repeatedLine(event)];
      return event.type === 'hook.finished' ? tearDownLines(event, desk) : [];
    },
    ending(state, outputs) {
      const { quiet, command } = options;
      const total = desk.isAuto ? failures.count() : state.counts.failed + state.counts.error + state.counts.timeout;
      const metrics = metricLines(state);
      const isAllMetrics = metrics.length > 0 && state.rows.every(isMeasured);
      const repeated = quiet && isAllMetrics ? [] : failureLines(failures.kept(), { total, command, paint });
      if (quiet) return [...repeated, ...metrics, ...(isAllMetrics ? [] : [quietLine(state)])];
      const measured = metrics.length === 0 ? [] : ['', ...metrics];
      const warned = seen.lines().map((line) => paint('yellow', line));
      const again = warned.length === 0 ? [] : ['', ...warned];
      return [...repeated, ...measured, ...again, ...summaryLines(state, { outputs, paint, answers: waits.answers() })];
    },
  };
}

/** The attempts that went wrong, of which the first are kept. */
function createFailures(desk: Desk) {
  let kept: (Failure & { suite: string })[] = [];
  let count = 0;
  return {
    kept: () => kept,
    count: () => count,
    note({ suiteKey, result }: CaseFinished): void {
      const counts = result.setAside === undefined || result.setAside === 'repeat';
      if (!isFailing(result.status) || !counts) return;
      count += 1;
      if (kept.length >= KEPT_FAILURES) return;
      kept.push({ result, suite: suiteKey, ...(desk.severalSuites ? { suiteKey } : {}) });
    },
    /** Single failures of a good case are none of the run. */
    decide({ suiteKey, caseId, decision, attempt, passed }: CaseDecided): string[] {
      if (decision === 'good') {
        const others = kept.filter(({ result, suite }) => result.id !== caseId || suite !== suiteKey);
        count -= kept.length - others.length;
        kept = others;
      }
      if (desk.options.quiet) return [];
      return [`  [${caseId}] ${decision} after ${plural(attempt, 'attempt')} (${passed} of ${attempt} passed)`];
    },
  };
}

type CaseDecided = Extract<RunEvent, { type: 'case.decided' }>;

function repeatedLine({ caseId, result }: Extract<RunEvent, { type: 'case.repeated' }>): string {
  const { status, error, fault } = result;
  const whose = fault === undefined ? '' : ` (${fault.by}: ${fault.kind})`;
  return `  [${caseId}] tried again: ${excerpt(error ?? status, 200)}${whose}`;
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
    const share = desk.isAuto ? `${desk.done} of at most ${desk.total}` : `${desk.done}/${desk.total}`;
    return `[Progress: ${share} completed, ${desk.running.size} running${now}...]`;
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
  const decided = decisionWords(rows);
  if (decided !== undefined)
    return `${word}: ${status === 'passed' ? decided : `${reason ?? ''} (${decided})`}${setAside === undefined ? '' : `, ${setAside}`}`;
  return `${word}: ${counts.passed} of ${judged} passed${silent ? '' : ` (${reason ?? ''})`}${setAside === undefined ? '' : `, ${setAside}`}`;
}
