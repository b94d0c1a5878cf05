import type { AnnouncedCase, RunEvent } from '../../contract/index.ts';
import { caseKey, placeOfSuite, type RunState } from '../../fold/index.ts';
import type { RunObserver } from '../../ports/index.ts';
import { formatDuration } from '../../values/index.ts';
import { stripControls } from '../console/excerpt.ts';
import { createPaint } from '../console/paint.ts';
import { createScreen, type ScreenOutput } from '../console/screen.ts';
import { blockLines, endingLines, headingLines, summaryLines, verdictLine } from './experiment-lines.ts';
import { experimentRows } from './experiment-rows.ts';
import { createExperimentTotals } from './experiment-totals.ts';

const HEARTBEAT_MS = 30_000;
const TICK_MS = 1_000;
const NAMED = 3;
const MOST_COMMANDED = 50;

export type ExperimentConsoleOptions = {
  output: ScreenOutput;
  colours: boolean;
  /** A terminal that a person watches: shows a line that moves. */
  live: boolean;
  verbose: boolean;
  quiet: boolean;
  /** The number of disabled rows in the tables. */
  disabled?: number;
  /** The command that runs these cases again; `scorer` when all of them are rows of one type. */
  command?: (ids: readonly string[], scorer?: string) => string;
};

export type ExperimentConsole = RunObserver & {
  /** Prints the summary and where the results are. */
  finish(state: RunState, outputs: readonly string[]): void;
};

type Desk = {
  announced: Map<string, AnnouncedCase>;
  running: Map<string, string>;
  logs: Map<string, string[]>;
  failedIds: Set<string>;
  failedSuites: Set<string>;
  attempts: number;
  total: number;
  done: number;
  failed: number;
  named: boolean;
  startedAt: number;
  timer: NodeJS.Timeout | undefined;
};

/** Prints a run of experiments as it goes: every case whole, in order of completion. */
export function createExperimentConsole(options: ExperimentConsoleOptions): ExperimentConsole {
  const { verbose, quiet, live } = options;
  const paint = createPaint(options.colours);
  const screen = createScreen(options.output, live);
  const totals = createExperimentTotals();
  const desk = emptyDesk();

  const start = (event: Extract<RunEvent, { type: 'run.started' }>): void => {
    const { attempts, agent } = event.options;
    const scorers = [...new Set(event.cases.flatMap((announced) => announced.scorers ?? []))];
    Object.assign(desk, { attempts, total: event.total * attempts, startedAt: event.at, named: scorers.length > 1 });
    if (quiet) return;
    const types = [...new Set(event.suites.map(({ key }) => key.replace(/^.*?\.csv#/i, '')))];
    screen.print(headingLines({ scorers: types, agent, total: event.total, disabled: options.disabled ?? 0 }));
    const beat = (): void => (live ? screen.live(progressOf(desk)) : screen.print([progressOf(desk), '']));
    desk.timer = setInterval(beat, live ? TICK_MS : HEARTBEAT_MS).unref();
  };

  const finishCase = (event: Extract<RunEvent, { type: 'case.finished' }>): void => {
    const { result } = event;
    const announced = desk.announced.get(caseKey(event.suiteKey, event.caseId));
    const key = attemptKey(event);
    const logs = desk.logs.get(key) ?? [];
    desk.logs.delete(key);
    desk.running.delete(key);
    desk.done += 1;
    if (announced === undefined || result.status === 'skipped') return;
    const rows = experimentRows(announced, result, desk.attempts);
    const failed = rows.filter(({ passed }) => !passed).length;
    for (const row of rows) totals.add(row);
    desk.failed += failed;
    if (failed > 0 && desk.failedIds.size < MOST_COMMANDED) {
      desk.failedIds.add(result.id);
      desk.failedSuites.add(event.suiteKey);
    }
    if (!live) desk.timer?.refresh();
    if (quiet && failed === 0) return;
    const named = desk.named || rows.length > 1;
    screen.print(blockLines({ position: desk.done, total: desk.total, result, rows, logs }, { paint, verbose, named }));
  };

  return {
    name: 'console',
    onEvent(event) {
      if (event.type === 'run.started') start(event);
      if (event.type === 'run.started' || event.type === 'cases.announced') {
        for (const one of event.cases) desk.announced.set(caseKey(one.suiteKey, one.id), one);
      }
      if (event.type === 'case.started') desk.running.set(attemptKey(event), event.caseId);
      if (event.type === 'case.finished') finishCase(event);
      if (event.type === 'log.written' && verbose && !quiet) takeLog(desk, event);
      if (live && !quiet) screen.live(progressOf(desk, event.at));
    },
    finish(state, outputs) {
      clearInterval(desk.timer);
      const { failed } = desk;
      if (!quiet) screen.print(summaryLines(totals, state));
      screen.print(state.warnings.map((warning) => paint('yellow', `⚠ ${stripControls(warning)}`)));
      if (desk.failedIds.size > 0 && options.command !== undefined) {
        screen.print(['Run these again:', `  ${options.command([...desk.failedIds], oneScorer(desk))}`, '']);
      }
      screen.print(quiet ? [verdictLine(state, failed, paint)] : endingLines({ state, failed, outputs, paint }));
      screen.close();
    },
  };
}

/** Other types may have rows with the same ids. */
function oneScorer({ failedSuites }: Desk): string | undefined {
  const [scorer, ...others] = new Set([...failedSuites].map((key) => placeOfSuite(key).scorer));
  return others.length === 0 ? scorer : undefined;
}

function emptyDesk(): Desk {
  return {
    announced: new Map(),
    running: new Map(),
    logs: new Map(),
    failedIds: new Set(),
    failedSuites: new Set(),
    attempts: 1,
    total: 0,
    done: 0,
    failed: 0,
    named: false,
    startedAt: 0,
    timer: undefined,
  };
}

/** Lines of a case wait for it, so that those of cases that run at once do not mix. */
function takeLog(desk: Desk, { source, text, ...place }: Extract<RunEvent, { type: 'log.written' }>): void {
  const { suiteKey, caseId, attempt } = place;
  if (suiteKey === undefined || caseId === undefined || attempt === undefined) return;
  const key = attemptKey({ suiteKey, caseId, attempt });
  const lines = stripControls(text).trimEnd().split('\n');
  desk.logs.set(key, [...(desk.logs.get(key) ?? []), ...lines.map((line) => `${source}: ${line}`)]);
}

function progressOf({ done, total, failed, running, startedAt }: Desk, now = Date.now()): string {
  const ids = [...running.values()].slice(0, NAMED).join(', ');
  const named = running.size === 0 ? '' : ` (${ids}${running.size > NAMED ? ', …' : ''})`;
  const bad = failed === 0 ? '' : ` ❌ ${failed}`;
  return `[${done}/${total}]${bad} ${running.size} running${named}, ${formatDuration(Math.max(0, now - startedAt))}`;
}

function attemptKey(event: { suiteKey: string; caseId: string; attempt: number }): string {
  return `${event.suiteKey}\n${event.caseId}\n${event.attempt}`;
}
