// The question that this page answers: why did this case fail, and in which turn?
'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useMemo, useState } from 'react';
import { CaseHealthContext } from '@/components/diagnosis/case-health';
import { useCommands } from '@/components/layout/commands';
import { SkeletonShape } from '@/components/layout/skeleton-shape';
import { useShortcuts } from '@/components/layout/use-shortcuts';
import { RunHeader } from '@/components/runs/header/run-header';
import { paneColumns, paneStyle } from '@/components/runs/panes/pane-sizes';
import { usePanes } from '@/components/runs/panes/use-panes';
import { type RunPane, RunPaneSwitch } from '@/components/runs/run-pane-switch';
import { useFoldOnScroll } from '@/components/runs/use-fold-on-scroll';
import { useFollowRun } from '@/components/runs/use-follow-run';
import { CurrencyContext } from '@/components/spending/currency-context';
import { cn } from '@/components/ui/cn';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { Notice } from '@/components/ui/notice';
import { ProblemNotice } from '@/components/ui/problem-notice';
import { retryForever, reviewsQuery, runQuery } from '@/lib/queries';
import { groupReviewsByCase } from '@/lib/view/group-reviews-by-case';
import { computeFigures, type RunFigures } from '@/lib/view/run-figures';
import type { Review } from '@/runner/contract';
import { caseKey, type RunState } from '@/runner/fold';
import { formatCountWithNoun } from '@/runner/format';
import type { LabelledVerdict } from '@/runner/verdict';
import { AttemptPanes } from './attempt-panes';
import { CasesPane } from './cases-pane';
import { useFailureAnnotations } from './use-failure-annotations';
import { type PagedRun, usePagedRun } from './use-paged-run';
import { type RunSearchParams, useRunSearchParams, useRunSelection } from './use-run-selection';

const AgreementLine = lazyComponent(
  dynamic(() => loadExport(() => import('@/components/reviews/agreement-line'), 'AgreementLine')),
);

const WorkersPanel = lazyComponent(
  dynamic(() => loadExport(() => import('@/components/runs/queue/workers-panel'), 'WorkersPanel')),
);

/**
 * The maximum number of cases for which the page loads the whole run. For larger runs, it loads only the visible part
 * of the case list.
 */
const MAX_CASES_FOR_FULL_LOAD = 20_000;

type Props = {
  runId: string;
  isSmall: boolean;
  /** True if workers of a queue execute the attempts. */
  isShared: boolean;
  panes: string | undefined;
};

/**
 * The page of a run. If the run is small, the page contains all of it; otherwise it contains only the visible part of
 * the case list at first.
 */
export function RunView({ runId, isSmall, isShared, panes }: Props) {
  const [search] = useRunSearchParams();
  const [isWhole, setWhole] = useState(isSmall);
  const { q, suite, case: caseId } = search;
  const pagedRun = usePagedRun(runId, { q, suite, case: caseId, active: !isWhole });
  const cases = pagedRun.screen?.figures.cases ?? 0;
  const run = useQuery({
    ...runQuery(runId),
    ...(isSmall ? {} : retryForever),
    enabled: isSmall || cases <= MAX_CASES_FOR_FULL_LOAD,
  });
  if (!isWhole && run.data !== undefined) setWhole(true);
  if (run.data === undefined && run.isError) {
    return <ProblemNotice error={run.error} onRetry={() => void run.refetch()} />;
  }
  const state = run.data ?? pagedRun.screen?.state;
  if (state === undefined) return <SkeletonShape shape="panes" />;
  const missingParts = run.data === undefined ? pagedRun : undefined;
  const hasLostCases = pagedRun.failing || run.failureCount > 0;
  return (
    <RunPanes
      state={state}
      search={search}
      pagedRun={missingParts}
      hasLostCases={hasLostCases}
      isShared={isShared}
      keptSizes={panes}
    />
  );
}

const noReviews: readonly Review[] = [];
const noLabels: readonly LabelledVerdict[] = [];

type RunPanesProps = {
  state: RunState;
  search: RunSearchParams;
  /** The loaded part of the case list. Undefined once the run state contains all rows. */
  pagedRun: PagedRun | undefined;
  /** True if a request for cases has failed and no retry has succeeded yet. */
  hasLostCases: boolean;
  isShared: boolean;
  /** The pane sizes, from this browser's cookie. */
  keptSizes: string | undefined;
};

function RunPanes({ state, search, pagedRun, hasLostCases, isShared, keptSizes }: RunPanesProps) {
  const hasEnded = state.finishedAt !== undefined;
  const connection = useFollowRun(state.runId, { hasEnded, followsAllCases: pagedRun === undefined });
  const { reviews = noReviews, hintWords, labelled = noLabels } = useQuery(reviewsQuery(state.runId)).data ?? {};
  const reviewedState = useMemo(() => ({ ...state, reviews: [...reviews], hintWords }), [state, reviews, hintWords]);
  const reviewsByCase = useMemo(() => groupReviewsByCase(reviews), [reviews]);
  const figures = pagedRun?.screen?.figures ?? computeFigures(state);
  const annotationOptions = { hasEnded, filter: search.q, filteredHere: pagedRun === undefined };
  const { healthByCase, marks } = useFailureAnnotations(state.runId, annotationOptions);
  const { items, selection, position, set, choose, pin, follow, step, hrefOf } = useRunSelection(state, {
    known: { reviews: reviewsByCase, marks },
    parts: pagedRun,
  });
  const panes = usePanes(keptSizes);
  const isWaiting = figures.cases === 0 && !hasEnded;
  const [pane, setPane] = useState<RunPane>('conversation');
  const [focused, setFocused] = useState(false);
  const { folded, onScroll } = useFoldOnScroll();
  const setFilter = (q: string) => void set({ q: q === '' ? null : q });
  useShortcuts({
    l: () => step({ by: 1, which: 'any' }),
    h: () => step({ by: -1, which: 'any' }),
    J: () => step({ by: 1, which: 'bad' }),
    K: () => step({ by: -1, which: 'bad' }),
    f: () => setFocused(!focused),
  });
  useCommands(() => [
    {
      id: 'focus',
      title: focused ? 'Show all panes' : 'Show only the conversation',
      keys: 'f',
      run: () => setFocused(!focused),
    },
    { id: 'failed', title: 'Show failed cases', run: () => setFilter('s:failed') },
    { id: 'next-bad', title: 'Next failing case', keys: 'J', run: () => step({ by: 1, which: 'bad' }) },
  ]);
  return (
    <CaseHealthContext value={healthByCase}>
      <main onScrollCapture={onScroll} className="flex min-h-0 grow flex-col">
        <p role="status" className="sr-only">
          {describeRunProgress(state, figures)}
        </p>
        <RunHeader
          state={reviewedState}
          figures={figures}
          row={selection?.row}
          connection={hasLostCases ? 'lost' : connection}
          isFolded={folded}
          follow={hasEnded ? undefined : { on: search.case === null, toggle: search.case === null ? pin : follow }}
          filter={search.q}
          onFilter={(text) => {
            setFilter(text);
            setPane('cases');
          }}
        />
        {isShared && !hasEnded && <WorkersPanel runId={state.runId} />}
        {reviews.length > 0 && (
          <AgreementLine state={state} reviews={reviews} labelled={labelled} onFilter={setFilter} />
        )}
        <RunPaneSwitch pane={pane} onPane={setPane} kind={selection?.row.kind} />
        <div style={paneStyle(panes.sizes)} className={cn('grid min-h-0 grow', !focused && paneColumns)}>
          <CasesPane
            runId={state.runId}
            filter={search.q}
            onFilter={setFilter}
            isWaiting={isWaiting}
            panes={panes}
            isInFront={pane === 'cases'}
            focused={focused}
            items={items}
            reviewsByCase={reviewsByCase}
            chosenCase={selection && caseKey(selection.row.suiteKey, selection.row.id)}
            position={position}
            isWholeList={search.q === '' && pagedRun?.upToDate !== false}
            onSeen={pagedRun?.onSeen}
            hrefOf={hrefOf}
            onChoose={(row, attempt) => {
              choose(row, attempt);
              setPane('conversation');
            }}
          />
          {selection === undefined ? (
            <Notice title={isWaiting ? 'The run is starting.' : 'Select a case'} />
          ) : (
            <CurrencyContext value={state.options?.currency}>
              <AttemptPanes
                runId={state.runId}
                selection={selection}
                search={search}
                set={set}
                pin={pin}
                pane={pane}
                ended={hasEnded}
                asking={pagedRun !== undefined}
                focused={focused}
                folded={folded}
                panes={panes}
              />
            </CurrencyContext>
          )}
        </div>
      </main>
    </CaseHealthContext>
  );
}

/** Describes the progress of a run for screen readers: the number of failed cases, the last one, and the end of the run. */
function describeRunProgress(state: RunState, { unsuccessfulCount: badCount, lastUnsuccessfulId }: RunFigures): string {
  const failures =
    lastUnsuccessfulId === undefined
      ? ''
      : `${formatCountWithNoun(badCount, 'case')} did not pass, for example ${lastUnsuccessfulId}.`;
  return state.finishedAt === undefined ? failures : `The run has ended: ${state.status}. ${failures}`;
}
