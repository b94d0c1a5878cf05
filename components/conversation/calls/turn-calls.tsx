import dynamic from 'next/dynamic';
import { ChevronRight } from '@/components/ui/icons';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { useStoredState } from '@/components/ui/stored-state';
import type { ModelCallOutline } from '@/runner/fold';
import { formatCount, formatCountWithNoun } from '@/runner/format';
import { formatDuration } from '@/runner/values';
import type { TurnView } from '../conversation-model';

const CallList = lazyComponent(dynamic(() => loadExport(() => import('./call-list'), 'CallList')));

/** A line that summarizes the model calls of a turn and expands to a list of the calls. */
export function TurnCalls({ view }: { view: Pick<TurnView, 'turn' | 'calls' | 'tools'> }) {
  const { turn, calls, tools } = view;
  const [open, setOpen] = useStoredState(`turn ${turn} calls`);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="group/calls text-2xs">
      <summary className="flex list-none items-center gap-1.5 text-ink-faint hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 transition-transform group-open/calls:rotate-90" />
        <span className="tabular-nums">{summarizeCalls(calls)}</span>
      </summary>
      {open && <CallList calls={calls} tools={tools} />}
    </details>
  );
}

function summarizeCalls(calls: readonly ModelCallOutline[]): string {
  const ms = calls.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const tokens = calls.reduce((sum, { usage }) => sum + (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0), 0);
  const failed = calls.filter(({ error }) => error !== undefined).length;
  return [
    formatCountWithNoun(calls.length, 'model call'),
    tokens === 0 ? [] : `${formatCount(tokens)} tokens`,
    formatDuration(ms),
    failed === 0 ? [] : `${failed} failed`,
  ]
    .flat()
    .join(' · ');
}
