import type { CaseResult, RunEvent } from '../../contract/index.ts';
import {
  computeRunDurationMs,
  countFaults,
  countStatuses,
  countUnreadableResults,
  describeDuplicateStart,
  describeExcluded,
  describeUnusedCaseParts,
  formatJudgeModels,
  formatUnreadableEvents,
  formatUserModels,
  isJudgedByAccuracy,
  joinSuites,
  type RunState,
} from '../../fold/index.ts';
import { formatAsSingleLine } from '../../format/index.ts';
import { describeRunKinds } from '../../kinds/kinds.ts';
import {
  formatBriefPercent,
  formatCost,
  formatCountWithNoun,
  formatDecimalPercent,
  formatDuration,
  formatGoDuration,
  pluralizeNoun,
} from '../../values/index.ts';
import {
  classifyStabilityRate,
  computeDurationStatistics,
  computePassRate,
  countJudged,
  countNotPassed,
  countRunFaults,
  describeDecisions,
  formatBothRates,
  formatBriefAgentOnlyRate,
  formatOutcomeWord,
} from '../../verdict/index.ts';
import { listRateLines } from '../rate-lines.ts';
import { countUncheckedPasses, describeUncheckedPasses, formatUnjudgedCases } from '../unjudged-cases.ts';
import { shortenText } from './shorten-text.ts';
import type { StyleText } from './style-text.ts';
import { listUsageFacts } from './usage-facts.ts';

const DOUBLE_RULE = '═'.repeat(63);
const SINGLE_RULE = '─'.repeat(63);

type RunStartedEvent = Extract<RunEvent, { type: 'run.started' }>;

export function formatBannerLines(text: string): string[] {
  return ['', DOUBLE_RULE, `  ${text}`, DOUBLE_RULE];
}

export function formatSectionHeading(title: string): string[] {
  return ['', SINGLE_RULE, `  ${title}`, SINGLE_RULE];
}

/** Returns the header of a run: agent, connector, input, limits. */
export function formatHeaderLines(event: RunStartedEvent): string[] {
  const { suites, cases, options } = event;
  const dynamic = cases.some(({ checkpoints }) => checkpoints !== undefined);
  const words = describeRunKinds(cases.map(({ kind }) => kind));
  const mode = [
    ...(dynamic ? ['Dynamic Mode'] : []),
    ...(options.parallel > 1 ? [`Parallel: ${options.parallel}`] : []),
  ];
  const simulator = listSimulatorNames(cases);
  const joined = joinSuites(suites);
  const connector = options.connector === undefined ? joined.connector : `${options.connector} (override)`;
  const filter = [
    options.pattern,
    ...(options.cases ?? []),
    ...(options.tags ?? []).map((tag) => `@${tag}`),
    options.lastFailed === true ? 'last failed' : undefined,
    options.shard === undefined ? undefined : `shard ${options.shard.index}/${options.shard.total}`,
  ].filter((part) => part !== undefined);
  const facts: [string, string | undefined][] = [
    ['Agent', describeAgentOfRun(joined)],
    ['Connector', connector],
    [
      'Input',
      `${options.input} (${event.total} test ${pluralizeNoun(event.total, words.case)}${suites.length === 1 ? '' : ` in ${suites.length} suites`})`,
    ],
    ['Simulator', simulator],
    ['Judge', formatJudgeModels(options)],
    ['User model', formatUserModels(options)],
    ['Context', options.context],
    ['BeforeAll', options.before],
    ['AfterAll', options.after],
    ['Resumes', options.resume],
    ['Cassette', options.cassette],
    ['Filter', filter.length === 0 ? undefined : `${filter.join(' ')}${formatSelectedCases(event)}`],
    ['Runs', describeRunsPerCase(options)],
    ['Retries', options.retries === undefined ? undefined : `${options.retries} for failures outside the agent`],
    ['Partial', options.allowPartial === true ? 'missing agent parts allowed' : undefined],
    ['Max Cost', options.maxCost === undefined ? undefined : formatCost(options.maxCost, options.currency)],
    ['Timeout', formatGoDuration(options.timeoutMs)],
    ['Parallel', options.parallel === 1 ? undefined : `${options.parallel} concurrent`],
  ];
  return [
    ...formatBannerLines(`${words.run}${mode.length === 0 ? '' : ` (${mode.join(', ')})`}`),
    ...facts.flatMap(([name, value]) => (value === undefined ? [] : [`ℹ ${name}: ${value}`])),
    ...formatSectionHeading(options.parallel === 1 ? 'Running Tests' : `Running Tests (${options.parallel} parallel)`),
  ];
}

/** Describes the agent for the header of a run. If its answers come from a recording, also names the file. */
function describeAgentOfRun({ agentId, agentPath = '' }: ReturnType<typeof joinSuites>): string {
  return /\.(?:ndjson|jsonl)$/.test(agentPath) ? `${agentId} (answers recorded in ${agentPath})` : agentId;
}

function formatSelectedCases({ total, available }: RunStartedEvent): string {
  return available === undefined || available <= total
    ? ''
    : ` (${total} of ${formatCountWithNoun(available, 'case')})`;
}

function describeRunsPerCase({ attempts, autoRuns }: RunStartedEvent['options']): string | undefined {
  if (autoRuns === undefined) return attempts === 1 ? undefined : `${attempts} per case`;
  const { good, bad, risk, max } = autoRuns;
  const [from, below, wrong] = [good, bad, risk].map(formatBriefPercent);
  return `until decided, at most ${max} per case (good from ${from}, bad up to ${below}, risk ${wrong})`;
}

function listSimulatorNames(cases: RunStartedEvent['cases']): string | undefined {
  const ids = new Set(cases.flatMap(({ simulator }) => simulator?.use.replace(/^agents:/, '') ?? []));
  return ids.size === 0 ? undefined : [...ids].join(', ');
}

/** Returns the heading of a suite; printed only in a run of several suites. */
export function formatSuiteLines(key: string): string[] {
  return ['', `── ${key}`];
}

/** Returns a line about the stability of a case over its attempts, once all of them have ended. */
export function formatStabilityLine(
  id: string,
  attempts: readonly Pick<CaseResult, 'status' | 'durationMs' | 'fault'>[],
): string {
  const judged = attempts.filter((attempt) => attempt.status !== 'skipped');
  const passed = judged.filter((attempt) => attempt.status === 'passed').length;
  if (judged.length === 0) return `  [${formatAsSingleLine(id)}] skipped`;
  const rate = passed / judged.length;
  const average = computeDurationStatistics(judged.map((attempt) => attempt.durationMs))?.avg ?? 0;
  const words = classifyStabilityRate(rate)
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
  const counts = countStatuses(judged.map(({ status }) => status));
  const agentOnly = formatBriefAgentOnlyRate(counts, countFaults(judged.map(({ fault }) => ({ fault }))));
  const rates = `${Math.round(rate * 100)}% (${passed}/${judged.length})${agentOnly === undefined ? '' : `, ${agentOnly}`}`;
  return `  [${formatAsSingleLine(id)}] ${rates} ${words} avg:${formatDuration(average)}`;
}

type SummaryLineOptions = {
  outputs: readonly string[];
  paint: StyleText;
  /** The number of answers that consistency cases requested and received. */
  answers?: AnsweredCounts;
};

type AnsweredCounts = { asked: number; answered: number };

/** Returns the lines of the box at the end of a run. `outputs` are the report files that were written. */
export function formatSummaryLines(state: RunState, { outputs, paint, answers }: SummaryLineOptions): string[] {
  const { counts, options } = state;
  const joined = joinSuites(state.suites);
  const durationMs = computeRunDurationMs(state);
  const attempts = options?.attempts ?? 1;
  const judged = countJudged(counts);
  const parallel = options?.parallel ?? 1;
  const effective =
    parallel === 1 || judged === 0
      ? ''
      : ` (effective: ${formatDuration(durationMs / judged)}/test with ${parallel} parallel)`;
  const facts: [string, string | undefined][] = [
    ['Agent', joined.agentId],
    ['Connector', options?.connector ?? joined.connector],
    ['Simulator', listSimulatorNames(state.rows)],
    [
      'Total',
      `${state.rows.length}${attempts === 1 ? '' : ` (${options?.autoRuns === undefined ? '' : 'at most '}${attempts} runs each)`}`,
    ],
    ['Decided', describeDecisions(state.rows)],
    ['Passed', String(counts.passed)],
    ['Failed', String(counts.failed)],
    [formatOutcomeWord('skipped', state), formatCountUnlessZero(counts.skipped)],
    ['Errors', formatCountUnlessZero(counts.error)],
    ['Timeouts', formatCountUnlessZero(counts.timeout)],
    ['Excluded', describeExcluded(state.rows)],
    ['Pass Rate', describePassRate(state)],
    ...listRateLines(state, 'listed'),
    ...listCoverageGaps(state),
    ['Answers', formatAnsweredShare(answers)],
    ...listUsageFacts(state),
    ['Queue', describeDuplicateStart(state)],
    ['Duration', `${formatDuration(durationMs)}${effective}`],
    ['Log', formatUnreadableEvents(state.unreadable)],
  ];
  return [
    ...formatSectionHeading('Summary'),
    ...facts.flatMap(([name, value]) =>
      value === undefined ? [] : [`  ${(name === '' ? '' : `${name}:`).padEnd(10)} ${value}`],
    ),
    ...(outputs.length === 0 ? [] : ['', ...outputs.map((file) => `  Output: ${file}`)]),
    ...formatBannerLines(formatClosingLine(state, paint)),
    '',
  ];
}

function describePassRate(state: RunState): string {
  const rate = computePassRate(state.counts);
  const all = rate === null ? 'none: nothing was judged' : `${(rate * 100).toFixed(1)}%`;
  const words = formatBothRates(state.counts, countRunFaults(state)) ?? all;
  return state.options?.autoRuns === undefined ? words : `${words} of first attempts`;
}

/** Returns what the cases of a run do not check, as pairs of name and text for the summary. */
export function listCoverageGaps(state: RunState): [name: string, value: string | undefined][] {
  return [
    ['Unchecked', formatUnjudgedCases(state)],
    ['Inferred', formatInferredRules(state)],
    ['Idle', describeUnusedCaseParts(state.rows)],
    ['Weak', state.summary?.indistinct],
  ];
}

function formatInferredRules({ rows }: RunState): string | undefined {
  const count = rows.filter(({ attempts }) => attempts.some(({ inferred }) => inferred !== undefined)).length;
  return count === 0
    ? undefined
    : `${formatCountWithNoun(count, 'case')} with a broken inferred rule (not accepted, so it cannot fail a case)`;
}

function formatAnsweredShare({ asked, answered }: AnsweredCounts = { asked: 0, answered: 0 }): string | undefined {
  if (asked === 0) return undefined;
  return `${answered} of ${asked} (${formatDecimalPercent(answered / asked)})`;
}

/** The full reason is printed in the last line of the command's output, so it is shortened here. */
const MAX_CHARACTERS_OF_REASON = 120;

function formatClosingLine(state: RunState, paint: StyleText): string {
  const { status, rows, reason = '', counts, unreadable } = state;
  if (status === 'cancelled') return paint('yellow', '⏹ RUN CANCELLED');
  // If every attempt passed, the counts above do not show why the run failed.
  const isUnexplained = status === 'failed' && countNotPassed(counts) === 0 && reason !== '';
  if (status !== 'passed')
    return paint('red', `❌ TESTS FAILED${isUnexplained ? `: ${shortenText(reason, MAX_CHARACTERS_OF_REASON)}` : ''}`);
  if (countUnreadableResults(unreadable) > 0) return paint('yellow', `⚠ ${reason}`);
  const isPlain = countNotPassed(counts) === 0;
  const unchecked = countUncheckedPasses(rows);
  if (isPlain && unchecked > 0) return paint('green', `✓ PASSED, but ${describeUncheckedPasses(unchecked)}`);
  const isAllMeasured = rows.length > 0 && rows.every(isJudgedByAccuracy);
  return paint('green', isPlain && !isAllMeasured ? '✨ ALL TESTS PASSED ✨' : `✓ PASSED: ${reason}`);
}

function formatCountUnlessZero(count: number): string | undefined {
  return count === 0 ? undefined : String(count);
}
