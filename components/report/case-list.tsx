import { useCallback, useMemo } from 'react';
import { useShortcuts } from '@/components/layout/use-shortcuts';
import { getRowStatus } from '@/lib/view/row-status';
import type { CaseRow } from '@/runner/fold';
import { formatCountWithNoun } from '@/runner/format';
import type { PageRun } from '@/runner/reporters/html/page-data';
import { formatCount } from '@/runner/values';
import { CaseItem, focusNextRow } from './case-item';
import { collectSearchableText, createCaseSearch } from './case-search';
import { FilterBar } from './filter-bar';
import type { ReportData } from './stored-data';
import { usePrinting } from './use-printing';
import { useReportAddress } from './use-report-address';

type CaseEntry = { row: CaseRow; position: number };

/**
 * Lists the cases with a filter above, grouped by suite if there are several suites. The selection is stored in the
 * URL.
 */
export function CaseList({ data: { run, rows, attemptsAt } }: { data: ReportData }) {
  const transcriptAt = useMemo(() => createConversationTextLookup(attemptsAt), [attemptsAt]);
  const { chosen, opened, revealed, dispatch } = useReportAddress(rows);
  const toggle = useCallback((position: number) => dispatch({ type: 'toggle', position }), [dispatch]);
  const printing = usePrinting();
  const matches = useMemo(() => {
    const isWanted = createCaseSearch(chosen.q);
    return rows.map(
      (row, position) =>
        (chosen.status === undefined || getRowStatus(row) === chosen.status) &&
        isWanted(row, () => transcriptAt(position)),
    );
  }, [rows, chosen, transcriptAt]);
  const matchCount = matches.filter(Boolean).length;
  const all = formatCountWithNoun(rows.length, 'case');
  useRowShortcuts();
  const groups = Map.groupBy(
    rows.map((row, position) => ({ row, position })),
    ({ row }) => row.suiteKey,
  );
  return (
    <section aria-label="Cases" className="flex flex-col gap-3">
      <h2 className="sr-only">Cases</h2>
      <FilterBar
        counts={run.counts}
        chosenFilter={chosen}
        onChoose={(next) => dispatch({ type: 'choose', chosen: next })}
        amount={matchCount === rows.length ? all : `${formatCount(matchCount)} of ${all}`}
      />
      {[...groups].map(([suite, entries]) => {
        const matchesFilter = ({ position }: CaseEntry): boolean =>
          matches[position] === true || position === revealed?.position;
        return (
          <div key={suite} hidden={!entries.some(matchesFilter)}>
            {groups.size > 1 && <SuiteTitle run={run} suite={suite} entries={entries} />}
            <ol aria-label={`Cases of ${suite}`} className="overflow-hidden rounded-lg border bg-surface">
              {entries.map((entry) => (
                <CaseItem
                  key={entry.position}
                  {...entry}
                  attemptsAt={attemptsAt}
                  isHidden={!matchesFilter(entry)}
                  turn={entry.position === revealed?.position ? revealed.turn : undefined}
                  open={opened.has(entry.position) || (printing && matchesFilter(entry))}
                  printing={printing}
                  onToggle={toggle}
                />
              ))}
            </ol>
          </div>
        );
      })}
      {matchCount === 0 && <p className="p-6 text-center text-ink-faint">No matches</p>}
    </section>
  );
}

function SuiteTitle({ run, suite, entries }: { run: PageRun; suite: string; entries: readonly CaseEntry[] }) {
  const passed = entries.filter(({ row }) => getRowStatus(row) === 'passed').length;
  const agent = run.suites.find(({ key }) => key === suite)?.agentId ?? '';
  return (
    <h3 className="flex flex-wrap gap-x-3 break-words px-0.5 py-1 font-semibold">
      {suite}
      <span className="font-normal text-ink-faint">
        {agent} · {passed} of {entries.length} passed
      </span>
    </h3>
  );
}

/**
 * Returns a function that returns the text of a case in lower case. Cases are parsed at the first search and then
 * cached.
 */
function createConversationTextLookup(attemptsAt: ReportData['attemptsAt']): (position: number) => string {
  const texts = new Map<number, string>();
  return (position) => {
    const transcript = texts.get(position) ?? attemptsAt(position).map(collectSearchableText).join('\n').toLowerCase();
    texts.set(position, transcript);
    return transcript;
  };
}

/** The keys `j` and `k` move the focus between rows; Escape closes the focused case. */
function useRowShortcuts(): void {
  useShortcuts({
    j: () => focusNextRow(1),
    k: () => focusNextRow(-1),
    Escape() {
      const row = document.activeElement?.closest('li:has(> [aria-expanded])')?.querySelector('button');
      if (row?.ariaExpanded === 'true') row.click();
      row?.focus();
    },
  });
}
