import dynamic from 'next/dynamic';
import { CaseList } from '@/components/runs/cases/case-list';
import { PaneFoldButton, SidePane } from '@/components/runs/panes/side-pane';
import type { Panes } from '@/components/runs/panes/use-panes';
import { Button } from '@/components/ui/button';
import { FilterField } from '@/components/ui/filter-field';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';

const SearchTurnsLink = lazyComponent(
  dynamic(() => loadExport(() => import('@/components/search/search-turns-link'), 'SearchTurnsLink')),
);

type Props = Parameters<typeof CaseList>[0] & {
  runId: string;
  filter: string;
  onFilter: (text: string) => void;
  /** True while the run is starting and its cases are not yet known. */
  isWaiting: boolean;
  panes: Panes;
  /** True if this is the pane shown on narrow screens. */
  isInFront: boolean;
  /** True if only the conversation is shown and this pane is hidden. */
  focused: boolean;
};

export function CasesPane({ runId, filter, onFilter, isWaiting, panes, isInFront, focused, ...list }: Props) {
  return (
    <SidePane pane="cases" label="List of cases" panes={panes} isInFront={isInFront} focused={focused}>
      <div className="flex shrink-0 items-center gap-1 border-b p-2">
        <FilterField
          label="Filter the cases"
          placeholder="Filter: words, s:failed, @tag, !not"
          value={filter}
          onChange={onFilter}
          className="min-w-0 grow"
        />
        <PaneFoldButton pane="cases" panes={panes} />
      </div>
      {filter !== '' && <SearchTurnsLink runId={runId} filter={filter} />}
      {list.items.length === 0 ? (
        <NoCases isWaiting={isWaiting} filtered={filter !== ''} onClear={() => onFilter('')} />
      ) : (
        <CaseList {...list} />
      )}
    </SidePane>
  );
}

type NoCasesProps = { isWaiting: boolean; filtered: boolean; onClear: () => void };

function NoCases({ isWaiting, filtered, onClear }: NoCasesProps) {
  if (isWaiting) return <Skeleton className="m-3 h-24" />;
  if (!filtered) return <Notice title="This run has no cases." />;
  return (
    <Notice title="No matches" details={['Try words, s:failed, @tag, kind:dynamic; put ! in front to exclude.']}>
      <Button onClick={onClear}>Show all cases</Button>
    </Notice>
  );
}
