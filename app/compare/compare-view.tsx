// The question that this page answers: which cases got worse, and what does the agent say instead?
'use client';

import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { AttemptComparison } from '@/components/compare/attempt-comparison';
import { ChangeList } from '@/components/compare/change-list';
import { ComparisonHeader } from '@/components/compare/comparison-header';
import { filterChanges } from '@/components/compare/filter-changes';
import { useShortcuts } from '@/components/layout/use-shortcuts';
import { Button } from '@/components/ui/button';
import { FilterField } from '@/components/ui/filter-field';
import { TextLink } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';
import { PendingQuery } from '@/components/ui/pending-query';
import { compareQuery, type RunListItem, type StoredComparison } from '@/lib/queries';
import { caseKey } from '@/runner/fold';
import { formatCountWithNoun } from '@/runner/format';
import { compareSearchParams, serializeCompareSearch } from './search-params';

type Props = { runs: readonly RunListItem[]; baseline: string | undefined };

export function CompareView(props: Props) {
  const [search] = useQueryStates(compareSearchParams);
  if (search.base === '' || search.head === '') {
    return (
      <main className="grow">
        <h1 className="sr-only">Compare</h1>
        <Notice
          title="There is nothing to compare yet."
          details={['Run a suite twice, here or in a terminal, to compare the runs.']}
        >
          <TextLink href="/runs" className="font-medium">
            Go to Runs
          </TextLink>
          <TextLink href="/compare/matrix" className="font-medium">
            Matrix
          </TextLink>
        </Notice>
      </main>
    );
  }
  return <Comparison {...props} base={search.base} head={search.head} />;
}

function describeEmptyComparison({ comparison, leftOut }: StoredComparison): string {
  if (comparison.cases.length > 0) return 'No matches';
  return leftOut > 0 ? 'No changes' : 'Neither run has cases.';
}

function Comparison({ runs, baseline, base, head }: Props & { base: string; head: string }) {
  const [search, setSearch] = useQueryStates(compareSearchParams, { history: 'replace' });
  const query = useQuery(compareQuery({ base, head, all: search.all }));
  const cases = query.data?.comparison.cases ?? [];
  const visibleChanges = filterChanges(cases, search);
  const position = visibleChanges.findIndex(
    (entry) => entry.id === search.case && entry.suiteKey === (search.suite ?? entry.suiteKey),
  );
  const chosenCase = position === -1 ? visibleChanges[0] : visibleChanges[position];
  const selectChangeByOffset = (by: number) => {
    const next =
      visibleChanges[Math.min(Math.max((position === -1 ? 0 : position) + by, 0), visibleChanges.length - 1)];
    if (next !== undefined) void setSearch({ suite: next.suiteKey, case: next.id, left: null, right: null });
  };
  useShortcuts({ l: () => selectChangeByOffset(1), h: () => selectChangeByOffset(-1) });
  const missingNote = search.case === null || position !== -1 ? undefined : `Case ${search.case} is not in this list.`;
  if (query.data === undefined) return <PendingQuery query={query} shape="comparison" />;
  return (
    <main className="relative flex min-h-0 grow flex-col max-lg:overflow-y-auto">
      <ComparisonHeader
        data={query.data}
        runs={runs}
        baseline={baseline}
        change={search.change}
        onChange={(change) =>
          void setSearch({ change, case: null, suite: null, ...(change === 'same' ? { all: true } : {}) })
        }
        onRuns={(ids) =>
          void setSearch(
            { ...ids, case: null, suite: null, left: null, right: null },
            { history: 'push', shallow: false },
          )
        }
      />
      <UnknownSelectionNotice words={missingNote} />
      <div className="grid min-h-0 grow max-lg:shrink-0 max-lg:grid-rows-[auto_1fr] lg:grid-cols-[minmax(16rem,24rem)_minmax(0,1fr)]">
        <section
          aria-label="List of changes"
          className="flex min-h-0 flex-col bg-surface max-lg:max-h-80 max-lg:border-b lg:border-r"
        >
          <FilterField
            label="Filter the cases"
            placeholder="Filter: words of the case or its suite"
            value={search.q}
            onChange={(q) => void setSearch({ q: q === '' ? null : q })}
            className="shrink-0 border-b p-2 [&>button]:top-3 [&>button]:right-3 [&>svg]:top-4 [&>svg]:left-4.5"
          />
          {visibleChanges.length === 0 ? (
            <Notice title={describeEmptyComparison(query.data)} />
          ) : (
            <ChangeList
              cases={visibleChanges}
              chosenCase={chosenCase}
              hrefOf={(entry) =>
                serializeCompareSearch('/compare', {
                  ...search,
                  suite: entry.suiteKey,
                  case: entry.id,
                  left: null,
                  right: null,
                })
              }
              onChoose={(entry) => void setSearch({ suite: entry.suiteKey, case: entry.id, left: null, right: null })}
            />
          )}
          {query.data.leftOut > 0 && (
            <div className="flex shrink-0 items-center gap-3 border-t px-3 py-2 text-ink-soft text-xs">
              <span className="grow">{formatCountWithNoun(query.data.leftOut, 'case')} unchanged and hidden.</span>
              <Button size="sm" onClick={() => void setSearch({ all: true })}>
                Show all
              </Button>
            </div>
          )}
        </section>
        {chosenCase === undefined ? (
          <Notice title="Select a case" />
        ) : (
          <AttemptComparison
            key={caseKey(chosenCase.suiteKey, chosenCase.id)}
            base={base}
            head={head}
            entry={chosenCase}
            left={search.left}
            right={search.right}
            onAttempts={(attempts) => void setSearch({ suite: chosenCase.suiteKey, case: chosenCase.id, ...attempts })}
          />
        )}
      </div>
    </main>
  );
}

/** A note above the comparison: the case or attempt that the URL names does not exist. */
function UnknownSelectionNotice({ words }: { words: string | undefined }) {
  if (words === undefined) return null;
  return (
    <p role="status" className="shrink-0 border-b bg-late-soft px-4 py-1.5 text-late text-xs">
      {words}
    </p>
  );
}
