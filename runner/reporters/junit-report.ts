import type { AssertionResult, CaseResult, CaseStatus } from '../contract/index.ts';
import {
  type CaseRow,
  findIdleParts,
  hasActualValue,
  isExcluded,
  isFailing,
  isScored,
  type RunState,
  stateChangeText,
  unjudgedText,
  unreadableText,
  userFactsText,
} from '../fold/index.ts';
import { decidedWords, faultLines } from '../verdict/index.ts';
import { diagnosisLines } from './diagnosis-lines.ts';
import { scoreWords } from './measures.ts';
import {
  countCases,
  isFailure,
  type ReportedCase,
  type ResultReader,
  reportedCases,
  rowStatus,
  setAsideNote,
} from './reported-cases.ts';
import { withJudgedRows } from './with-judged-rows.ts';
import { xmlAttributes, xmlText } from './xml-text.ts';

const passed: CaseStatus = 'passed';

/**
 * A run as JUnit XML, in pieces: a `testsuite` for each suite, a `testcase` for each case, times in seconds. A case
 * of several attempts fails when any of them did not pass. A low accuracy fails where the run misses its threshold.
 */
export function* junitReport(run: RunState, resultsOfRow: ResultReader): Generator<string> {
  const { state, resultsOf } = withJudgedRows(run, resultsOfRow);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  // The common JUnit schema counts skipped cases for each suite, but not for the whole run.
  const { skipped: _, ...whole } = suiteCounts(state.rows);
  yield `<testsuites${xmlAttributes({ name: 'runner', ...whole, time: formatSeconds(elapsedMs(state)) })}>\n`;
  for (const { key } of state.suites) {
    const rows = state.rows.filter((row) => row.suiteKey === key);
    yield `  <testsuite${xmlAttributes({ name: key, ...suiteCounts(rows), time: formatSeconds(spentMs(rows)), timestamp: startTime(state) })}>\n`;
    yield propertiesElement(state);
    for (const reported of reportedCases(rows, resultsOf)) yield testCase(reported, state);
    yield '  </testsuite>\n';
  }
  yield '</testsuites>\n';
}

function propertiesElement({ unreadable }: RunState): string {
  const value = unreadableText(unreadable);
  if (value === undefined) return '';
  return `    <properties>\n      <property${xmlAttributes({ name: 'unreadable_events', value })}/>\n    </properties>\n`;
}

function testCase({ row, status, attempts }: ReportedCase, state: RunState): string {
  const attributes = xmlAttributes({
    name: row.name === undefined || row.name === row.id ? row.id : `${row.id} — ${row.name}`,
    classname: row.suiteKey,
    time: formatSeconds(spentMs([row])),
  });
  const verdict = isExcluded(row) ? setAsideVerdict(row, attempts) : verdictElement({ row, status, attempts }, state);
  const content = `${factsProperty(attempts)}${verdict}`;
  return content === '' ? `    <testcase${attributes}/>\n` : `    <testcase${attributes}>\n${content}    </testcase>\n`;
}

/** What the agent asked the built-in user for, in each attempt. */
function factsProperty(attempts: readonly CaseResult[]): string {
  const value = [...new Set(attempts.flatMap(({ simulator }) => userFactsText(simulator) ?? []))].join('; ');
  if (value === '') return '';
  const property = xmlAttributes({ name: 'simulator.facts', value });
  return `      <properties>\n        <property${property}/>\n      </properties>\n`;
}

function verdictElement({ row, status, attempts }: ReportedCase, state: RunState): string {
  if (status === 'passed') return passOutput(row, attempts);
  if (status === 'skipped') {
    const skipped = attempts.find((attempt) => attempt.status === 'skipped');
    return `      <skipped${xmlAttributes({ message: skipped?.reason ?? skipped?.error ?? 'skipped' })}/>\n`;
  }
  const wrong = attempts.filter((attempt) => isFailing(attempt.status));
  const element = elementName(status, attempts.length);
  const good = attempts.filter((attempt) => attempt.status === passed).length;
  const decided = decidedWords(row);
  const share = attempts.length === 1 ? '' : `${decided ?? `${good} of ${attempts.length} passed`}: `;
  const message = `${share}${wrong[0] === undefined ? status : failureReason(wrong[0])}`;
  const text = wrong.map((attempt) => formatDetails(attempt, { row, state, attempts: attempts.length })).join('\n\n');
  return `      <${element}${xmlAttributes({ message, type: failureType(status, wrong[0]) })}>${xmlText(text)}</${element}>\n`;
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
function passOutput(row: CaseRow, attempts: readonly CaseResult[]): string {
  const texts = [
    ...attempts.flatMap(({ unjudged }) => (unjudged === undefined ? [] : [unjudgedText(unjudged)])),
    ...findIdleParts([row]).map(({ parts }) => `idle: ${parts.join(', ')}`),
  ];
  return texts.length === 0 ? '' : `      <system-out>${xmlText([...new Set(texts)].join('\n'))}</system-out>\n`;
}

/**
 * A wrong answer is a failure; any other problem is an error. If a case has several attempts, it is always a failure.
 */
function elementName(status: CaseStatus, attempts: number): 'failure' | 'error' {
  return status === 'failed' || attempts > 1 ? 'failure' : 'error';
}

function failureReason(result: CaseResult): string {
  const failing = result.assertions.find((assertion) => assertion.status !== 'passed');
  const low = result.scores?.find(({ passed, notScorable }) => !passed && notScorable !== true);
  const scored = low === undefined ? undefined : scoreWords(low);
  return result.error ?? failing?.message ?? result.reason ?? scored ?? result.status;
}

type ElementContext = { row: CaseRow; state: RunState; attempts: number };

function formatDetails(result: CaseResult, { row, state, attempts }: ElementContext): string {
  const heading = attempts === 1 ? [] : [`attempt ${result.attempt}: ${result.status}`];
  const missed = (result.checkpoints ?? [])
    .filter(({ required, passed, invariant }) => required && !passed && invariant !== 'not_judged')
    .map((checkpoint) => `checkpoint ${checkpoint.id}: ${checkpoint.message ?? 'not reached'}`);
  const assertions = result.assertions.filter(({ status }) => status !== 'passed').map(assertionDetails);
  const scores = (result.scores ?? [])
    .filter(({ passed, notScorable }) => !passed && notScorable !== true)
    .map(scoreWords);
  const changes = (result.state?.changes ?? []).map((change) => `state: ${stateChangeText(change)}`);
  // The error of an experiment only restates its scores, so it is left out.
  const reason = isScored(result) && scores.length > 0 ? [] : [failureReason(result)];
  return [
    ...new Set([
      ...heading,
      ...diagnosisLines(result, row, state),
      ...reason,
      ...assertions,
      ...scores,
      ...missed,
      ...faultLines(result),
      ...changes,
    ]),
  ].join('\n');
}

function assertionDetails(assertion: AssertionResult): string {
  const { type, place, message, expected, actual } = assertion;
  const values = [
    ...(place === undefined ? [] : [`at ${place}`]),
    ...(expected === undefined ? [] : [`expected: ${JSON.stringify(expected)}`]),
    ...(hasActualValue(assertion) ? [`actual:   ${JSON.stringify(actual)}`] : []),
  ];
  return [`${type}: ${message ?? 'failed'}`, ...values].join('\n  ');
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
