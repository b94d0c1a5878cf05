import type { CaseResult } from '../contract/index.ts';
import {
  type AttemptId,
  type AttemptState,
  type CaseRow,
  describeBrokenInferredRules,
  formatUnjudgedParts,
  formatUnreadableRange,
  joinSuites,
  listCheckpoints,
  type RunState,
} from '../fold/index.ts';
import { formatAsSingleLine } from '../format/index.ts';
import type { Database } from '../history/db/index.ts';
import {
  assessCaseHealthAtRunEnd,
  createLastPassingAttemptReader,
  createResultReader,
  getAttemptState,
  readModelCalls,
  withCaseHealth,
} from '../history/index.ts';
import {
  type CaseLineOptions,
  formatCaseLines,
  formatConversationLine,
  formatFactsLines,
  isConversation,
} from '../reporters/console/case-lines.ts';
import { formatDetailLines } from '../reporters/console/detail-lines.ts';
import { formatMinute } from '../reporters/console/failure-lines.ts';
import { formatMetricLines } from '../reporters/console/metric-lines.ts';
import { shortenText } from '../reporters/console/shorten-text.ts';
import { createStyleText, type StyleText } from '../reporters/console/style-text.ts';
import { formatStabilityLine, formatSuiteLines, formatSummaryLines } from '../reporters/console/summary-lines.ts';
import { formatTreeLines } from '../reporters/console/tree-lines.ts';
import { buildJsonReport } from '../reporters/json/json-report.ts';
import { buildCaseHealthReport } from '../reporters/json/report-case-health.ts';
import { buildResultReport } from '../reporters/json/report-result.ts';
import { findSuiteLabel } from '../reporters/reported-cases.ts';
import { castToJson, findNearestWord, formatDuration, type JsonObject, withoutUndefined } from '../values/index.ts';
import {
  describeCaseHealthSince,
  diagnose,
  formatDiagnosisHeadline,
  type LoadLastPassingAttempt,
} from '../verdict/index.ts';
import { type HistoryLocation, readStoredRun, withStoredHistory } from './stored/stored-history.ts';
import { shouldUseColours, type Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** What the command shows: a run, or one of its cases in full. */
export type ShowTarget = { run: string; caseId: string | undefined; attempt: number | undefined };
export type ShowFormat = 'text' | 'json';
type ShowOptions = { format: ShowFormat; color?: boolean | undefined };

/** Prints a run of the history, or one of its cases in full. */
export function showRun(
  { run, caseId, attempt }: ShowTarget,
  { format, color, ...historyLocation }: HistoryLocation & ShowOptions,
  terminal: Terminal,
): void {
  if (caseId === undefined && attempt !== undefined) {
    throw new UsageError('--attempt chooses an attempt of a case; name the case, too');
  }
  const { stdout } = terminal;
  withStoredHistory(historyLocation, terminal, (database) => {
    const paint = createStyleText(shouldUseColours(terminal, { flag: color, stream: stdout }));
    const storedRun = { database, state: readStoredRun(database, run), paint };
    const chunks =
      caseId === undefined ? renderRun(storedRun, format) : renderCase(storedRun, { caseId, attempt, format });
    for (const chunk of chunks) stdout.write(chunk);
  });
}

type StoredRunView = { database: Database; state: RunState; paint: StyleText };

function* renderRun({ database, state, paint }: StoredRunView, format: ShowFormat): Generator<string> {
  const resultsOf = createResultReader(database, state.runId);
  if (format === 'json') {
    yield* buildJsonReport(withCaseHealth(database, state), resultsOf);
    return;
  }
  yield `${formatRunTitle(state)}\n\n`;
  let suite: string | undefined;
  for (const row of state.rows) {
    if (state.suites.length > 1 && row.suiteKey !== suite) yield joinTerminatedLines(formatSuiteLines(row.suiteKey));
    suite = row.suiteKey;
    const results = resultsOf(row);
    const attempts = row.attempts.length;
    const lines = results.flatMap((result) => formatCaseLines(result, { paint, verbose: false, attempts }));
    const open = row.attempts
      .filter(({ attempt }) => !results.some((result) => result.attempt === attempt))
      .map(({ attempt, status }) => formatUnfinishedAttemptLine(row, { attempt, status }));
    const stabilityLines = attempts > 1 && open.length === 0 ? [formatStabilityLine(row.id, results)] : [];
    yield joinTerminatedLines([...lines, ...open, ...stabilityLines]);
  }
  const metrics = formatMetricLines(state);
  if (metrics.length > 0) yield joinTerminatedLines(['', ...metrics]);
  if (state.finishedAt !== undefined) yield joinTerminatedLines(formatSummaryLines(state, { outputs: [], paint }));
}

type CaseToShow = { caseId: string; attempt: number | undefined; format: ShowFormat };

function* renderCase(
  { database, state, paint }: StoredRunView,
  { caseId, attempt, format }: CaseToShow,
): Generator<string> {
  const rows = state.rows.filter((row) => row.id === caseId);
  if (rows.length === 0) throw createUnknownCaseError(caseId, state);
  const chosenAttempts = rows.map((row) => ({ row, attempts: selectAttempts(row, attempt) }));
  const healthByCase = new Map(
    rows.map(({ suiteKey }) => [suiteKey, assessCaseHealthAtRunEnd(database, state, suiteKey).cases]),
  );
  const findStandingOfCase = ({ suiteKey, id }: CaseRow) => healthByCase.get(suiteKey)?.get(id);
  const readAttemptOfCase = ({ suiteKey }: CaseRow, number: number) =>
    getAttemptState(database, state.runId, { suiteKey, caseId, attempt: number });
  if (format === 'json') {
    const reports = chosenAttempts.flatMap(({ row, attempts }) => {
      const results = attempts.flatMap((number) => readAttemptOfCase(row, number).result ?? []);
      if (results.length === 0) return [];
      const calls = attempts.flatMap((number) =>
        buildModelCallsReport(database, state.runId, { suiteKey: row.suiteKey, caseId, attempt: number }),
      );
      const model_calls = calls.length === 0 ? undefined : calls;
      return [
        {
          ...buildResultReport(results, findSuiteLabel(state, row.suiteKey)),
          ...buildCaseHealthReport(findStandingOfCase(row)),
          model_calls,
        },
      ];
    });
    yield `${JSON.stringify(reports, undefined, 2)}\n`;
    return;
  }
  yield `${formatRunTitle(state)}\n\n`;
  const lastPassing = createLastPassingAttemptReader(database, state);
  for (const { row, attempts } of chosenAttempts) {
    if (state.suites.length > 1) yield joinTerminatedLines(formatSuiteLines(row.suiteKey));
    for (const number of attempts)
      yield joinTerminatedLines(formatAttemptLines(row, readAttemptOfCase(row, number), { paint, lastPassing }));
    const caseHealth = findStandingOfCase(row);
    if (caseHealth !== undefined)
      yield `Over the runs of its series: ${describeCaseHealthSince(caseHealth, formatMinute)}\n`;
  }
}

type AttemptLineOptions = { paint: StyleText; lastPassing: LoadLastPassingAttempt };

function formatAttemptLines(row: CaseRow, attempt: AttemptState, { paint, lastPassing }: AttemptLineOptions): string[] {
  const { result, turns, assertions, samples, scores, logs, unreadable = [] } = attempt;
  const log = unreadable.map((events) => `  ⚠ ${formatUnreadableRange(events)} cannot be read: ${events.why}`);
  const checkpoints = listCheckpoints(attempt, row.checkpoints ?? []);
  if (result === undefined) {
    const partialResult = { turns, assertions, checkpoints, samples, scores, logs, toolCalls: [] };
    const isSilent = turns.length + samples.length + scores.length === 0;
    return [
      formatUnfinishedAttemptLine(row, attempt),
      ...log,
      ...(isSilent ? [] : formatDetailLines(partialResult, paint)),
    ];
  }
  const lineOptions = { paint, verbose: false, attempts: row.attempts.length };
  if (result.status === 'skipped') return formatCaseLines(result, lineOptions);
  const details = formatDetailLines({ ...result, turns, checkpoints, samples, scores, logs }, paint);
  return [...formatAttemptOverviewLines(result, row, { ...lineOptions, lastPassing }), ...log, ...details];
}

/** Omits messages and check results, because they are shown in full below the overview. */
function formatAttemptOverviewLines(
  result: CaseResult,
  row: CaseRow,
  { lastPassing, ...lineOptions }: CaseLineOptions & Pick<AttemptLineOptions, 'lastPassing'>,
): string[] {
  if (!isConversation(result)) return formatCaseLines(result, lineOptions);
  const diagnosis = diagnose(result, row, lastPassing(row));
  const unjudged = result.unjudged === undefined ? [] : [formatUnjudgedParts(result.unjudged)];
  const inferred = describeBrokenInferredRules(result.inferred);
  const diagnosisLines = diagnosis === undefined ? [] : [formatDiagnosisHeadline(diagnosis), ...diagnosis.faults];
  const lines = [
    ...diagnosisLines,
    ...formatFactsLines(result),
    ...unjudged,
    ...(inferred === undefined ? [] : [inferred]),
    ...(result.warnings ?? []).map((warning) => `⚠ ${warning}`),
  ];
  return [
    formatConversationLine(result, lineOptions),
    ...formatTreeLines(lines.map((line) => [shortenText(line, 300)])),
  ];
}

function formatUnfinishedAttemptLine(row: CaseRow, { attempt, status }: { attempt: number; status: string }): string {
  return row.attempts.length === 1
    ? `► [${formatAsSingleLine(row.id)}] ${status}`
    : `► [${formatAsSingleLine(row.id)}] Run ${attempt}: ${status}`;
}

/** Returns the attempts of a case to show: the requested attempt, or all. */
export function selectAttempts({ id, attempts }: CaseRow, requested: number | undefined): number[] {
  const numbers = attempts.map(({ attempt }) => attempt);
  if (requested === undefined) return numbers;
  if (numbers.includes(requested)) return [requested];
  const had = numbers.length === 1 ? 'one attempt' : `${numbers.length} attempts`;
  throw new UsageError(`case "${id}" had ${had} in this run, no attempt ${requested}`);
}

export function createUnknownCaseError(id: string, { rows }: RunState): UsageError {
  const ids = [...new Set(rows.map((row) => row.id))];
  const nearestId = findNearestWord(id, ids);
  const moreNote = ids.length > 20 ? ` and ${ids.length - 20} more` : '';
  return new UsageError(
    `the run has no case "${id}"${nearestId === undefined ? '' : `; did you mean "${nearestId}"?`}`,
    [`its cases: ${ids.slice(0, 20).join(', ')}${moreNote}`],
  );
}

function formatRunTitle({ runId, status, suites, options, startedAt = 0, finishedAt }: RunState): string {
  const took = finishedAt === undefined ? '' : `, ${formatDuration(finishedAt - startedAt)}`;
  return `Run ${runId}: ${status}\n  ${options?.input ?? ''} on ${joinSuites(suites).agentId}, ${new Date(startedAt).toISOString()}${took}`;
}

function joinTerminatedLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** Returns the complete model calls of an attempt, with the keys of reports. */
function buildModelCallsReport(database: Database, runId: string, key: AttemptId): JsonObject[] {
  return readModelCalls(database, runId, key).map(
    ({ attempt, turn, role, agentId, connector, startedAt, durationMs, usage, finishReason, error, ...exchange }) =>
      withoutUndefined({
        attempt,
        turn,
        role,
        agent: agentId,
        connector,
        started_at: new Date(startedAt).toISOString(),
        duration_ms: durationMs,
        usage: castToJson(usage),
        finish_reason: finishReason,
        error,
        request: castToJson(exchange.request),
        answer: castToJson(exchange.answer),
      }),
  );
}
