import { existsSync } from 'node:fs';
import path from 'node:path';
import type { AnnouncedCase, RunEvent } from '../../contract/index.ts';
import { type CaseKey, caseKey, isScored, placeOfSuite, type RunState } from '../../fold/index.ts';
import type { RunObserver } from '../../ports/index.ts';
import { errorText } from '../../values/index.ts';
import { type ExperimentRow, experimentRows } from './experiment-rows.ts';
import { createExperimentTotals, type ExperimentSummary, type ExperimentTotals } from './experiment-totals.ts';
import { createGrowingJson, type GrowingJson } from './growing-json.ts';

/** The final file of one scorer type; `summary` and `completedAt` are missing while it grows. */
export type ExperimentResult = {
  timestamp: string;
  /** `<scorer type>-<time>`, the name of the file. */
  testRun: string;
  /** Cases; `summary.totalTests` counts a case once for each of its scorers. */
  totalTests: number;
  results: ExperimentRow[];
  summary: ExperimentSummary;
  /** Missing when the run was cancelled. */
  completedAt?: string;
};

export type ExperimentFiles = RunObserver & {
  /** Completes the files. Returns the written paths and the problems. */
  finish(state: RunState): { written: string[]; problems: string[] };
};

type Table = { suiteKey: string; cases: number; totals: ExperimentTotals; file?: string; json?: GrowingJson };
type Desk = {
  folder: string;
  startedAt: number;
  attempts: number;
  announced: Map<CaseKey, AnnouncedCase>;
  tables: Map<string, Table>;
  problems: string[];
};

/** Writes one file per table and scorer type into a folder during the run; the files are always complete JSON. */
export function createExperimentFiles(folder: string): ExperimentFiles {
  const desk: Desk = { folder, startedAt: 0, attempts: 1, announced: new Map(), tables: new Map(), problems: [] };
  return {
    name: 'experiment results',
    onEvent(event) {
      if (event.type === 'run.started') {
        Object.assign(desk, { startedAt: event.at, attempts: event.options.attempts });
      }
      if (event.type === 'run.started' || event.type === 'cases.announced') announce(desk, event.cases);
      if (event.type === 'case.started') open(desk, event.suiteKey);
      if (event.type === 'case.finished') addRows(desk, event);
    },
    finish(state) {
      const writtenFiles: string[] = [];
      for (const table of desk.tables.values()) {
        guarded(desk, table, () => {
          open(desk, table.suiteKey);
          table.json?.close(endFields(table, state));
          if (table.json !== undefined && table.file !== undefined) writtenFiles.push(table.file);
        });
      }
      return { written: writtenFiles, problems: desk.problems };
    },
  };
}

function announce({ announced, tables }: Desk, cases: readonly AnnouncedCase[]): void {
  for (const one of cases) {
    if (!isScored(one)) continue;
    announced.set(caseKey(one.suiteKey, one.id), one);
    const table = tables.get(one.suiteKey) ?? { suiteKey: one.suiteKey, cases: 0, totals: createExperimentTotals() };
    table.cases += 1;
    tables.set(one.suiteKey, table);
  }
}

/** Begins the file of a table, once it is known how many cases it has. */
function open(desk: Desk, suiteKey: string): void {
  const table = desk.tables.get(suiteKey);
  if (table === undefined || table.file !== undefined) return;
  const timestamp = new Date(desk.startedAt).toISOString();
  const name = `${fileName(placeOfSuite(suiteKey).scorer ?? suiteKey)}-${timestamp.replaceAll(/[:.]/g, '-')}`;
  let testRun = name;
  for (let number = 2; existsSync(path.join(desk.folder, `${testRun}.json`)); number += 1)
    testRun = `${name}-${number}`;
  const file = path.join(desk.folder, `${testRun}.json`);
  table.file = file;
  guarded(desk, table, () => {
    table.json = createGrowingJson(file, { timestamp, testRun, totalTests: table.cases }, 'results');
  });
}

function fileName(scorer: string): string {
  return scorer.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-');
}

type CaseFinished = Extract<RunEvent, { type: 'case.finished' }>;

function addRows(desk: Desk, { suiteKey, caseId, result }: CaseFinished): void {
  const announced = desk.announced.get(caseKey(suiteKey, caseId));
  const table = desk.tables.get(suiteKey);
  if (announced === undefined || table === undefined) return;
  open(desk, suiteKey);
  for (const row of experimentRows(announced, result, desk.attempts)) {
    table.totals.add(row);
    table.json?.add(row);
  }
}

function endFields({ totals }: Table, { status, finishedAt, options }: RunState): Partial<ExperimentResult> {
  const complete = status === 'passed' || status === 'failed';
  return {
    summary: totals.summary(options?.groupBy),
    ...(complete && finishedAt !== undefined ? { completedAt: new Date(finishedAt).toISOString() } : {}),
  };
}

/** A file that cannot be written disturbs neither the run nor the other files. */
function guarded(desk: Desk, table: Table, act: () => void): void {
  try {
    act();
  } catch (error) {
    const why = errorText(error);
    desk.problems.push(`cannot write ${table.file ?? desk.folder}: ${why}`);
  }
}
