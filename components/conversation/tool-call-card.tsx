import { TitledJsonView } from '@/components/json/titled-json-view';
import { Badge } from '@/components/ui/badge';
import { ChevronRight, Wrench } from '@/components/ui/icons';
import { BidiIsolatedQuotes } from '@/components/ui/isolated-quotes';
import { Status } from '@/components/ui/status';
import { useStoredState } from '@/components/ui/stored-state';
import { Text } from '@/components/ui/text';
import { replaceInvisibleCharacters } from '@/runner/format';
import { formatDuration, type Json, parseLongText } from '@/runner/values';
import type { ToolCallView } from './conversation-model';

const MAX_PREVIEW_LENGTH = 90;

/** A card for a tool call of the agent: one line with the tool's name and arguments, which expands to all details. */
export function ToolCallCard({ call, name }: { call: ToolCallView; name: string }) {
  const [open, setOpen] = useStoredState(name);
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      data-part={name}
      className="group rounded-md border bg-surface"
    >
      <summary className="flex list-none items-center gap-2 px-2.5 py-1.5 text-xs [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-3.5 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
        />
        <Wrench aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
        <span className="sr-only">Tool call</span>
        <span className="min-w-0 grow truncate font-mono text-2xs">
          <span className="font-medium text-ink">{replaceInvisibleCharacters(formatToolName(call))}</span>
          <span className="text-ink-faint">
            (<BidiIsolatedQuotes text={replaceInvisibleCharacters(formatValuePreview(call.arguments))} />)
          </span>
        </span>
        {call.mocked === true && (
          <Badge title="A mock of the case answered; the real tool was not called">mocked</Badge>
        )}
        {call.injected !== undefined && (
          <Badge title="A hostile text was added to the answer of the mock" className="border-broken text-broken">
            hostile text
          </Badge>
        )}
        {call.running === true && <span className="animate-breathe text-busy">running</span>}
        {call.error !== undefined && <Status of="error" show="icon" />}
        {call.durationMs !== undefined && (
          <span className="text-2xs text-ink-faint tabular-nums">{formatDuration(call.durationMs)}</span>
        )}
      </summary>
      {open && <ToolCallContents call={call} />}
    </details>
  );
}

function ToolCallContents({ call }: { call: ToolCallView }) {
  return (
    <div className="flex flex-col gap-2 border-t px-3 py-2">
      <TitledJsonView title="Arguments" value={call.arguments} />
      <TitledJsonView title="Result" value={call.result} />
      {call.injected !== undefined && (
        <div>
          <p className="text-2xs text-ink-faint">
            Hostile text, added at {replaceInvisibleCharacters(call.injected.path)}
          </p>
          <Text
            text={replaceInvisibleCharacters(call.injected.text)}
            className="whitespace-pre-wrap break-words border-broken border-l-2 pl-2 text-xs"
          />
        </div>
      )}
      {call.error !== undefined && (
        <div>
          <p className="text-2xs text-ink-faint">Error</p>
          <Text text={call.error} className="whitespace-pre-wrap break-words text-broken text-xs" />
        </div>
      )}
    </div>
  );
}

function formatToolName({ server, tool }: ToolCallView): string {
  return server === undefined ? tool : `${server}.${tool}`;
}

function formatValuePreview(value: Json | undefined): string {
  if (value === undefined) return '';
  const text = (parseLongText(value)?.preview ?? JSON.stringify(value)).replace(/^\{|\}$/g, '');
  return text.length > MAX_PREVIEW_LENGTH ? `${text.slice(0, MAX_PREVIEW_LENGTH)}…` : text;
}
