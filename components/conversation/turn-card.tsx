import type { ReactNode } from 'react';
import { JsonView } from '@/components/json/json-view';
import { cn } from '@/components/ui/cn';
import { useScopedId } from '@/components/ui/id-scope';
import { Status } from '@/components/ui/status';
import { Text } from '@/components/ui/text';
import type { CheckpointCheckResult } from '@/runner/fold';
import { formatDuration } from '@/runner/values';
import type { TurnView } from './conversation-model';
import { MessageCard } from './message-card';
import { ToolCallCard } from './tool-call-card';
import { turnHighlightHandlers, useHighlightedTurn } from './turn-highlight';
import { TurnInterrupts } from './turn-interrupts';
import type { WindowedItem } from './windowed-item';

type Props = {
  view: TurnView;
  raw: boolean;
  isChosen: boolean;
  onChoose: () => void;
  place: WindowedItem;
  /** The model calls of the turn, shown below it beside the notes. */
  calls?: ReactNode;
  notes?: ReactNode;
};

export function TurnCard({ view, raw, isChosen, onChoose, place, calls, notes }: Props) {
  const lit = useHighlightedTurn();
  const idOf = useScopedId();
  return (
    <li
      ref={place.measure}
      data-index={place.index}
      id={idOf(`turn-${view.turn}`)}
      aria-setsize={place.count}
      aria-posinset={place.index + 1}
      aria-label={`Turn ${view.turn}`}
      {...turnHighlightHandlers(view.turn, lit.setHighlightedTurn)}
      className="relative pl-11 before:absolute before:top-0 before:bottom-0 before:left-[15px] before:w-0.5 before:bg-line"
    >
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={`T${view.turn}, choose this turn`}
        onClick={onChoose}
        className={cn(
          'absolute top-1.5 left-0 grid h-8 min-w-8 place-items-center rounded-full border-2 px-0.5 font-medium text-2xs tabular-nums',
          isChosen
            ? 'border-accent bg-accent text-on-accent'
            : 'border-line-strong bg-surface text-ink-soft hover:border-accent',
          lit.turn === view.turn && 'border-accent ring-2 ring-accent/40',
        )}
      >
        T{view.turn}
      </button>
      <div className="flex flex-col gap-2 pb-5">
        {view.user !== undefined && (
          <MessageCard
            speaker="user"
            part={`turn ${view.turn} user`}
            note={describeUserMessageOrigin(view)}
            text={view.user.text}
            attachments={view.user.attachments}
            raw={raw}
          />
        )}
        {view.toolCalls.map((call, position) => (
          <ToolCallCard key={call.id ?? position} call={call} name={`turn ${view.turn} tool ${position}`} />
        ))}
        <TurnInterrupts view={view} answered="in the turn" />
        {view.answer !== undefined && <TurnAnswer view={view} raw={raw} />}
        <TurnInterrupts view={view} answered="by the user" />
        {view.error !== undefined && (
          <div
            data-part={`turn ${view.turn} error`}
            className="rounded-md bg-broken-soft px-3 py-2 text-broken text-xs"
          >
            <Text text={view.error} />
          </div>
        )}
        {calls}
        {view.checkpoints.map((entry) => (
          <CheckpointLine key={`${entry.checkpoint} ${entry.state}`} entry={entry} />
        ))}
        {notes}
      </div>
    </li>
  );
}

function TurnAnswer({ view, raw }: { view: TurnView; raw: boolean }) {
  const took = view.durationMs === undefined ? undefined : formatDuration(view.durationMs);
  const hasText = view.answer?.text !== '' || (view.answer.next === undefined && view.toolCalls.length === 0);
  return (
    <>
      {hasText && (
        <MessageCard
          speaker="agent"
          part={`turn ${view.turn} agent`}
          note={took}
          text={view.answer?.text ?? ''}
          // The text of an unfinished answer may not be valid Markdown yet, so it is shown raw.
          raw={raw || view.durationMs === undefined}
        />
      )}
      {view.answer?.next !== undefined && view.answer.next !== null && (
        <div className="rounded-lg border bg-raised px-3.5 py-2.5">
          <h3 className="mb-1 text-2xs text-ink-soft">Agent · data from its Next hook</h3>
          <div data-part={`turn ${view.turn} next`}>
            <JsonView value={view.answer.next} />
          </div>
        </div>
      )}
    </>
  );
}

function describeUserMessageOrigin(view: TurnView): string {
  if (view.user?.origin !== 'simulator') return 'from the case';
  return view.simulatorMs === undefined ? 'simulator' : `simulator · ${formatDuration(view.simulatorMs)}`;
}

/**
 * A line about a checkpoint that was reached in this turn, or whose condition was met in this turn before the
 * checkpoint was due.
 */
function CheckpointLine({ entry }: { entry: CheckpointCheckResult }) {
  return (
    <p className="flex items-baseline gap-2 text-xs">
      <Status of={entry.state} className="text-xs" />
      <span className="min-w-0 break-words">
        <span className="text-ink-faint">checkpoint </span>
        <span className="font-medium">{entry.checkpoint}</span>
      </span>
    </p>
  );
}
