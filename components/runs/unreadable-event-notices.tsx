import { TriangleAlert } from '@/components/ui/icons';
import { formatUnreadableRange, type UnreadableEvents } from '@/runner/fold';

type Props = { events: readonly UnreadableEvents[]; label: string };

/** Shows the events of a run that this version cannot read, with the reason. */
export function UnreadableEventNotices({ events, label }: Props) {
  return (
    <ul aria-label={label} className="flex flex-col gap-1.5">
      {events.map((event) => (
        <li
          key={event.seq}
          className="flex items-baseline gap-2 rounded-md border border-dashed bg-sunken px-3 py-2 text-ink-soft text-xs"
        >
          <TriangleAlert aria-hidden className="size-3.5 shrink-0 translate-y-0.5 text-ink-faint" />
          <p className="min-w-0 break-words">
            <span className="font-medium text-ink">{unreadableEventTitle(event)} cannot be read</span>: {event.why}
            {event.of === 'case.finished' && '. The attempt counts as an error.'}
          </p>
        </li>
      ))}
    </ul>
  );
}

function unreadableEventTitle(event: UnreadableEvents): string {
  const title = formatUnreadableRange(event);
  const caseText = event.caseId === undefined ? '' : ` of case ${event.caseId}`;
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}${caseText}`;
}
