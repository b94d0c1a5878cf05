import { type KeyboardEvent, useRef, useState } from 'react';
import { cn } from '@/components/ui/cn';
import type { Phase } from '@/runner/contract';
import type { AttemptState } from '@/runner/fold';
import { formatDuration } from '@/runner/values';
import { computeTimeShares, type WaitingTime } from './compute-time-shares';
import { turnHighlightHandlers, useHighlightedTurn } from './turn-highlight';

type Props = {
  attempt: AttemptState;
  onTurn: (turn: number) => void;
  /** The turn where the attempt went wrong. */
  markedTurn?: number | undefined;
};

const fillClassByPhase: Readonly<Record<Phase, string>> = {
  agent: 'bg-accent',
  simulator: 'bg-late',
  tool: 'bg-pass',
  judge: 'bg-broken',
  scorer: 'bg-broken',
  script: 'bg-idle',
};

/**
 * Shows how the time of an attempt was spent: as a bar in chronological order, whose segments link to turns, and as
 * text.
 */
export function TimeBar({ attempt, onTurn, markedTurn }: Props) {
  const { totalMs, parts, totals } = computeTimeShares(attempt.waits);
  const bar = useRef<HTMLDivElement>(null);
  const [focusedIndex, setFocusedIndex] = useState(0);
  const lit = useHighlightedTurn();
  if (totalMs === 0) return null;

  function onKeyDown(event: KeyboardEvent): void {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(focusedIndex + by, 0), parts.length - 1);
    setFocusedIndex(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  }

  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-t bg-surface px-4 py-1.5 text-2xs">
      <div
        ref={bar}
        role="toolbar"
        aria-label="Time by role"
        onKeyDown={onKeyDown}
        className="flex h-3 min-w-40 grow basis-64 gap-px rounded-sm"
      >
        {parts.map((part, position) => (
          <button
            key={position}
            type="button"
            aria-label={describeWaitingTime(part)}
            title={describeWaitingTime(part)}
            tabIndex={position === Math.min(focusedIndex, parts.length - 1) ? 0 : -1}
            onClick={() => {
              setFocusedIndex(position);
              onTurn(part.turn);
            }}
            {...turnHighlightHandlers(part.turn, lit.setHighlightedTurn)}
            style={{ flexGrow: part.ms, flexBasis: 0 }}
            className={cn(
              'min-w-[3px] first:rounded-l-sm last:rounded-r-sm',
              fillClassByPhase[part.phase],
              part.turn === markedTurn && 'outline-2 outline-fail',
              lit.turn !== null && lit.turn !== part.turn && 'opacity-40',
            )}
          />
        ))}
      </div>
      <ul aria-label="Total time" className="flex flex-wrap gap-x-3 tabular-nums">
        {totals.map(({ phase, ms }) => (
          <li key={phase} className="flex items-center gap-1 text-ink-soft">
            <span aria-hidden className={cn('size-2 rounded-xs', fillClassByPhase[phase])} />
            {phase} {formatDuration(ms)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function describeWaitingTime({ turn, phase, ms }: WaitingTime): string {
  return `Turn ${turn}: ${phase}, ${formatDuration(ms)}`;
}
