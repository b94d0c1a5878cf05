import type { OmittableReportPart } from '../contract/index.ts';
import { redactEvent } from '../engine/redact-event.ts';
import { isFailing } from '../fold/index.ts';
import { createResultReader, withCaseHealth } from '../history/index.ts';
import type { InitialSelection } from '../reporters/html/html-report.ts';
import { mapCaseResults } from '../reporters/map-results.ts';
import { omitReportParts } from '../reporters/omit-report-parts.ts';
import type { StoredReport } from '../reporters/read/read-report.ts';
import { limitReportToRows } from '../reporters/reduce-to-rows.ts';
import { toErrorMessage } from '../values/index.ts';
import { diagnose } from '../verdict/index.ts';
import { loadConfig } from '../workspace/load-config.ts';
import { createRedactor } from './redactor.ts';
import { parseOutputTarget } from './report/output-target.ts';
import { writeReports } from './report/reports.ts';
import { createUnknownCaseError, type ShowTarget, selectAttempts } from './show.ts';
import { addFailingCaseHistories, readFailingCaseHistories } from './stored/failing-case-histories.ts';
import { type HistoryLocation, readStoredRun, withStoredHistory } from './stored/stored-history.ts';
import { readSuiteTrends } from './suite-trends.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { resolveWorkspaceRoot } from './workspace-root.ts';

/** The run to report, or one of its cases; and the turn at which the HTML page opens. */
type ReportedRun = ShowTarget & { turn?: number | undefined };

export type ReportStoredFlags = HistoryLocation & { output?: string[]; leaveOut?: OmittableReportPart[] };

/**
 * Writes reports of a stored run, or of one of its cases, from the history, in the same or other formats. Also masks
 * secrets that were configured after the run.
 */
export async function writeReportsOfStoredRun(
  { run, caseId, attempt, turn }: ReportedRun,
  { output = [], leaveOut: parts = [], ...historyLocation }: ReportStoredFlags,
  terminal: Terminal,
): Promise<void> {
  if (output.length === 0) {
    throw new UsageError('say where the report goes with -o', [`turntree report ${run} -o report.html`]);
  }
  if (caseId === undefined && attempt !== undefined) {
    throw new UsageError('--attempt chooses an attempt of a case; name the case, too');
  }
  const targets = output.map((file) => parseOutputTarget(file, terminal.cwd));
  const { redact, hidden } = await loadSecretMasking(historyLocation, terminal);
  withStoredHistory(historyLocation, terminal, (database) => {
    const record = readStoredRun(database, run);
    const state = addFailingCaseHistories(database, record, readFailingCaseHistories(database, record));
    if (state.finishedAt === undefined) {
      terminal.stderr.write(
        `turntree: warning: the run ${state.runId} has not ended; results that do not exist yet are left out\n`,
      );
    }
    const storedRun = { state: withCaseHealth(database, state), resultsOf: createResultReader(database, state.runId) };
    const fullReport = omitReportParts(redactReport(storedRun, redact), [...parts, ...hidden]);
    if (caseId === undefined) {
      const hasFolder = targets.some(({ format }) => format === 'folder');
      const trends = hasFolder ? readSuiteTrends(database, state, Date.now()) : [];
      writeReports(targets, { ...fullReport, trends: trends.map((suite) => redactEvent(suite, redact)) }, terminal);
    } else {
      const partialReport = selectOneCaseOfReport(fullReport, { caseId, attempt });
      writeReports(
        targets,
        {
          ...partialReport,
          open: { case: partialReport.state.rows[0]?.id, turn: turn ?? findFirstForkTurn(partialReport) },
        },
        terminal,
      );
    }
  });
}

/**
 * Returns the report of a single case. If several suites have a case with this id, the case is named with its suite.
 */
function selectOneCaseOfReport(
  fullReport: StoredReport,
  { caseId, attempt }: { caseId: string; attempt: number | undefined },
): StoredReport {
  const { rows } = fullReport.state;
  const exact = rows.filter(({ suiteKey, id }) => `${suiteKey}:${id}` === caseId);
  const matches = exact.length > 0 ? exact : rows.filter(({ id }) => id === caseId);
  if (matches.length === 0) throw createUnknownCaseError(caseId, fullReport.state);
  const chosenCases = matches.map((row) => {
    const attemptNumbers = new Set(selectAttempts(row, attempt));
    return { ...row, attempts: row.attempts.filter((each) => attemptNumbers.has(each.attempt)) };
  });
  return limitReportToRows(fullReport, chosenCases);
}

/** Returns the turn at which the page opens: the turn that caused the failure, according to the diagnosis. */
function findFirstForkTurn({ state, resultsOf }: StoredReport): InitialSelection['turn'] {
  const [row] = state.rows;
  const failed = row && resultsOf(row).find(({ status }) => isFailing(status));
  return failed && row && diagnose(failed, row, state.lastPassing?.(row))?.cause.turn;
}

type RedactText = (text: string) => string;

type SecretMasking = { redact: RedactText; hidden: readonly OmittableReportPart[] };

/**
 * If the secrets that the config names are not known, the notes of reviews are left out. All other texts were masked
 * when they were recorded.
 */
async function loadSecretMasking({ app }: HistoryLocation, terminal: Terminal): Promise<SecretMasking> {
  const { variables, stderr } = terminal;
  try {
    const { config } = await loadConfig({ root: resolveWorkspaceRoot(app, terminal), variables });
    return { redact: createRedactor({ variables, extra: config.redact }), hidden: [] };
  } catch (error) {
    stderr.write(
      `turntree: warning: ${toErrorMessage(error)}\n  The report has no notes, because they may hold secrets that the config names.\n`,
    );
    return { redact: createRedactor({ variables, extra: [] }), hidden: ['notes'] };
  }
}

/** Masks secrets in a report. The history masks them when it records a run, except in reviews. */
function redactReport(report: StoredReport, redact: RedactText): StoredReport {
  const { state, resultsOf } = mapCaseResults(report, (result) => redactEvent(result, redact));
  const { reviews, turnReviews } = state;
  return {
    resultsOf,
    state: {
      ...state,
      rows: state.rows.map((row) => redactEvent(row, redact)),
      reviews: reviews && redactEvent(reviews, redact),
      turnReviews: turnReviews && redactEvent(turnReviews, redact),
    },
  };
}
