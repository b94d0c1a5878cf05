import type { CaseResult, RunEvent } from '../../contract/index.ts';
import { caseKey, isMeasured, type RunState } from '../../fold/index.ts';
import type { RunObserver } from '../../ports/index.ts';
import { formatDuration } from '../../values/index.ts';
import { type AnswerProgress, createAnswerProgress } from './answer-progress.ts';
import { caseLines, isConversation } from './case-lines.ts';
import { stripControls } from './excerpt.ts';
import { type Failure, failureLines } from './failure-lines.ts';
import { headerLines, stabilityLine, suiteLines, summaryLines } from './frame-lines.ts';
import { metricLines } from './metric-lines.ts';
import { createPaint, type Paint } from './paint.ts';
import { createScreen, type Screen, type ScreenOutput } from './screen.ts';

const KEPT_FAILURES = 51;
const PROGRESS_EVERY_MS = 5_000;
const HEARTBEAT_MS = 30_000;
const TICK_MS = 1_000;
const NAMED = 3;

export type ConsoleOptions = {
  output: ScreenOutput;
  colours: boolean;
  /** A terminal that a person watches: shows a line that moves. */
  live: boolean;
  verbose: boolean;
  quiet: boolean;
  /** The command that runs these cases again. */
  command: (ids: readonly string[]) => string;
};

export type ConsoleReporter = RunObserver & {
  /** Prints failures and the summary. */
  finish(state: RunState, outputs: readonly string[]): void;
};

/** Prints a run as it happens: every case whole, in order of completion. */
export function createConsoleReporter(options: ConsoleOptions): ConsoleReporter {
  const desk: Desk = {
    options,
    paint: createPaint(options.colours),
    screen: createScreen(options.output, options.live),
    total: 0,
    done: 0,
    failed: 0,
    attempts: 1,
    parallel: 1,
    running: new Map(),
    failures: [],
    suiteKey: undefined,
    severalSuites: false,
    unfinished: new Map(),
    logs: new Map(),
    startedAt: 0,
    now: 0,
    waiting: '',
    progressAt: 0,
    afterTree: false,
    heartbeat: undefined,
    answers: createAnswerProgress(),
    measuring: '',
  };
  return {
    name: 'console',
    onEvent(event) {
      desk.measuring = desk.answers.note(event) ?? (event.type === 'case.finished' ? '' : desk.measuring);
      if (event.type === 'run.started') startRun(desk, event);
      if (event.type === 'case.started') desk.running.set(attemptKey(event), event.caseId);
      if (event.type === 'case.finished') finishCase(desk, event);
      if (event.type === 'log.written') takeLog(desk, event);
      if (event.type === 'hook.finished') printTearDown(desk, event);
      if (options.live && !options.quiet) noteForLive(desk, event);
    },
    finish(state, outputs) {
      clearInterval(desk.heartbeat);
      const { screen, paint } = desk;
      const total = state.counts.failed + state.counts.error + state.counts.timeout;
      const metrics = metricLines(state);
      const isAllMetrics = metrics.length > 0 && state.rows.every(isMeasured);
      if (!options.quiet || !isAllMetrics)
        screen.print(failureLines(desk.failures, { total, command: options.command, paint }));
      screen.print(options.quiet ? metrics : separate(metrics));
      if (!options.quiet) screen.print(summaryLines(state, { outputs, paint, answers: desk.answers.rate() }));
      else if (!isAllMetrics) screen.print([quietLine(state)]);
      screen.close();
    },
  };
}

/** The state of the reporter between events. */
type Desk = {
  options: ConsoleOptions;
  paint: Paint;
  screen: Screen;
  total: number;
  done: number;
  failed: number;
  attempts: number;
  parallel: number;
  /** Ids of the cases whose attempts run now, oldest first. */
  running: Map<string, string>;
  failures: Failure[];
  /** The suite of the case printed last; nothing while a run has only one. */
  suiteKey: string | undefined;
  severalSuites: boolean;
  unfinished: Map<string, { status: string; durationMs: number }[]>;
  startedAt: number;
  now: number;
  /** The logs of running attempts; printed with them. */
  logs: Map<string, string[]>;
  /** The current wait of the newest attempt. */
  waiting: string;
  progressAt: number;
  afterTree: boolean;
  heartbeat: NodeJS.Timeout | undefined;
  /** The progress of a case that asks several times. */
  answers: AnswerProgress;
  measuring: string;
};

type CaseFinished = Extract<RunEvent, { type: 'case.finished' }>;

function startRun(desk: Desk, event: Extract<RunEvent, { type: 'run.started' }>): void {
  const { attempts, parallel } = event.options;
  const { quiet, live } = desk.options;
  Object.assign(desk, {
    attempts,
    parallel,
    severalSuites: event.suites.length > 1,
    total: event.total * attempts,
    startedAt: event.at,
    progressAt: event.at,
  });
  if (quiet) return;
  desk.screen.print(headerLines(event));
  if (live) desk.heartbeat = setInterval(() => tick(desk), TICK_MS).unref();
  else desk.heartbeat = setInterval(() => desk.screen.print([progress(desk)]), HEARTBEAT_MS).unref();
}

function finishCase(desk: Desk, event: CaseFinished): void {
  const { result } = event;
  desk.running.delete(attemptKey(event));
  desk.done += 1;
  desk.heartbeat?.refresh();
  if (isFailure(result)) {
    desk.failed += 1;
    if (desk.failures.length < KEPT_FAILURES)
      desk.failures.push(desk.severalSuites ? { result, suiteKey: event.suiteKey } : { result });
  }
  if (desk.options.quiet) return;
  printSuite(desk, event.suiteKey);
  printCase(desk, event);
  if (desk.attempts > 1) finishAttempt(desk, event);
  if (desk.options.live || desk.parallel === 1 || desk.done === desk.total) return;
  if (event.at - desk.progressAt < PROGRESS_EVERY_MS) return;
  desk.progressAt = event.at;
  desk.screen.print(['', progress(desk)]);
}

/** Cases of several suites that run at once come in any order: whenever the suite changes, it is named again. */
function printSuite(desk: Desk, suiteKey: string): void {
  if (!desk.severalSuites || desk.suiteKey === suiteKey) return;
  desk.screen.print(suiteLines(suiteKey));
  Object.assign(desk, { suiteKey, afterTree: false });
}

/** Trees stand apart from what is around them, lines stand together. */
function printCase(desk: Desk, event: CaseFinished): void {
  const { paint, attempts } = desk;
  const { result } = event;
  const logs = takenLogs(desk, event);
  const tree = isConversation(result);
  const gap = desk.afterTree || (tree && desk.done > 1) ? [''] : [];
  desk.afterTree = tree;
  desk.screen.print([...gap, ...caseLines(result, { paint, verbose: desk.options.verbose, attempts, logs })]);
}

function takenLogs({ logs }: Desk, event: CaseFinished): string[] {
  if (logs.size === 0) return [];
  const key = attemptKey(event);
  const lines = logs.get(key) ?? [];
  logs.delete(key);
  return lines;
}

function finishAttempt(desk: Desk, { suiteKey, caseId, result }: CaseFinished): void {
  const key = caseKey(suiteKey, caseId);
  const { status, durationMs } = result;
  const attempts = [...(desk.unfinished.get(key) ?? []), { status, durationMs }];
  desk.unfinished.set(key, attempts);
  if (attempts.length < desk.attempts) return;
  desk.unfinished.delete(key);
  desk.screen.print([stabilityLine(caseId, attempts)]);
}

/** Lines of an attempt wait for it, so that those of cases that run at once do not mix. */
function takeLog(desk: Desk, { source, text, ...place }: Extract<RunEvent, { type: 'log.written' }>): void {
  if (!desk.options.verbose || desk.options.quiet) return;
  const lines = stripControls(text)
    .trimEnd()
    .split('\n')
    .map((line) => `${source}: ${line}`);
  const { suiteKey, caseId, attempt } = place;
  if (suiteKey === undefined || caseId === undefined || attempt === undefined) {
    desk.screen.print(lines.map((line) => `  │ ${line}`));
    return;
  }
  const key = attemptKey({ suiteKey, caseId, attempt });
  desk.logs.set(key, [...(desk.logs.get(key) ?? []), ...lines]);
}

function noteForLive(desk: Desk, event: RunEvent): void {
  if (event.type === 'phase.started') desk.waiting = ` — ${event.caseId} turn ${event.turn}: ${event.phase}`;
  if (desk.measuring !== '') desk.waiting = ` — ${desk.measuring}`;
  if (event.type === 'case.finished') desk.waiting = '';
  desk.now = event.at;
  showLive(desk);
}

/** Time goes on while nothing happens. */
function tick(desk: Desk): void {
  desk.now += TICK_MS;
  showLive(desk);
}

/** An error after the last case belongs to no case; it would go unseen otherwise. */
function printTearDown({ screen, paint }: Desk, event: Extract<RunEvent, { type: 'hook.finished' }>): void {
  if (event.scope === 'case' || event.phase === 'before' || event.error === undefined) return;
  screen.print([paint('yellow', `⚠ after all failed: ${stripControls(event.error)}`)]);
}

function showLive({ screen, done, total, failed, running, startedAt, now, waiting }: Desk): void {
  const bad = failed === 0 ? '' : ` ✗${failed}`;
  const ids = [...running.values()].slice(0, NAMED).join(', ');
  const named = running.size === 0 ? '' : ` (${ids}${running.size > NAMED ? ', …' : ''})`;
  screen.live(`[${done}/${total}]${bad} ${running.size} running${named}, ${formatDuration(now - startedAt)}${waiting}`);
}

function progress({ done, total, running, measuring }: Desk): string {
  const now = measuring === '' ? '' : ` (${measuring})`;
  return `[Progress: ${done}/${total} completed, ${running.size} running${now}...]`;
}

function separate(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', ...lines];
}

function attemptKey(event: { suiteKey: string; caseId: string; attempt: number }): string {
  return `${event.suiteKey}\n${event.caseId}\n${event.attempt}`;
}

function isFailure({ status }: CaseResult): boolean {
  return status !== 'passed' && status !== 'skipped';
}

function quietLine({ counts, status, reason }: RunState): string {
  const judged = counts.passed + counts.failed + counts.error + counts.timeout;
  const word = status === 'passed' ? 'PASSED' : status.toUpperCase();
  const silent = status === 'passed' && counts.passed === judged;
  return `${word}: ${counts.passed} of ${judged} passed${silent ? '' : ` (${reason ?? ''})`}`;
}
