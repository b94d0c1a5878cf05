import { ChevronRight, Wrench } from 'lucide-react';
import { JsonPart } from '@/components/ui/json-part';
import { Status } from '@/components/ui/status';
import { formatDuration, type Json, type ToolCall } from '@/runner/contract';

const PREVIEW = 90;

/** A tool that the agent called: its name and arguments in a line, everything when opened. */
export function ToolCallCard({ call }: { call: ToolCall }) {
  return (
    <details className="group rounded-md border bg-surface">
      <summary className="flex list-none items-center gap-2 px-2.5 py-1.5 text-xs [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-3.5 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
        />
        <Wrench aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
        <span className="sr-only">Tool call</span>
        <span className="min-w-0 grow truncate font-mono text-2xs">
          <span className="font-medium text-ink">{nameOf(call)}</span>
          <span className="text-ink-faint">({preview(call.arguments)})</span>
        </span>
        {call.error !== undefined && <Status of="error" show="icon" />}
        {call.durationMs !== undefined && (
          <span className="text-2xs text-ink-faint tabular-nums">{formatDuration(call.durationMs)}</span>
        )}
      </summary>
      <div className="flex flex-col gap-2 border-t px-3 py-2">
        <JsonPart title="Arguments" value={call.arguments} />
        <JsonPart title="Result" value={call.result} />
        {call.error !== undefined && (
          <div>
            <p className="text-2xs text-ink-faint">Error</p>
            <p className="whitespace-pre-wrap break-words text-broken text-xs">{call.error}</p>
          </div>
        )}
      </div>
    </details>
  );
}

function nameOf({ server, tool }: ToolCall): string {
  return server === undefined ? tool : `${server}.${tool}`;
}

function preview(value: Json | undefined): string {
  if (value === undefined) return '';
  const text = JSON.stringify(value).replace(/^\{|\}$/g, '');
  return text.length > PREVIEW ? `${text.slice(0, PREVIEW)}…` : text;
}
