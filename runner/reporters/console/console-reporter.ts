import type { RunEvent } from '../../contract/index.ts';
import { type AttemptId, type AttemptKey, attemptKey, type RunState } from '../../fold/index.ts';
import type { RunObserver } from '../../ports/index.ts';
import { formatDuration } from '../../values/index.ts';
import type { ExplainedFailures } from '../../verdict/index.ts';
import { createConsoleScreen, type ScreenOutput } from './console-screen.ts';
import { stripControlCharacters } from './shorten-text.ts';
import { createStyleText, type StyleText } from './style-text.ts';

const HEARTBEAT_MS = 30_000;
const TICK_MS = 1_000;
const MAX_NAMED_CASES = 3;

export type ConsoleOptions = {
  output: ScreenOutput;
  colours: boolean;
  /** True for an interactive terminal, in which a live progress line is shown. */
  live: boolean;
  verbose: boolean;
  quiet: boolean;
  /** Hints on what to do about failed cases; `scorer` is set if all failed cases are rows for the same scorer. */
  next?: (state: RunState, failed: { ids: readonly string[]; scorer?: string | undefined }) => string[];
};

export type ConsoleReporter = RunObserver & {
  /** Prints the failures, the summary, and where the results are. */
  finish(state: RunState, outputs: readonly string[], explained?: ExplainedFailures): void;
};

/** The state of the console during a run. */
export type ConsoleState = {
  readonly options: ConsoleOptions;
  readonly paint: StyleText;
  total: number;
  done: number;
  attempts: number;
  /** True if cases are repeated until their result is certain; `total` is then the maximum number of attempts. */
  isAuto: boolean;
  parallel: number;
  severalSuites: boolean;
  /** The ids of the cases whose attempts are running now, oldest first. */
  running: Map<AttemptKey, string>;
  startedAt: number;
  now: number;
};

export type RunStartedEvent = Extract<RunEvent, { type: 'run.started' }>;
export type CaseFinishedEvent = Extract<RunEvent, { type: 'case.finished' }>;

/** The console output of a run: lines for its cases, or for the rows of its tables. */
export type ConsoleOutput = {
  /** Called with every event before the other methods. */
  trackEvent(event: RunEvent): void;
  headingLines(event: RunStartedEvent): string[];
  /** Returns the lines of a finished attempt; `logs` were written during the attempt. */
  attemptLines(event: CaseFinishedEvent, logs: readonly string[]): string[];
  /** The parts of the live progress line on failures and on current waits. */
  failuresText(): string;
  currentWaitText(): string;
  /** Returns the lines that are printed during idle periods when output is not a terminal. */
  idleLines(progress: string): string[];
  /** Returns lines that belong to no attempt. */
  linesOutsideAttempts(event: RunEvent): string[];
  runEndLines(state: RunState, outputs: readonly string[], explained: ExplainedFailures): string[];
};

/** Prints a run as it happens: whole attempts, in order of completion. */
export function createConsoleReporter(
  options: ConsoleOptions,
  createSheet: (consoleState: ConsoleState) => ConsoleOutput,
): ConsoleReporter {
  const { live, quiet, verbose } = options;
  const consoleState = createConsoleState(options);
  const sheet = createSheet(consoleState);
  const screen = createConsoleScreen(options.output, live);
  const logs = new Map<AttemptKey, string[]>();
  let timer: NodeJS.Timeout | undefined;
  let silentMs = 0;

  /** Advances the displayed time while no events arrive. */
  function refreshProgress(): void {
    consoleState.now += TICK_MS;
    silentMs += TICK_MS;
    if (live) screen.setProgressLine(formatProgress(consoleState, sheet));
    else if (silentMs % HEARTBEAT_MS === 0) screen.printLines(sheet.idleLines(formatProgress(consoleState, sheet)));
  }

  function finishAttempt(event: CaseFinishedEvent): void {
    const key = attemptKey(event);
    consoleState.running.delete(key);
    consoleState.done += 1;
    timer?.refresh();
    silentMs = 0;
    screen.printLines(sheet.attemptLines(event, logs.get(key) ?? []));
    logs.delete(key);
  }

  function trackCaseEvent(event: RunEvent): void {
    if (event.type === 'case.started') consoleState.running.set(attemptKey(event), event.caseId);
    if (event.type === 'case.finished') finishAttempt(event);
    if (event.type === 'case.decided') consoleState.total -= consoleState.attempts - event.attempt;
  }

  return {
    name: 'console',
    onEvent(event) {
      consoleState.now = event.at;
      sheet.trackEvent(event);
      if (event.type === 'run.started') {
        startRun(consoleState, event);
        if (!quiet) {
          screen.printLines(sheet.headingLines(event));
          timer = setInterval(refreshProgress, TICK_MS).unref();
        }
      }
      trackCaseEvent(event);
      if (event.type === 'log.written' && hasAttemptId(event)) {
        if (verbose && !quiet)
          logs.set(attemptKey(event), [...(logs.get(attemptKey(event)) ?? []), ...formatLogLines(event)]);
      } else screen.printLines(sheet.linesOutsideAttempts(event));
      if (live && !quiet) screen.setProgressLine(formatProgress(consoleState, sheet));
    },
    finish(state, outputs, explained = { pasts: new Map() }) {
      clearInterval(timer);
      screen.printLines(sheet.runEndLines(state, outputs, explained));
      screen.close();
    },
  };
}

function createConsoleState(options: ConsoleOptions): ConsoleState {
  return {
    options,
    paint: createStyleText(options.colours),
    total: 0,
    done: 0,
    attempts: 1,
    isAuto: false,
    parallel: 1,
    severalSuites: false,
    startedAt: 0,
    now: 0,
    running: new Map(),
  };
}

function startRun(consoleState: ConsoleState, { suites, total, at, options }: RunStartedEvent): void {
  const { attempts, parallel, autoRuns } = options;
  const severalSuites = suites.length > 1;
  const isAuto = autoRuns !== undefined;
  Object.assign(consoleState, { attempts, isAuto, parallel, severalSuites, total: total * attempts, startedAt: at });
}

type LogWrittenEvent = Extract<RunEvent, { type: 'log.written' }>;

/** The lines of an attempt are held back until it ends, so that lines of cases that run at the same time do not mix. */
function hasAttemptId<Event extends LogWrittenEvent>(event: Event): event is Event & AttemptId {
  return event.suiteKey !== undefined && event.caseId !== undefined && event.attempt !== undefined;
}

export function formatLogLines({ source, text }: LogWrittenEvent): string[] {
  return stripControlCharacters(text)
    .trimEnd()
    .split('\n')
    .map((line) => `${source}: ${line}`);
}

function formatProgress({ done, total, isAuto, running, startedAt, now }: ConsoleState, sheet: ConsoleOutput): string {
  const ids = [...running.values()].slice(0, MAX_NAMED_CASES).join(', ');
  const named = running.size === 0 ? '' : ` (${ids}${running.size > MAX_NAMED_CASES ? ', …' : ''})`;
  const elapsed = formatDuration(Math.max(0, now - startedAt));
  return `[${isAuto ? `${done} of at most ${total}` : `${done}/${total}`}]${sheet.failuresText()} ${running.size} running${named}, ${elapsed}${sheet.currentWaitText()}`;
}
