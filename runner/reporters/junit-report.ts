import type { CaseResult, CaseStatus } from '../contract/index.ts';
import {
  type CaseRow,
  describeBrokenInferredRules,
  findUnusedCaseParts,
  isExcluded,
  isFailing,
  type RunState,
  unjudgedText,
  unreadableText,
  userFactsText,
} from '../fold/index.ts';
import { failureReason, failureTexts } from './failure-texts.ts';
import {
  countCases,
  isFailure,
  type ReportedCase,
  type ResultReader,
  reportedCases,
  rowStatus,
  setAsideNote,
} from './reported-cases.ts';
import { withCasesBelowMinAccuracyFailed } from './with-judged-rows.ts';
import { xmlAttributes, xmlText } from './xml-text.ts';

/**
 * A run as JUnit XML, in pieces: a `testsuite` for each suite, a `testcase` for each case, times in seconds. A case
 * of several attempts fails when any of them did not pass. A low accuracy fails where the run misses its threshold.
 */
export function* junitReport(run: RunState, resultsOfRow: ResultReader): Generator<string> {
  const { state, resultsOf } = withCasesBelowMinAccuracyFailed(run, resultsOfRow);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  // The common JUnit schema counts skipped cases for each suite, but not for the whole run.
  const { skipped: _, ...whole } = suiteCounts(state.rows);
  yield `<testsuites${xmlAttributes({ name: 'runner', ...whole, time: formatSeconds(elapsedMs(state)) })}>\n`;
  for (const { key } of state.suites) {
    const rows = state.rows.filter((row) => row.suiteKey === key);
    yield `  <testsuite${xmlAttributes({ name: key, ...suiteCounts(rows), time: formatSeconds(spentMs(rows)), timestamp: startTime(state) })}>\n`;
    yield propertiesElement(state);
    for (const reported of reportedCases(rows, resultsOf)) yield junitTestcaseElement(reported, state);
    yield '  </testsuite>\n';
  }
  yield '</testsuites>\n';
}

function propertiesElement({ unreadable }: RunState): string {
  const value = unreadableText(unreadable);
  if (value === undefined) return '';
  return `    <properties>\n      <property${xmlAttributes({ name: 'unreadable_events', value })}/>\n    </properties>\n`;
}

function junitTestcaseElement({ row, status, attempts }: ReportedCase, state: RunState): string {
  const attributes = xmlAttributes({
    name: row.name === undefined || row.name === row.id ? row.id : `${row.id} — ${row.name}`,
    classname: row.suiteKey,
    time: formatSeconds(spentMs([row])),
  });
  const verdict = isExcluded(row) ? setAsideVerdict(row, attempts) : verdictElement({ row, status, attempts }, state);
  const content = `${simulatorFactsProperty(attempts)}${verdict}`;
  return content === '' ? `    <testcase${attributes}/>\n` : `    <testcase${attributes}>\n${content}    </testcase>\n`;
}

/** What the agent asked the built-in user for, in each attempt. */
function simulatorFactsProperty(attempts: readonly CaseResult[]): string {
  const value = [...new Set(attempts.flatMap(({ simulator }) => userFactsText(simulator) ?? []))].join('; ');
  if (value === '') return '';
  const property = xmlAttributes({ name: 'simulator.facts', value });
  return `      <properties>\n        <property${property}/>\n      </properties>\n`;
}

function verdictElement({ row, status, attempts }: ReportedCase, state: RunState): string {
  if (status === 'passed') return passedCaseOutput(row, attempts);
  if (status === 'skipped') {
    const skipped = attempts.find((attempt) => attempt.status === 'skipped');
    return `      <skipped${xmlAttributes({ message: skipped?.reason ?? skipped?.error ?? 'skipped' })}/>\n`;
  }
  const wrong = attempts.filter((attempt) => isFailing(attempt.status));
  const element = elementName(status, attempts.length);
  const { message, text } = failureTexts({ row, status, attempts }, state);
  const failure = `      <${element}${xmlAttributes({ message, type: failureType(status, wrong[0]) })}>${xmlText(text)}</${element}>\n`;
  return `${failure}${systemOut(inferredRuleTexts(attempts))}`;
}

/** For failures outside the agent, the component and the kind of fault: `simulator.stop_token`. */
function failureType(status: CaseStatus, result: CaseResult | undefined): string {
  const fault = result?.fault;
  return fault === undefined || fault.by === 'agent' ? status : `${fault.by}.${fault.kind}`;
}

/** Excluded cases must not fail the build, so they are reported as skipped. */
function setAsideVerdict(row: CaseRow, attempts: readonly CaseResult[]): string {
  const wrong = attempts.find((attempt) => isFailing(attempt.status));
  const reason = wrong === undefined ? '' : `: ${failureReason(wrong)}`;
  return `      <skipped${xmlAttributes({ message: `${rowStatus(row)}${setAsideNote(row)}${reason}` })}/>\n`;
}

/** Passed cases also report calls that no assertion covered and parts that had no effect. */
function passedCaseOutput(row: CaseRow, attempts: readonly CaseResult[]): string {
  const texts = [
    ...attempts.flatMap(({ unjudged }) => (unjudged === undefined ? [] : [unjudgedText(unjudged)])),
    ...inferredRuleTexts(attempts),
    ...findUnusedCaseParts([row]).map(({ parts }) => `idle: ${parts.join(', ')}`),
  ];
  return systemOut(texts);
}

function inferredRuleTexts(attempts: readonly CaseResult[]): string[] {
  return attempts.flatMap(({ inferred }) => describeBrokenInferredRules(inferred) ?? []);
}

function systemOut(texts: readonly string[]): string {
  return texts.length === 0 ? '' : `      <system-out>${xmlText([...new Set(texts)].join('\n'))}</system-out>\n`;
}

/**
 * A wrong answer is a failure; any other problem is an error. If a case has several attempts, it is always a failure.
 */
function elementName(status: CaseStatus, attempts: number): 'failure' | 'error' {
  return status === 'failed' || attempts > 1 ? 'failure' : 'error';
}

function suiteCounts(rows: readonly CaseRow[]): { tests: string; failures: string; errors: string; skipped: string } {
  const failing = rows.filter(isFailure);
  const failures = failing.filter((row) => elementName(rowStatus(row), row.attempts.length) === 'failure').length;
  return {
    tests: String(rows.length),
    failures: String(failures),
    errors: String(failing.length - failures),
    skipped: String(countCases(rows).skipped + rows.filter(isExcluded).length),
  };
}

function spentMs(rows: readonly CaseRow[]): number {
  return rows.flatMap((row) => row.attempts).reduce((sum, attempt) => sum + (attempt.durationMs ?? 0), 0);
}

function elapsedMs({ startedAt = 0, finishedAt = startedAt }: RunState): number {
  return finishedAt - startedAt;
}

function startTime({ startedAt }: RunState): string | undefined {
  return startedAt === undefined ? undefined : new Date(startedAt).toISOString();
}

function formatSeconds(ms: number): string {
  return (ms / 1_000).toFixed(3);
}
