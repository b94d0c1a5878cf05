import { Fragment } from 'react';
import { TextLink } from '@/components/ui/links';
import type { Trends } from '@/lib/queries';
import type { WorseCase } from '@/runner/contract';
import {
  formatCount,
  formatCountWithNoun,
  formatLocalTime,
  replaceInvisibleCharacters,
  spansSeveralSeries,
} from '@/runner/format';
import { describeRateChange, formatBothRates, getCaseHealthName } from '@/runner/verdict';
import { caseHref } from './addresses';
import { formatRunRate } from './describe-trends';
import { writeHeadline } from './trend-headline';

/** Summarizes what happened in these runs and the current state of the cases. Statistical details are collapsed. */
export function TrendSummary({ trends }: { trends: Trends }) {
  const { runs, difference, same, leftOut, more, connector, events, cases } = trends;
  const newestRun = runs.at(-1);
  if (newestRun === undefined) return null;
  const both = formatBothRates(newestRun.counts, newestRun.faults ?? {});
  return (
    <section aria-label="Summary" className="flex flex-col gap-1 rounded-lg border bg-surface px-4 py-3 text-ink-soft">
      <h2 className="font-semibold text-ink text-lg">{writeHeadline(trends, formatLocalTime)}.</h2>
      <TrendEvents events={events} />
      <CaseHealthList rows={cases.rows} connector={connector} />
      {difference === null ? (
        runs.length === 1 && <p>One run shows no trend. Run the suite again, here or in a terminal.</p>
      ) : (
        <TrendDifference
          difference={difference}
          runs={runs.length}
          isMixed={spansSeveralSeries(runs)}
          connector={connector}
        />
      )}
      {same !== null && (
        <p>
          {same.kept === 0
            ? 'No case has the same content in all of these runs.'
            : `Limited to ${formatCountWithNoun(same.kept, 'case')} of ${formatCount(same.total)}: those that every run judged with the same content.`}
        </p>
      )}
      {runs.every(({ partial }) => partial) && (
        <p className="text-xs">
          All of these runs were stopped or ran only some of the cases, so their rates may cover different cases.
        </p>
      )}
      <details className="text-xs">
        <summary className="text-accent">Statistics</summary>
        <p>
          Attempts that passed in the{' '}
          <TextLink href={`/runs/${newestRun.runId}`} look="inline">
            newest run
          </TextLink>
          : {formatRunRate(newestRun)}.{both !== undefined && ` Without failures outside the agent: ${both}.`}
        </p>
        {difference !== null && (
          <p>
            Change: {describeRateChange(difference.change)}. The test compares each case with itself and assumes that
            nothing but the recorded change differed: a provider may have changed its model.
          </p>
        )}
        <p>
          The likely range is the 95% interval for cases like these; it gets wider if there are few attempts, or if the
          attempts of a case are alike.
        </p>
        {leftOut > 0 && (
          <p>
            {formatCountWithNoun(leftOut, 'run')} that {leftOut === 1 ? 'was' : 'were'} stopped or ran only some of the
            cases {leftOut === 1 ? 'is' : 'are'} left out.
          </p>
        )}
        {more && <p>Showing the newest {formatCount(runs.length)} runs.</p>}
      </details>
    </section>
  );
}

type DifferenceProps = {
  difference: NonNullable<Trends['difference']>;
  runs: number;
  isMixed: boolean;
  connector: string;
};

const MAX_NAMED_CASES = 5;

/** Says with which run the newest one is compared, and which cases have become significantly worse. */
function TrendDifference({ difference: { base, head, change }, runs, isMixed, connector }: DifferenceProps) {
  const before = base.pinned
    ? 'the pinned baseline'
    : `the first of these ${formatCountWithNoun(runs, 'run')}${isMixed ? ' with its agent and connector' : ''}`;
  const { newlyFailing, newlyFailingCount } = change;
  return (
    <>
      <p>
        Compared with {before}, {formatLocalTime(base.startedAt)}.{' '}
        <TextLink href={`/compare?base=${base.runId}&head=${head.runId}`} look="inline">
          Compare the two
        </TextLink>
      </p>
      <NamedCases title="Newly failing" cases={newlyFailing} count={newlyFailingCount} connector={connector} />
    </>
  );
}

/** Lists the runs in which most cases failed together, grouped by the kind of failure. */
function TrendEvents({ events }: Pick<Trends, 'events'>) {
  const outages = events.filter(({ kind }) => kind === 'outage');
  const regressions = events.filter(({ kind }) => kind === 'regression');
  return (
    <>
      {outages.length > 0 && (
        <p>
          {formatCountWithNoun(outages.length, 'outage')}, in which most cases failed together while the agent stayed
          the same or its infrastructure failed: {outages.map(formatEventTime).join(', ')}. They say nothing about
          individual cases.
        </p>
      )}
      {regressions.length > 0 && (
        <p>Most cases failed together, but not in an outage: {regressions.map(formatEventTime).join(', ')}.</p>
      )}
    </>
  );
}

function formatEventTime({ runs }: Trends['events'][number]): string {
  const first = formatLocalTime(runs[0]?.startedAt ?? 0);
  return runs.length === 1 ? first : `${first} (${formatCountWithNoun(runs.length, 'run')})`;
}

const caseHealthTitles = {
  new: 'New failures',
  broken: 'Broken',
  outage: 'In an outage',
  flaky: 'Flaky',
  back: 'Back',
} as const;

/** Lists the cases with problems, grouped by their state. */
function CaseHealthList({ rows, connector }: { rows: Trends['cases']['rows']; connector: string }) {
  const byState = Map.groupBy(rows, ({ standing }) => standing && getCaseHealthName(standing));
  return (['new', 'broken', 'outage', 'flaky', 'back'] as const).map((state) => {
    const cases = (byState.get(state) ?? []).map(({ suiteKey, caseId }) => ({ suiteKey, id: caseId }));
    const title = caseHealthTitles[state];
    return <NamedCases key={state} title={title} cases={cases} count={cases.length} connector={connector} />;
  });
}

type NamedCasesProps = {
  title: string;
  cases: readonly Pick<WorseCase, 'suiteKey' | 'id'>[];
  count: number;
  connector: string;
};

function NamedCases({ title, cases, count, connector }: NamedCasesProps) {
  if (count === 0) return null;
  return (
    <p>
      {title}: {formatCountWithNoun(count, 'case')},{' '}
      {cases.slice(0, MAX_NAMED_CASES).map(({ suiteKey, id }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <TextLink href={caseHref({ suiteKey, caseId: id }, connector)} look="inline">
            {replaceInvisibleCharacters(id)}
          </TextLink>
        </Fragment>
      ))}
      {count > MAX_NAMED_CASES && ` and ${count - MAX_NAMED_CASES} more`}.
    </p>
  );
}
