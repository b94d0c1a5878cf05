import type { CaseResult } from '../../contract/index.ts';
import { isFailing, type RunState, totalCost } from '../../fold/index.ts';
import { decimalPercent, formatCost, plural } from '../../values/index.ts';
import {
  bothRatesWords,
  type CaseComparison,
  countJudged,
  countRunFaults,
  isRegression,
  judgedTrials,
  passRate,
  passRateBand,
  type RunComparison,
  rateChange,
  rateChangeWords,
} from '../../verdict/index.ts';
import { verdictWords } from '../comparison/comparison-markdown.ts';
import { statusWithCounts } from '../comparison/comparison-text.ts';
import { shortenText } from '../console/shorten-text.ts';
import { diagnosisLines } from '../diagnosis-lines.ts';
import { caseFile, fileAddress, INDEX_FILE, trendsFile } from '../html/page-addresses.ts';
import { verdictLine } from '../markdown/markdown-report.ts';
import { codeSpan, fenceValue, formatTable } from '../markdown/markdown-text.ts';
import { isFailure, type ReportedCase, type ResultReader, reportedCases } from '../reported-cases.ts';

/** GitHub refuses comments above 65,536 characters. */
const ROOM = 60_000;
const LISTED = 20;
const EXPLAINED = 10;
const LINKED_SUITES = 5;
/** Maximum characters of an answer; the report contains the rest. */
const WORDS = 1_500;

export type CommentLink = { text: string; url: string };

export type RunForComment = {
  state: RunState;
  resultsOf: ResultReader;
  /** The comparison with the run of the base branch, and the name of that branch. */
  compared: { comparison: RunComparison; branch: string } | undefined;
  links: readonly CommentLink[];
  /** Where the report folder of this repository is published, with a slash at the end. */
  site?: string | undefined;
};

/**
 * What a reviewer needs to know of a run: the verdict, what changed, how sure that is, what it cost, and why cases
 * failed. Texts of agents and of cases are code, so that nobody is mentioned, and nothing is linked or loaded.
 */
export function pullRequestComment({ state, resultsOf, compared, links, site }: RunForComment): string {
  const head = [
    `### ${verdictLine(state)}\n`,
    compared === undefined ? '' : changeSentence(compared.comparison),
    reasonLine(state),
    figuresTable(state, compared),
    ...(compared === undefined ? [] : changeLists(compared.comparison)),
  ];
  const foot = linksLine([...links, ...siteLinks(state, site)]);
  return joinWithinCommentLimit(
    [...head.filter((part) => part !== ''), ...failureExplanations({ state, resultsOf, site })],
    foot,
  );
}

/** The comment on a run that did not take place. */
export function missingRunComment(exitCode: number, output: string, links: readonly CommentLink[]): string {
  const last = output.trim().split('\n').slice(-20).join('\n');
  return [
    `### ❌ Nothing was run: turntree ended with exit code ${exitCode}\n`,
    ...(last === '' ? [] : [fenceValue(last)]),
    linksLine(links),
  ].join('\n');
}

function changeSentence(comparison: RunComparison): string {
  const { counts, regressed } = comparison;
  const failing = comparison.cases.filter(isNewAndFailing).length;
  const parts = [
    verdictWords(isRegression(rateChange(comparison)), regressed),
    ...(failing === 0 ? [] : [`${plural(failing, 'new case')} failed`]),
    `${counts.fixed} fixed`,
    `${counts.same} same`,
  ];
  return `**${parts[0]}** · ${parts.slice(1).join(' · ')}\n`;
}

/** Often the headline already contains the reason, such as `1 failed`. */
function reasonLine(state: RunState): string {
  const { reason, exitCode } = state;
  if (reason === undefined || exitCode === 0 || verdictLine(state).includes(reason)) return '';
  return `Reason: ${codeSpan(reason, 500)}\n`;
}

function figuresTable(state: RunState, compared: RunForComment['compared']): string {
  const { counts, usage } = state;
  const trials = judgedTrials(state);
  const rate = passRate(counts);
  const judged = countJudged(counts);
  const plain = rate === null ? 'nothing was judged' : `${decimalPercent(rate)} (${counts.passed} of ${judged})`;
  const { low, high } = passRateBand(trials);
  const band = trials.length === 0 ? '' : `, likely ${decimalPercent(low)} to ${decimalPercent(high)} (95% confidence)`;
  const cost = totalCost(usage);
  const rows = [
    ['Pass rate', `${bothRatesWords(counts, countRunFaults(state)) ?? plain}${band}`],
    ...(compared === undefined
      ? []
      : [[`Since ${codeSpan(compared.branch)}`, rateChangeWords(rateChange(compared.comparison))]]),
    ...(cost === undefined ? [] : [['Cost', formatCost(cost, state.options?.currency)]]),
  ];
  return formatTable(['Measure', 'This run'], rows);
}

function changeLists({ cases }: RunComparison): string[] {
  const lists: [string, (entry: CaseComparison) => boolean][] = [
    ['New failures, by more than chance', ({ change }) => change === 'newly_failing'],
    ['Perhaps chance: better last time', ({ change, regressed }) => regressed && change !== 'newly_failing'],
    ['New cases that failed', isNewAndFailing],
    ['Fixed', ({ change }) => change === 'fixed'],
  ];
  return lists.flatMap(([title, belongs]) => {
    const entries = cases.filter(belongs);
    if (entries.length === 0) return [];
    const lines = entries.slice(0, LISTED).map((entry) => `- ${changedCaseLine(entry)}\n`);
    const more = entries.length > LISTED ? `- ${entries.length - LISTED} more in the report\n` : '';
    return [`**${title} (${entries.length})**\n\n${lines.join('')}${more}`];
  });
}

function isNewAndFailing({ change, after }: CaseComparison): boolean {
  return change === 'added' && after !== undefined && isFailing(after.status);
}

function changedCaseLine({ id, name, edited, before, after }: CaseComparison): string {
  const title = name === undefined || name === id ? '' : ` ${codeSpan(name)}`;
  const was = before === undefined ? '' : `${statusWithCounts(before)} → `;
  return `${codeSpan(id)}${title}: ${was}${statusWithCounts(after)}${edited ? ' (edited)' : ''}`;
}

type ExplanationSource = Pick<RunForComment, 'state' | 'resultsOf' | 'site'>;

function* failureExplanations({ state, resultsOf, site }: ExplanationSource): Generator<string> {
  const failing = state.rows.filter(isFailure);
  for (const reported of reportedCases(failing.slice(0, EXPLAINED), resultsOf))
    yield failureExplanation(reported, { state, site });
  if (failing.length > EXPLAINED) yield `${plural(failing.length - EXPLAINED, 'more failure')} in the report.\n`;
}

function failureExplanation(
  { row, status, attempts }: ReportedCase,
  { state, site }: Omit<ExplanationSource, 'resultsOf'>,
): string {
  const bad = attempts.find((attempt) => isFailing(attempt.status)) ?? attempts[0];
  const why = diagnosisLines(bad, row, state);
  const ending = bad.error ?? bad.reason;
  const lines = ending === undefined || why.some((line) => line.includes(ending)) ? why : [...why, ending];
  const answer = lastAnswer(bad);
  const parts = [
    ...(lines.length === 0 ? [] : [fenceValue(shorten(lines.join('\n')))]),
    ...(site === undefined ? [] : [`[The conversation](${site}${fileAddress(caseFile(row))})\n`]),
    ...(answer === undefined ? [] : [`The last answer:\n\n${fenceValue(shorten(answer))}`]),
  ];
  return `<details>\n<summary>${status}: ${summaryText(row.id)}</summary>\n\n${parts.join('\n')}\n</details>\n`;
}

/** The pages of the run and of its suites, whose addresses stay the same from run to run. */
function siteLinks({ suites }: RunState, site: string | undefined): CommentLink[] {
  if (site === undefined) return [];
  const trends = suites.slice(0, LINKED_SUITES).map(({ key }, index) => {
    const number = suites.length === 1 ? '' : ` ${index + 1}`;
    return { text: `Trends${number}`, url: `${site}${fileAddress(trendsFile(key))}` };
  });
  return [{ text: 'All cases', url: `${site}${INDEX_FILE}` }, ...trends];
}

function lastAnswer({ turns = [], output }: CaseResult): string | undefined {
  const text = turns.findLast(({ response }) => response?.content)?.response?.content;
  if (text !== undefined) return text;
  return typeof output === 'string' && output !== '' ? output : undefined;
}

function shorten(text: string): string {
  return text.length <= WORDS ? text : `${text.slice(0, WORDS).toWellFormed()}…`;
}

/** A summary holds HTML, not Markdown. */
function summaryText(text: string): string {
  const line = shortenText(text, 200).replaceAll(/[^\w ,-]/gu, (character) => `&#${character.codePointAt(0)};`);
  return `<code>${line}</code>`;
}

function linksLine(links: readonly CommentLink[]): string {
  return `${links.map(({ text, url }) => `[${text}](${url})`).join(' · ')}\n`;
}

function joinWithinCommentLimit(parts: Iterable<string>, foot: string): string {
  const lines: string[] = [];
  let room = ROOM - foot.length;
  for (const part of parts) {
    room -= part.length + 1;
    if (room < 0) return [...lines, 'More is in the report.\n', foot].join('\n');
    lines.push(part);
  }
  return [...lines, foot].join('\n');
}
