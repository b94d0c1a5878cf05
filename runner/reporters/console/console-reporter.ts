import { type CaseResult, formatDuration, type RunEvent, type RunState } from '../../contract/index.ts';
import type { RunObserver } from '../../engine/ports.ts';
import { caseLines } from './case-lines.ts';
import { failureLines } from './failure-lines.ts';
import { headerLines, stabilityLine, summaryLines } from './frame-lines.ts';
import { createPaint } from './paint.ts';
import { createScreen, type ScreenOutput } from './screen.ts';

const KEPT_FAILURES = 51;
const PROGRESS_EVERY_MS = 5_000;
const HEARTBEAT_MS = 30_000;

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

type Counters = { total: number; done: number; failed: number; attempts: number; parallel: number };

/** Prints a run as it happens: every case whole, in order of completion. */
export function createConsoleReporter(options: ConsoleOptions): ConsoleReporter {
  const { verbose, quiet } = options;
  const paint = createPaint(options.colours);
  const screen = createScreen(options.output, options.live);
  const counters: Counters = { total: 0, done: 0, failed: 0, attempts: 1, parallel: 1 };
  const running = new Set<string>();
  const failures: CaseResult[] = [];
  const unfinished = new Map<string, { status: string; durationMs: number }[]>();
  let startedAt = 0;
  let lastProgress = 0;
  let heartbeat: NodeJS.Timeout | undefined;

  const progress = (): string => `[Progress: ${counters.done}/${counters.total} completed, ${running.size} running...]`;

  const start = (event: Extract<RunEvent, { type: 'run.started' }>): void => {
    startedAt = event.at;
    lastProgress = event.at;
    const { attempts, parallel } = event.options;
    Object.assign(counters, { total: event.cases.length * attempts, attempts, parallel });
    if (quiet) return;
    screen.print(headerLines(event));
    if (!options.live) heartbeat = setInterval(() => screen.print([progress()]), HEARTBEAT_MS).unref();
  };

  const finishCase = (event: Extract<RunEvent, { type: 'case.finished' }>): void => {
    const { result } = event;
    counters.done += 1;
    heartbeat?.refresh();
    if (isFailure(result)) {
      counters.failed += 1;
      if (failures.length < KEPT_FAILURES) failures.push(result);
    }
    if (quiet) return;
    const lines = caseLines(result, { paint, verbose, attempts: counters.attempts });
    screen.print(result.kind === 'dynamic' ? [...lines, ''] : lines);
    if (counters.attempts > 1) finishAttempt(event);
    if (counters.parallel > 1 && event.at - lastProgress >= PROGRESS_EVERY_MS && counters.done < counters.total) {
      lastProgress = event.at;
      if (!options.live) screen.print(['', progress(), '']);
    }
  };

  const finishAttempt = (event: Extract<RunEvent, { type: 'case.finished' }>): void => {
    const key = `${event.suiteKey}\n${event.caseId}`;
    const attempts = [
      ...(unfinished.get(key) ?? []),
      { status: event.result.status, durationMs: event.result.durationMs },
    ];
    unfinished.set(key, attempts);
    if (attempts.length < counters.attempts) return;
    unfinished.delete(key);
    screen.print([stabilityLine(event.caseId, attempts)]);
  };

  const showLive = (event: RunEvent): void => {
    if (quiet) return;
    const failed = counters.failed === 0 ? '' : ` ✗${counters.failed}`;
    const waiting = event.type === 'phase.started' ? ` — ${event.caseId} turn ${event.turn}: ${event.phase}` : '';
    screen.live(
      `[${counters.done}/${counters.total}]${failed} ${running.size} running, ${formatDuration(event.at - startedAt)}${waiting}`,
    );
  };

  return {
    name: 'console',
    onEvent(event) {
      if (event.type === 'run.started') start(event);
      if (event.type === 'case.started') running.add(attemptKey(event));
      if (event.type === 'case.finished') {
        running.delete(attemptKey(event));
        finishCase(event);
      }
      if (event.type === 'log.written' && verbose && !quiet) screen.print([`  │ ${event.source}: ${event.text}`]);
      if (options.live) showLive(event);
    },
    finish(state, outputs) {
      clearInterval(heartbeat);
      const total = state.counts.failed + state.counts.error + state.counts.timeout;
      screen.print(failureLines(failures, { total, command: options.command, paint }));
      screen.print(quiet ? [quietLine(state)] : summaryLines(state, { outputs, paint }));
      screen.close();
    },
  };
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
  return `${word}: ${counts.passed} of ${judged} passed${status === 'passed' ? '' : ` (${reason ?? ''})`}`;
}
