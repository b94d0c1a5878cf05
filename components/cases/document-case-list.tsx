'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { DocumentCase } from '@/runner/authoring';
import { DocumentCaseRow } from './document-case-row';
import type { Outcomes } from './document-filter';

const ROW_PX = 50;
const OVERSCAN = 20;

type Props = {
  cases: readonly DocumentCase[];
  outcomes: Outcomes;
  /** The place in the file of the case that is open. */
  chosen: number | undefined;
  hrefOf: (id: string) => string;
  onChoose: (chosen: DocumentCase) => void;
};

/** The cases of a file, in its order. Only those in sight, and some around them, are in the document. */
export function DocumentCaseList({ cases, outcomes, chosen, hrefOf, onChoose }: Props) {
  'use no memo';
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: cases.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  });
  useRevealChosen(chosen, () => {
    const position = cases.findIndex(({ index }) => index === chosen);
    if (position >= 0) virtualizer.scrollToIndex(position, { align: 'auto' });
  });
  return (
    <div ref={scroller} className="min-h-0 grow overflow-y-auto">
      <ul aria-label="Cases" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index: position, start, size }) => {
          const found = cases[position];
          if (found === undefined) return null;
          return (
            <li
              key={found.index}
              aria-setsize={cases.length}
              aria-posinset={position + 1}
              className="absolute inset-x-0 top-0"
              style={{ height: size, transform: `translateY(${start}px)` }}
            >
              <DocumentCaseRow
                found={found}
                outcome={outcomes.get(found.id)}
                href={hrefOf(found.id)}
                chosen={found.index === chosen}
                onChoose={() => onChoose(found)}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Brings a newly chosen row into sight; a list that merely changes is left where the person has it. */
function useRevealChosen(chosen: number | undefined, reveal: () => void): void {
  const onChosen = useEffectEvent(reveal);
  useEffect(() => {
    if (chosen !== undefined) onChosen();
  }, [chosen]);
}
