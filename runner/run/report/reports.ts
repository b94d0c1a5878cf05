import path from 'node:path';
import type { RunState } from '../../fold/index.ts';
import type { RunObserver } from '../../ports/index.ts';
import { createExperimentFiles } from '../../reporters/experiment/experiment-files.ts';
import { buildHtmlReport, type InitialSelection } from '../../reporters/html/html-report.ts';
import { buildReportFolder } from '../../reporters/html/report-folder.ts';
import type { SuiteTrends } from '../../reporters/html/trends-page.ts';
import { buildJsonReport } from '../../reporters/json/json-report.ts';
import { createJsonlReporter, formatJsonlReport } from '../../reporters/jsonl-reporter.ts';
import { formatJunitReport } from '../../reporters/junit-report.ts';
import { formatMarkdownReport } from '../../reporters/markdown/markdown-report.ts';
import type { StoredReport } from '../../reporters/read/read-report.ts';
import type { ResultReader } from '../../reporters/reported-cases.ts';
import { toErrorMessage } from '../../values/index.ts';
import type { Terminal } from '../terminal.ts';
import { formatDisplayPath } from './display-name.ts';
import {
  type OutputTarget,
  openOutputFile,
  type ReportFormat,
  type WritableOutputFile,
  writeFileAtomically,
} from './output-target.ts';
import type { ReportOutputs } from './outputs.ts';
import { writeFolder } from './write-folder.ts';

export type RunReports = {
  observers: RunObserver[];
  /** Finishes all reports. Returns the written paths and the problems. */
  finish(state: RunState, resultsOf: ResultReader, cwd: string): { written: string[]; problems: string[] };
};

type ReportWriter = {
  target: OutputTarget;
  observer?: RunObserver;
  finish(state: RunState, resultsOf: ResultReader): void;
};

/** Creates a report from a stored run, piece by piece. An HTML page may open at a given turn. */
type ReportRenderer = (state: RunState, resultsOf: ResultReader, open?: InitialSelection) => Iterable<string>;
const reportRenderers: Readonly<Record<Exclude<ReportFormat, 'folder'>, ReportRenderer>> = {
  jsonl: formatJsonlReport,
  json: buildJsonReport,
  md: formatMarkdownReport,
  html: (state, resultsOf, open) => buildHtmlReport(state, resultsOf, { open }),
  xml: formatJunitReport,
};

/** The data for a report. A report that is a folder of pages also needs the trends. */
type ReportWithViewOptions = StoredReport & {
  open?: InitialSelection | undefined;
  trends?: readonly SuiteTrends[] | undefined;
};

/** Writes reports of a stored run and prints their names. Each report is written completely or not at all. */
export function writeReports(
  targets: readonly OutputTarget[],
  { state, resultsOf, open, trends }: ReportWithViewOptions,
  { cwd, stdout }: Terminal,
): void {
  for (const target of targets) {
    writeReportToTarget(target, { state, resultsOf, open, trends });
    stdout.write(`${path.relative(cwd, target.file)}\n`);
  }
}

function writeReportToTarget(
  { file, format }: OutputTarget,
  { state, resultsOf, open, trends }: ReportWithViewOptions,
): void {
  if (format === 'folder') writeFolder(file, buildReportFolder({ state, resultsOf, trends }));
  else writeFileAtomically(file, reportRenderers[format](state, resultsOf, open));
}

/**
 * The reports of a run: JSON lines are written during the run, the other reports from the history after it has
 * ended.
 */
export function createReports({ reports: targets, folder }: ReportOutputs): RunReports {
  const problems: string[] = [];
  const reports = targets.flatMap((target): ReportWriter[] => {
    if (target.format !== 'jsonl') return [createBufferedReport(target)];
    try {
      return [createStreamedReport(target, openOutputFile(target.file))];
    } catch (error) {
      problems.push(describeWriteError(target, error));
      return [];
    }
  });
  const experiments = folder === undefined ? undefined : createExperimentFiles(folder);
  return {
    observers: [
      ...reports.flatMap((report) => report.observer ?? []),
      ...(experiments === undefined ? [] : [experiments]),
    ],
    finish(state, resultsOf, cwd) {
      const writtenFiles: string[] = [];
      for (const report of reports) {
        try {
          report.finish(state, resultsOf);
          writtenFiles.push(path.relative(cwd, report.target.file));
        } catch (error) {
          problems.push(describeWriteError(report.target, error));
        }
      }
      const results = experiments?.finish(state) ?? { written: [], problems: [] };
      writtenFiles.push(...results.written.map((file) => formatDisplayPath(file, cwd)));
      return { written: writtenFiles, problems: [...problems, ...results.problems] };
    },
  };
}

function createBufferedReport(target: OutputTarget): ReportWriter {
  return {
    target,
    finish: (state, resultsOf) => writeReportToTarget(target, { state, resultsOf }),
  };
}

function createStreamedReport(target: OutputTarget, file: WritableOutputFile): ReportWriter {
  const observer = createJsonlReporter((line) => file.write(line));
  return {
    target,
    observer,
    finish(state) {
      observer.finish(state);
      file.close();
    },
  };
}

function describeWriteError({ file }: OutputTarget, error: unknown): string {
  const problem = toErrorMessage(error);
  return `cannot write ${file}: ${problem}`;
}
