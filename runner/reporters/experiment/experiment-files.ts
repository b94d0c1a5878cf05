import { existsSync } from 'node:fs';
import path from 'node:path';
import type { AnnouncedCase, RunEvent } from '../../contract/index.ts';
import { type CaseKey, caseKey, isJudgedByScores, parseSuiteKey, type RunState } from '../../fold/index.ts';
import type { RunObserver } from '../../ports/index.ts';
import { toErrorMessage } from '../../values/index.ts';
import { createExperimentRows, type ExperimentRow } from './experiment-rows.ts';
import { createExperimentTotals, type ExperimentSummary, type ExperimentTotals } from './experiment-totals.ts';
import { createGrowingJsonFile, type GrowingJsonFile } from './growing-json-file.ts';

/**
 * The complete content of the file for one scorer type; `summary` and `completedAt` are missing while the run is in
 * progress.
 */
export type ExperimentResult = {
  timestamp: string;
  /** The name of the file: `<scorer type>-<time>`. */
  testRun: string;
  /** The number of cases; `summary.totalTests` counts a case once for each of its scorers. */
  totalTests: number;
  results: ExperimentRow[];
  summary: ExperimentSummary;
  /** The time when the run ended; missing if the run was cancelled. */
  completedAt?: string;
};

export type ExperimentFiles = RunObserver & {
  /** Completes the files at the end of the run. Returns the written paths and the problems. */
  finish(state: RunState): { written: string[]; problems: string[] };
};

type ExperimentTableFile = {
  suiteKey: string;
  cases: number;
  totals: ExperimentTotals;
  file?: string;
  json?: GrowingJsonFile;
};
type ExperimentOutput = {
  folder: string;
  startedAt: number;
  attempts: number;
  announced: Map<CaseKey, AnnouncedCase>;
  tables: Map<string, ExperimentTableFile>;
  problems: string[];
};

/** Writes one file per table and scorer type into a folder during the run; the files are always complete JSON. */
export function createExperimentFiles(folder: string): ExperimentFiles {
  const output: ExperimentOutput = {
    folder,
    startedAt: 0,
    attempts: 1,
    announced: new Map(),
    tables: new Map(),
    problems: [],
  };
  return {
    name: 'experiment results',
    onEvent(event) {
      if (event.type === 'run.started') {
        Object.assign(output, { startedAt: event.at, attempts: event.options.attempts });
      }
      if (event.type === 'run.started' || event.type === 'cases.announced') startFilesOfCases(output, event.cases);
      if (event.type === 'case.started') startTableFile(output, event.suiteKey);
      if (event.type === 'case.finished') addScoreRows(output, event);
    },
    finish(state) {
      const writtenFiles: string[] = [];
      for (const table of output.tables.values()) {
        catchFileErrors(output, table, () => {
          startTableFile(output, table.suiteKey);
          table.json?.completeFile(buildFinalFileFields(table, state));
          if (table.json !== undefined && table.file !== undefined) writtenFiles.push(table.file);
        });
      }
      return { written: writtenFiles, problems: output.problems };
    },
  };
}

function startFilesOfCases({ announced, tables }: ExperimentOutput, cases: readonly AnnouncedCase[]): void {
  for (const one of cases) {
    if (!isJudgedByScores(one)) continue;
    announced.set(caseKey(one.suiteKey, one.id), one);
    const table = tables.get(one.suiteKey) ?? { suiteKey: one.suiteKey, cases: 0, totals: createExperimentTotals() };
    table.cases += 1;
    tables.set(one.suiteKey, table);
  }
}

/** Begins the result file of a table, once it is known how many cases the table has. */
function startTableFile(output: ExperimentOutput, suiteKey: string): void {
  const table = output.tables.get(suiteKey);
  if (table === undefined || table.file !== undefined) return;
  const timestamp = new Date(output.startedAt).toISOString();
  const name = `${toSafeFileName(parseSuiteKey(suiteKey).scorer ?? suiteKey)}-${timestamp.replaceAll(/[:.]/g, '-')}`;
  let testRun = name;
  for (let number = 2; existsSync(path.join(output.folder, `${testRun}.json`)); number += 1)
    testRun = `${name}-${number}`;
  const file = path.join(output.folder, `${testRun}.json`);
  table.file = file;
  catchFileErrors(output, table, () => {
    table.json = createGrowingJsonFile(file, { timestamp, testRun, totalTests: table.cases }, 'results');
  });
}

function toSafeFileName(scorer: string): string {
  return scorer.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-');
}

type CaseFinishedEvent = Extract<RunEvent, { type: 'case.finished' }>;

function addScoreRows(output: ExperimentOutput, { suiteKey, caseId, result }: CaseFinishedEvent): void {
  const announced = output.announced.get(caseKey(suiteKey, caseId));
  const table = output.tables.get(suiteKey);
  if (announced === undefined || table === undefined) return;
  startTableFile(output, suiteKey);
  for (const row of createExperimentRows(announced, result, output.attempts)) {
    table.totals.addRow(row);
    table.json?.addItem(row);
  }
}

function buildFinalFileFields(
  { totals }: ExperimentTableFile,
  { status, finishedAt, options }: RunState,
): Partial<ExperimentResult> {
  const complete = status === 'passed' || status === 'failed';
  return {
    summary: totals.summarizeRows(options?.groupBy),
    ...(complete && finishedAt !== undefined ? { completedAt: new Date(finishedAt).toISOString() } : {}),
  };
}

/** A file that cannot be written affects neither the run nor the other files. */
function catchFileErrors(output: ExperimentOutput, table: ExperimentTableFile, act: () => void): void {
  try {
    act();
  } catch (error) {
    const why = toErrorMessage(error);
    output.problems.push(`cannot write ${table.file ?? output.folder}: ${why}`);
  }
}
