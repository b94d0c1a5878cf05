import type { CaseResult, CaseStatus } from '../contract/index.ts';
import {
  type CaseRow,
  describeBrokenInferredRules,
  findUnusedCaseParts,
  formatUnjudgedParts,
  formatUnreadableEvents,
  formatUserFacts,
  isExcluded,
  isFailing,
  listCaseWarnings,
  listRunWarnings,
  type RunState,
} from '../fold/index.ts';
import { failCasesBelowMinAccuracy } from './fail-below-min-accuracy.ts';
import { findFailureReason, listFailureTexts } from './failure-texts.ts';
import {
  countCases,
  formatSetAsideSuffix,
  getRowStatus,
  isFailedAndCounted,
  type ReportedCase,
  type ResultReader,
  readReportedCases,
} from './reported-cases.ts';
import { escapeXmlText, formatXmlAttributes } from './xml-text.ts';

/**
 * Yields a run as JUnit XML in pieces: a `testsuite` for each suite, a `testcase` for each case, times in seconds. A
 * case of several attempts fails if any of them did not pass. A case with a low accuracy fails if the run misses its
 * threshold.
 */
export function* formatJunitReport(run: RunState, resultsOfRow: ResultReader): Generator<string> {
  const { state, resultsOf } = failCasesBelowMinAccuracy(run, resultsOfRow);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  // The common JUnit schema counts skipped cases for each suite, but not for the whole run.
  const { skipped: _, ...whole } = countStatusesOfSuite(state.rows);
  yield `<testsuites${formatXmlAttributes({ name: 'runner', ...whole, time: formatSeconds(computeElapsedMs(state)) })}>\n`;
  for (const { key } of state.suites) {
    const rows = state.rows.filter((row) => row.suiteKey === key);
    yield `  <testsuite${formatXmlAttributes({ name: key, ...countStatusesOfSuite(rows), time: formatSeconds(sumAttemptDurations(rows)), timestamp: formatStartTimeAttribute(state) })}>\n`;
    yield formatPropertiesElement(state);
    for (const reported of readReportedCases(rows, resultsOf)) yield formatJunitTestcaseElement(reported, state);
    yield '  </testsuite>\n';
  }
  yield '</testsuites>\n';
}

function formatPropertiesElement({ unreadable, warnings, summary }: RunState): string {
  const properties: [name: string, value: string | undefined][] = [
    ['unreadable_events', formatUnreadableEvents(unreadable)],
    // Warnings about single cases are not included, because they are in the output of their cases.
    ...listRunWarnings({ warnings, summary, rows: [] }).map((warning): [string, string] => ['warning', warning]),
  ];
  const elements = properties.flatMap(([name, value]) =>
    value === undefined ? [] : `      <property${formatXmlAttributes({ name, value })}/>\n`,
  );
  return elements.length === 0 ? '' : `    <properties>\n${elements.join('')}    </properties>\n`;
}

function formatJunitTestcaseElement({ row, status, attempts }: ReportedCase, state: RunState): string {
  const attributes = formatXmlAttributes({
    name: row.name === undefined || row.name === row.id ? row.id : `${row.id} — ${row.name}`,
    classname: row.suiteKey,
    time: formatSeconds(sumAttemptDurations([row])),
  });
  const verdict = isExcluded(row)
    ? formatSetAsideVerdict(row, attempts)
    : formatVerdictElement({ row, status, attempts }, state);
  const content = `${formatSimulatorFactsProperty(attempts)}${verdict}`;
  return content === '' ? `    <testcase${attributes}/>\n` : `    <testcase${attributes}>\n${content}    </testcase>\n`;
}

/** The facts that the agent asked the built-in user for, in each attempt. */
function formatSimulatorFactsProperty(attempts: readonly CaseResult[]): string {
  const value = [...new Set(attempts.flatMap(({ simulator }) => formatUserFacts(simulator) ?? []))].join('; ');
  if (value === '') return '';
  const property = formatXmlAttributes({ name: 'simulator.facts', value });
  return `      <properties>\n        <property${property}/>\n      </properties>\n`;
}

function formatVerdictElement({ row, status, attempts }: ReportedCase, state: RunState): string {
  if (status === 'passed') return formatPassedCaseOutput(row, attempts);
  if (status === 'skipped') {
    const skipped = attempts.find((attempt) => attempt.status === 'skipped');
    return `      <skipped${formatXmlAttributes({ message: skipped?.reason ?? skipped?.error ?? 'skipped' })}/>\n`;
  }
  const wrong = attempts.filter((attempt) => isFailing(attempt.status));
  const element = chooseElementName(status, attempts.length);
  const { message, text } = listFailureTexts({ row, status, attempts }, state);
  const failure = `      <${element}${formatXmlAttributes({ message, type: toFailureType(status, wrong[0]) })}>${escapeXmlText(text)}</${element}>\n`;
  return `${failure}${formatSystemOutElement([...listInferredRuleTexts(attempts), ...listWarningTexts(row)])}`;
}

/**
 * Returns the type of a failure: for a failure outside the agent, the component and the kind of fault, such as
 * `simulator.stop_token`.
 */
function toFailureType(status: CaseStatus, result: CaseResult | undefined): string {
  const fault = result?.fault;
  return fault === undefined || fault.by === 'agent' ? status : `${fault.by}.${fault.kind}`;
}

/** Formats the verdict of an excluded case. Such a case must not fail the build, so it is reported as skipped. */
function formatSetAsideVerdict(row: CaseRow, attempts: readonly CaseResult[]): string {
  const wrong = attempts.find((attempt) => isFailing(attempt.status));
  const reason = wrong === undefined ? '' : `: ${findFailureReason(wrong)}`;
  return `      <skipped${formatXmlAttributes({ message: `${getRowStatus(row)}${formatSetAsideSuffix(row)}${reason}` })}/>\n`;
}

/** Returns the output of a passed case: calls that no assertion covered, parts without effect, and warnings. */
function formatPassedCaseOutput(row: CaseRow, attempts: readonly CaseResult[]): string {
  const texts = [
    ...attempts.flatMap(({ unjudged }) => (unjudged === undefined ? [] : [formatUnjudgedParts(unjudged)])),
    ...listInferredRuleTexts(attempts),
    ...findUnusedCaseParts([row]).map(({ parts }) => `idle: ${parts.join(', ')}`),
    ...listWarningTexts(row),
  ];
  return formatSystemOutElement(texts);
}

function listWarningTexts(row: CaseRow): string[] {
  return listCaseWarnings(row).map((warning) => `warning: ${warning}`);
}

function listInferredRuleTexts(attempts: readonly CaseResult[]): string[] {
  return attempts.flatMap(({ inferred }) => describeBrokenInferredRules(inferred) ?? []);
}

function formatSystemOutElement(texts: readonly string[]): string {
  return texts.length === 0 ? '' : `      <system-out>${escapeXmlText([...new Set(texts)].join('\n'))}</system-out>\n`;
}

/**
 * Returns the XML element for the status of a case: a wrong answer is a failure; any other problem is an error. If a
 * case has several attempts, its element is always a failure.
 */
function chooseElementName(status: CaseStatus, attempts: number): 'failure' | 'error' {
  return status === 'failed' || attempts > 1 ? 'failure' : 'error';
}

function countStatusesOfSuite(rows: readonly CaseRow[]): {
  tests: string;
  failures: string;
  errors: string;
  skipped: string;
} {
  const failing = rows.filter(isFailedAndCounted);
  const failures = failing.filter(
    (row) => chooseElementName(getRowStatus(row), row.attempts.length) === 'failure',
  ).length;
  return {
    tests: String(rows.length),
    failures: String(failures),
    errors: String(failing.length - failures),
    skipped: String(countCases(rows).skipped + rows.filter(isExcluded).length),
  };
}

function sumAttemptDurations(rows: readonly CaseRow[]): number {
  return rows.flatMap((row) => row.attempts).reduce((sum, attempt) => sum + (attempt.durationMs ?? 0), 0);
}

function computeElapsedMs({ startedAt = 0, finishedAt = startedAt }: RunState): number {
  return finishedAt - startedAt;
}

function formatStartTimeAttribute({ startedAt }: RunState): string | undefined {
  return startedAt === undefined ? undefined : new Date(startedAt).toISOString();
}

function formatSeconds(ms: number): string {
  return (ms / 1_000).toFixed(3);
}
