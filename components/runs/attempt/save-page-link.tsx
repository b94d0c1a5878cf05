import { FileDown } from '@/components/ui/icons';
import type { AttemptState } from '@/runner/fold';
import { conversationAddress } from '../header/report-address';

type Props = { runId: string; attempt: AttemptState; turn: number | null };

/** Downloads a conversation as a self-contained page, opened at the turn, for people without the dashboard. */
export function SavePageLink({ runId, attempt, turn }: Props) {
  return (
    <a
      href={conversationAddress(runId, { ...attempt, turn })}
      download
      title="Save as HTML"
      className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md px-2 font-medium text-ink-soft text-xs hover:bg-hover hover:text-ink"
    >
      <FileDown aria-hidden className="size-3.5" />
      <span className="@max-2xl:sr-only">Save as HTML</span>
    </a>
  );
}
