import { formatCountWithNoun } from '../../values/index.ts';
import { describeOutageSpan } from './case-health-words.ts';
import type { FailingCases, SeriesSummary } from './series-summary.ts';

/** A statement about a series of runs; `runId` is the run that the statement mentions. Names are in backquotes. */
export type SeriesRemark = { words: string; runId?: string };

/** The most frequent cause of failures in the newest run, and the number of cases with this cause. */
export type SeriesCause = { headline: string; cases: number };

type SeriesContext = {
  cause?: SeriesCause | undefined;
  /**
   * For the largest group of failing cases: the changes between the last run in which they passed and the first in
   * which they failed.
   */
  changes?: readonly string[] | undefined;
};

const MAX_NAMED_CASES = 2;

/**
 * Describes the state of a series of runs, since when it has been in this state, and why: `Broken since 13:53: 9 of 10
 * cases`, ``no call of `policy` at T2 (9 cases)``, `prompts changed`, `` `R-03` is flaky``. `when` formats a time.
 */
export function listSeriesRemarks(
  summary: SeriesSummary,
  { cause, changes = [] }: SeriesContext,
  when: (ms: number) => string,
): SeriesRemark[] {
  const { outage, failing, flaky, back, cases } = summary;
  const failingCases = failing.reduce((sum, { ids }) => sum + ids.length, 0);
  const remarks: SeriesRemark[] = [
    ...(outage === undefined ? [] : [{ words: describeOutageSpan(outage, when), runId: outage.from.runId }]),
    ...failing.map((group, index) => describeFailingCases(group, { summary, isFirst: index === 0, when })),
    ...(cause === undefined || failingCases === 0 ? [] : [{ words: describeSeriesCause(cause, failingCases) }]),
    ...(failing.length === 0 ? [] : changes.map((words) => ({ words }))),
    ...(flaky.length === 0 ? [] : [{ words: describeFlakyCases(flaky) }]),
    ...(back === undefined
      ? []
      : [
          {
            words: `${formatPassingCases(back.count)} again since ${when(back.since.startedAt)}`,
            runId: back.since.runId,
          },
        ]),
  ];
  if (remarks.length > 0) return remarks.map((remark, index) => (index === 0 ? capitalizeRemark(remark) : remark));
  return [{ words: describeFineCases(cases) }];
}

type RemarkContext = { summary: SeriesSummary; isFirst: boolean; when: (ms: number) => string };

function describeFailingCases({ ids, since, neverPassed }: FailingCases, context: RemarkContext): SeriesRemark {
  const { summary, isFirst, when } = context;
  const total = isFirst ? ` of ${formatCountWithNoun(summary.cases, 'case')}` : ' cases';
  const which = ids.length <= MAX_NAMED_CASES ? formatNameList(ids) : `${ids.length}${total}`;
  if (neverPassed) return { words: `${which} never passed in ${formatCountWithNoun(summary.runs, 'run')}` };
  const words = isFirst ? `broken since ${when(since.startedAt)}: ${which}` : `${which} since ${when(since.startedAt)}`;
  return { words, runId: since.runId };
}

function describeSeriesCause({ headline, cases }: SeriesCause, failing: number): string {
  const words = lowercaseSentenceStart(headline);
  return cases >= failing ? words : `${words} (${formatCountWithNoun(cases, 'case')})`;
}

/**
 * Adapts a headline so that it can follow a semicolon: it begins with a lower-case letter, except for names and `HTTP`.
 */
function lowercaseSentenceStart(headline: string): string {
  return /^[A-Z][a-z]*[ :]/.test(headline) ? `${headline.charAt(0).toLowerCase()}${headline.slice(1)}` : headline;
}

function describeFlakyCases(ids: readonly string[]): string {
  return ids.length <= MAX_NAMED_CASES
    ? `${formatNameList(ids)} ${ids.length === 1 ? 'is' : 'are'} flaky`
    : `${ids.length} cases are flaky`;
}

function formatPassingCases(count: number): string {
  return `${formatCountWithNoun(count, 'case')} ${count === 1 ? 'passes' : 'pass'}`;
}

function formatNameList(ids: readonly string[]): string {
  return ids.map((id) => `\`${id}\``).join(' and ');
}

function describeFineCases(cases: number): string {
  if (cases === 0) return 'The newest run has no verdicts';
  return cases === 1 ? 'The only case passes' : `All ${cases} cases pass`;
}

function capitalizeRemark({ words, ...remark }: SeriesRemark): SeriesRemark {
  return { ...remark, words: `${words.charAt(0).toUpperCase()}${words.slice(1)}` };
}
