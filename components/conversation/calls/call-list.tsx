import { useContext } from 'react';
import { CurrencyContext } from '@/components/spending/currency-context';
import { cn } from '@/components/ui/cn';
import { ChevronRight, Wrench } from '@/components/ui/icons';
import { Status } from '@/components/ui/status';
import { useStoredState } from '@/components/ui/stored-state';
import type { ModelCallOutline, ToolRun } from '@/runner/fold';
import { formatCount, replaceInvisibleCharacters } from '@/runner/format';
import { formatCost, formatDuration } from '@/runner/values';
import { CallDetails } from './call-details';

const fillClassByRole = { agent: 'bg-accent', simulator: 'bg-late', judge: 'bg-broken' } as const;

type Props = { calls: readonly ModelCallOutline[]; tools: readonly ToolRun[] };

/** Lists the model calls of a turn and the tool calls between them, with bars on a shared time axis. */
export function CallList({ calls, tools }: Props) {
  const listItems = [
    ...calls.map((call) => ({ type: 'call' as const, call, startedAt: call.startedAt, ms: call.durationMs })),
    ...tools.map((tool) => ({ type: 'tool' as const, tool, startedAt: tool.startedAt, ms: tool.durationMs ?? 0 })),
  ].toSorted((one, other) => one.startedAt - other.startedAt);
  const from = Math.min(...listItems.map(({ startedAt }) => startedAt));
  const to = Math.max(...listItems.map(({ startedAt, ms }) => startedAt + ms));
  const span = { from, ms: Math.max(1, to - from) };
  return (
    <ol aria-label="Model calls" className="mt-1.5 flex flex-col gap-1">
      {listItems.map((part) =>
        part.type === 'call' ? (
          <CallRow key={`call ${part.call.seq}`} call={part.call} span={span} />
        ) : (
          <ToolRow key={`tool ${part.tool.call}`} tool={part.tool} span={span} />
        ),
      )}
    </ol>
  );
}

type TimelineSpan = { from: number; ms: number };

function CallRow({ call, span }: { call: ModelCallOutline; span: TimelineSpan }) {
  const [open, setOpen] = useStoredState(`call ${call.seq}`);
  const { role, agentId, connector, usage, durationMs, error } = call;
  const currency = useContext(CurrencyContext);
  return (
    <li>
      <details
        open={open}
        onToggle={(event) => setOpen(event.currentTarget.open)}
        className="group/call rounded-md border bg-surface"
      >
        <summary className="flex list-none flex-wrap items-center gap-x-2 gap-y-1 px-2 py-1.5 [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden
            className="size-3.5 shrink-0 text-ink-faint transition-transform group-open/call:rotate-90"
          />
          <span className="font-medium text-ink-soft">{role}</span>
          <span className="min-w-0 truncate font-mono" title={agentId}>
            {connector}
          </span>
          {error !== undefined && <Status of="error" show="icon" />}
          <TimelineBar startedAt={call.startedAt} durationMs={durationMs} span={span} fill={fillClassByRole[role]} />
          <span className="ml-auto flex gap-2 text-ink-faint tabular-nums">
            {usage !== undefined && (
              <span title="Input and output tokens">
                {formatCount(usage.inputTokens)} + {formatCount(usage.outputTokens)} tokens
              </span>
            )}
            {usage?.cost !== undefined && <span title="Cost">{formatCost(usage.cost, currency)}</span>}
            <span>{formatDuration(durationMs)}</span>
          </span>
        </summary>
        {open && <CallDetails call={call} />}
      </details>
    </li>
  );
}

function ToolRow({ tool, span }: { tool: ToolRun; span: TimelineSpan }) {
  const { startedAt, durationMs = 0, error } = tool;
  const name = tool.server === undefined ? tool.tool : `${tool.server}.${tool.tool}`;
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md border bg-surface px-2 py-1.5">
      <Wrench aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
      <span className="font-medium text-ink-soft">tool</span>
      <span className="min-w-0 truncate font-mono">{replaceInvisibleCharacters(name)}</span>
      {error !== undefined && <Status of="error" show="icon" />}
      <TimelineBar startedAt={startedAt} durationMs={durationMs} span={span} fill="bg-pass" />
      <span className="ml-auto text-ink-faint tabular-nums">{formatDuration(durationMs)}</span>
    </li>
  );
}

type BarProps = { startedAt: number; durationMs: number; span: TimelineSpan; fill: string };

/**
 * A bar that shows when a call started and how long it took. Hidden from screen readers, because the list has the same
 * data as numbers.
 */
function TimelineBar({ startedAt, durationMs, span, fill }: BarProps) {
  const start = ((startedAt - span.from) / span.ms) * 100;
  return (
    <span aria-hidden className="relative h-2 min-w-24 grow rounded-sm bg-sunken">
      <span
        className={cn('absolute inset-y-0 min-w-[2px] rounded-sm', fill)}
        style={{ left: `${Math.min(98, start)}%`, width: `${(durationMs / span.ms) * 100}%`, maxWidth: '100%' }}
      />
    </span>
  );
}
