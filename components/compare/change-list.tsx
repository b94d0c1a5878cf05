import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef } from 'react';
import { CaseName } from '@/components/runs/cases/case-name';
import { cn } from '@/components/ui/cn';
import { ChoiceLink } from '@/components/ui/links';
import { toneText } from '@/components/ui/status-look';
import { percent } from '@/lib/format';
import { caseKey } from '@/runner/fold';
import { type CaseComparison, type CaseStanding, describeRates } from '@/runner/verdict';
import { changeLook } from './change-look';

const ROW_PX = 52;
const OVERSCAN = 20;

type Props = {
  cases: readonly CaseComparison[];
  /** Keys of the cases that changed by more than chance. */
  real: readonly string[];
  chosen: CaseComparison | undefined;
  hrefOf: (entry: CaseComparison) => string;
  onChoose: (entry: CaseComparison) => void;
};

/** The cases of two runs with what became of them. Only those in sight are in the document. */
export function ChangeList({ cases, real, chosen, hrefOf, onChoose }: Props) {
  'use no memo';
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: cases.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    initialRect: { width: 0, height: OVERSCAN * ROW_PX },
  });
  const position = chosen === undefined ? -1 : cases.indexOf(chosen);
  const reveal = useEffectEvent(() => {
    if (position >= 0) virtualizer.scrollToIndex(position, { align: 'auto' });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice moves the list
  useEffect(() => reveal(), [chosen?.id, chosen?.suiteKey]);
  return (
    <div ref={scroller} className="min-h-0 grow overflow-y-auto">
      <ul aria-label="Changes" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, size }) => {
          const entry = cases[index];
          if (entry === undefined) return null;
          return (
            <li
              key={caseKey(entry.suiteKey, entry.id)}
              aria-setsize={cases.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ height: size, transform: `translateY(${start}px)` }}
            >
              <ChangeRow
                entry={entry}
                real={real.includes(caseKey(entry.suiteKey, entry.id))}
                href={hrefOf(entry)}
                chosen={entry === chosen}
                onChoose={() => onChoose(entry)}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type RowProps = { entry: CaseComparison; real: boolean; href: string; chosen: boolean; onChoose: () => void };

function ChangeRow({ entry, real, href, chosen, onChoose }: RowProps) {
  const { word, icon: Icon, tone } = changeLook[entry.change];
  return (
    <ChoiceLink
      href={href}
      chosen={chosen}
      onChoose={onChoose}
      className={cn(
        'flex h-full gap-2.5 border-b px-3 py-2 outline-offset-[-2px]',
        chosen ? 'bg-chosen shadow-[inset_3px_0_0_var(--accent)]' : 'hover:bg-hover',
      )}
    >
      <Icon aria-hidden className={cn('mt-0.5 size-3.5 shrink-0', toneText[tone])} strokeWidth={2.5} />
      <span className="flex min-w-0 grow flex-col gap-0.5">
        <span className="min-w-0 truncate">
          <CaseName id={entry.id} name={entry.name} />
        </span>
        <span className="flex gap-2 text-2xs text-ink-faint">
          <span className={cn('shrink-0 font-medium', toneText[tone])}>{word}</span>
          {entry.edited && <span className="shrink-0 text-late">edited</span>}
          <span className="min-w-0 truncate tabular-nums">{standingsOf(entry, real)}</span>
        </span>
      </span>
    </ChoiceLink>
  );
}

function standingsOf({ before, after, change, edited }: CaseComparison, real: boolean): string {
  const [earlier, later] = [wordOf(before), wordOf(after)];
  if (earlier === later) return later;
  const words = `${earlier} → ${later}`;
  if (before === undefined || after === undefined || change === 'same') return words;
  if (before.judged < 2 && after.judged < 2) return words;
  if (real) return `${words} · unlikely to be chance`;
  if (edited) return words;
  const { verdict, words: alone } = describeRates(before, after);
  return `${words} · ${verdict === 'real' ? 'could be chance among so many cases' : alone}`;
}

function wordOf(standing: CaseStanding | undefined): string {
  if (standing === undefined || standing.judged === 0) return 'not run';
  if (standing.judged === 1) return standing.status;
  return `${standing.passed}/${standing.judged} (${percent(standing.passed / standing.judged)})`;
}
