'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useCommands } from '@/components/layout/commands';
import { useShortcuts } from '@/components/layout/use-shortcuts';
import { AgreementLine } from '@/components/reviews/agreement-line';
import { reviewsOfCases } from '@/components/reviews/reviews-of-cases';
import { CaseList } from '@/components/runs/case-list';
import type { FirstScreen } from '@/components/runs/first-screen';
import { type Pane, PaneSwitch } from '@/components/runs/pane-switch';
import { figuresOf, type RunFigures } from '@/components/runs/run-figures';
import { RunHeader } from '@/components/runs/run-header';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { FilterField } from '@/components/ui/filter-field';
import { Notice } from '@/components/ui/notice';
import { ProblemNotice } from '@/components/ui/problem-notice';
import { Skeleton } from '@/components/ui/skeleton';
import { plural } from '@/lib/format';
import { reviewsQuery, runQuery, untilAnswered } from '@/lib/queries';
import { caseKey, type Review, type RunState } from '@/runner/contract';
import { AttemptPanes } from './attempt-panes';
import { useFollowRun } from './use-follow-run';
import { useRunSelection } from './use-run-selection';

/** A large run comes in two steps: `first` with the page, and then all of it. */
export function RunView({ runId, first }: { runId: string; first: FirstScreen | undefined }) {
  const run = useQuery({ ...runQuery(runId), ...(first === undefined ? {} : untilAnswered) });
  if (run.data === undefined && run.isError) {
    return <ProblemNotice error={run.error} onRetry={() => void run.refetch()} />;
  }
  const state = run.data ?? first?.state;
  if (state === undefined) return <Skeleton className="m-4 h-40" />;
  const isWhole = run.data !== undefined;
  return <Panes state={state} first={isWhole ? undefined : first} lost={!isWhole && run.failureCount > 0} />;
}

const noReviews: readonly Review[] = [];

type PanesProps = {
  state: RunState;
  first: FirstScreen | undefined;
  /** The rest of the run was asked for, and nobody answered yet. */
  lost: boolean;
};

function Panes({ state, first, lost }: PanesProps) {
  const ended = state.finishedAt !== undefined;
  const connection = useFollowRun(state.runId, { ended, whole: first === undefined });
  const reviews = useQuery(reviewsQuery(state.runId)).data?.reviews ?? noReviews;
  const reviewed = useMemo(() => reviewsOfCases(reviews), [reviews]);
  const figures = first?.figures ?? figuresOf(state);
  const { search, items, selection, set, choose, pin, step, hrefOf } = useRunSelection(state, { reviewed, first });
  const [pane, setPane] = useState<Pane>('conversation');
  const [focused, setFocused] = useState(false);
  const setFilter = (q: string) => void set({ q: q === '' ? null : q });
  useShortcuts({
    l: () => step(1, 'any'),
    h: () => step(-1, 'any'),
    J: () => step(1, 'bad'),
    K: () => step(-1, 'bad'),
    f: () => setFocused(!focused),
  });
  useCommands(() => [
    {
      id: 'focus',
      title: focused ? 'Show all panes' : 'Show the conversation alone',
      keys: 'f',
      run: () => setFocused(!focused),
    },
    { id: 'failed', title: 'Show the cases that failed', run: () => setFilter('s:failed') },
    { id: 'next-bad', title: 'Next case that did not pass', keys: 'J', run: () => step(1, 'bad') },
  ]);
  return (
    <main className="flex min-h-0 grow flex-col">
      <p role="status" className="sr-only">
        {progressWords(state, figures)}
      </p>
      <RunHeader
        state={state}
        figures={figures}
        whole={first === undefined}
        row={selection?.row}
        connection={lost ? 'lost' : connection}
        filter={search.q}
        onFilter={(text) => {
          setFilter(text);
          setPane('cases');
        }}
      />
      <AgreementLine state={state} reviews={reviews} onFilter={setFilter} />
      <PaneSwitch pane={pane} onPane={setPane} kind={selection?.row.kind} />
      <div
        className={cn(
          'grid min-h-0 grow',
          !focused && 'lg:grid-cols-[minmax(15rem,20rem)_minmax(0,1fr)_minmax(18rem,24rem)]',
        )}
      >
        <section
          aria-label="List of cases"
          className={cn(
            'flex min-h-0 min-w-0 flex-col bg-surface lg:border-r',
            pane !== 'cases' && 'max-lg:hidden',
            focused && 'lg:hidden',
          )}
        >
          <FilterField
            label="Filter the cases"
            placeholder="Filter: words, s:failed, @tag, !not"
            value={search.q}
            onChange={setFilter}
            className="shrink-0 border-b p-2 [&>button]:top-3 [&>button]:right-3 [&>svg]:top-4 [&>svg]:left-4.5"
          />
          {items === undefined || items.length === 0 ? (
            <NoCases
              waiting={items === undefined || (figures.cases === 0 && !ended)}
              filtered={search.q !== ''}
              onClear={() => setFilter('')}
            />
          ) : (
            <CaseList
              items={items}
              length={first?.length ?? items.length}
              reviewed={reviewed}
              chosen={selection && caseKey(selection.row.suiteKey, selection.row.id)}
              hrefOf={hrefOf}
              onChoose={(row) => {
                choose(row);
                setPane('conversation');
              }}
            />
          )}
        </section>
        {selection === undefined ? (
          <Notice title={figures.cases === 0 && !ended ? 'The run is starting.' : 'No case is chosen.'} />
        ) : (
          <AttemptPanes
            runId={state.runId}
            selection={selection}
            search={search}
            set={set}
            pin={pin}
            pane={pane}
            ended={ended}
            focused={focused}
          />
        )}
      </div>
    </main>
  );
}

/** Told to those who do not see rows change colour: failures as they come, and the end. */
function progressWords(state: RunState, { bad, lastBad }: RunFigures): string {
  const failures = lastBad === undefined ? '' : `${plural(bad, 'case')} did not pass, such as ${lastBad}.`;
  return state.finishedAt === undefined ? failures : `The run has ended: ${state.status}. ${failures}`;
}

type NoCasesProps = { waiting: boolean; filtered: boolean; onClear: () => void };

function NoCases({ waiting, filtered, onClear }: NoCasesProps) {
  if (waiting) return <Skeleton className="m-3 h-24" />;
  if (!filtered) return <Notice title="This run has no cases." />;
  return (
    <Notice title="No case matches." details={['Try words, s:failed, @tag, kind:dynamic; ! in front negates.']}>
      <Button onClick={onClear}>Show all cases</Button>
    </Notice>
  );
}
