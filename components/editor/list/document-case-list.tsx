import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { EllipsisVertical } from '@/components/ui/icons';
import { Menu } from '@/components/ui/menu';
import { useScrollToSelected } from '@/components/ui/use-scroll-to-selected';
import { useWindowedRows } from '@/components/ui/use-windowed-rows';
import type { DocumentCase } from '@/runner/authoring';
import { DocumentCaseRow } from './document-case-row';
import type { OutcomesByCase } from './document-filter';
import type { CaseListEdits } from './use-case-list-edits';

const ROW_PX = 50;
const OVERSCAN = 10;

type Props = {
  cases: readonly DocumentCase[];
  /** The number of cases in the file, including those that the filter hides. */
  count: number;
  outcomes: OutcomesByCase;
  /** True if no filter is set. */
  allCases: boolean;
  /** The index of the open case in the file. */
  chosenCase: number | undefined;
  hrefOf: (id: string) => string;
  onChoose: (documentCase: DocumentCase) => void;
  edits: CaseListEdits;
};

/** Lists the cases of a file in their order. Only visible rows, and some around them, are in the DOM. */
export function DocumentCaseList({ cases, count, allCases, outcomes, chosenCase, hrefOf, onChoose, edits }: Props) {
  const { scroller, height, rows, scrollTo } = useWindowedRows({
    count: cases.length,
    rowPx: ROW_PX,
    overscan: OVERSCAN,
  });
  const [dragged, setDragged] = useState<DocumentCase>();
  const [dropIndex, setDropIndex] = useState<number>();
  const [announcement, setTold] = useState('');
  const chosenPosition = cases.findIndex(({ index }) => index === chosenCase);
  useScrollToSelected(
    { chosenItem: chosenCase, position: chosenPosition === -1 ? undefined : chosenPosition, isWholeList: allCases },
    scrollTo,
  );
  const focusMoved = useFocusMovedCase(scroller, cases);
  function moveCase(documentCase: DocumentCase, to: number): void {
    if (to < 0 || to >= count || to === documentCase.index) return;
    edits.move(documentCase, to);
    setTold(`${documentCase.id} is now case ${to + 1} of ${count}.`);
    focusMoved(to);
  }
  function focusCase(position: number): void {
    const target = cases[position];
    if (target === undefined) return;
    scrollTo(position);
    findCaseLink(scroller.current, target.index)?.focus({ preventScroll: true });
  }
  function onKeyDown(event: KeyboardEvent, position: number): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const documentCase = cases[position];
    if (step === undefined || documentCase === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (event.altKey) moveCase(documentCase, documentCase.index + step);
    else focusCase(position + step);
  }
  function onDrop(event: DragEvent, target: DocumentCase): void {
    event.preventDefault();
    if (dragged !== undefined) moveCase(dragged, target.index);
    setDragged(undefined);
    setDropIndex(undefined);
  }
  return (
    <div ref={scroller} className="min-h-0 grow overflow-y-auto">
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ul aria-label="Cases" className="relative" style={{ height }}>
        {rows.map(({ index: position, style }) => {
          const documentCase = cases[position];
          if (documentCase === undefined) return null;
          return (
            <li
              key={documentCase.index}
              data-index={documentCase.index}
              aria-setsize={cases.length}
              aria-posinset={position + 1}
              draggable={edits.ready}
              onDragStart={() => setDragged(documentCase)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => {
                if (dragged === undefined) return;
                event.preventDefault();
                if (dropIndex !== documentCase.index) setDropIndex(documentCase.index);
              }}
              onDrop={(event) => onDrop(event, documentCase)}
              onKeyDown={(event) => onKeyDown(event, position)}
              className={cn(
                'absolute inset-x-0 top-0 flex border-b',
                documentCase.index === chosenCase ? 'bg-chosen shadow-[inset_3px_0_0_var(--accent)]' : 'hover:bg-hover',
                dragged !== undefined &&
                  dropIndex === documentCase.index &&
                  'outline-2 outline-accent outline-dashed outline-offset-[-2px]',
                dragged === documentCase && 'opacity-50',
              )}
              style={style}
            >
              <DocumentCaseRow
                found={documentCase}
                outcome={outcomes.get(documentCase.id)}
                href={hrefOf(documentCase.id)}
                isChosen={documentCase.index === chosenCase}
                onChoose={() => onChoose(documentCase)}
              />
              {edits.ready && (
                <span className="self-center pr-1">
                  <CaseRowMenu found={documentCase} count={count} edits={{ ...edits, move: moveCase }} />
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function findCaseLink(list: HTMLElement | null, index: number): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`li[data-index="${index}"] a`) ?? null;
}

/** Keeps the focus on a case that was moved by keyboard, as soon as the list shows it at its new position. */
function useFocusMovedCase(
  scroller: { current: HTMLElement | null },
  cases: readonly DocumentCase[],
): (index: number) => void {
  const pendingIndex = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list changes, because it then contains the moved case
  useEffect(() => {
    if (pendingIndex.current === undefined) return;
    findCaseLink(scroller.current, pendingIndex.current)?.focus();
    pendingIndex.current = undefined;
  }, [cases, scroller]);
  return (index) => {
    pendingIndex.current = index;
  };
}

type CaseRowMenuProps = { found: DocumentCase; count: number; edits: CaseListEdits };

function CaseRowMenu({ found, count, edits }: CaseRowMenuProps) {
  const { index, id, skip } = found;
  return (
    <Menu
      items={[
        { text: 'Duplicate', onSelect: () => edits.duplicate(found) },
        { text: skip ? 'Include in runs' : 'Skip in runs', onSelect: () => edits.skip(found) },
        { text: 'Move up', hint: 'Alt-↑', disabled: index === 0, onSelect: () => edits.move(found, index - 1) },
        {
          text: 'Move down',
          hint: 'Alt-↓',
          disabled: index === count - 1,
          onSelect: () => edits.move(found, index + 1),
        },
        { text: 'Delete', onSelect: () => edits.remove(found) },
      ]}
    >
      <IconButton icon={EllipsisVertical} label={`Actions for ${id === '' ? 'the case without an id' : id}`} />
    </Menu>
  );
}
