import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useCommands } from '@/components/layout/commands';
import { useShortcuts } from '@/components/layout/use-shortcuts';
import { ListChecks } from '@/components/ui/icons';
import type { RunState } from '@/runner/fold';
import { formatCountWithNoun } from '@/runner/format';
import { rowViewByCaseKind } from '../cases/row-views';

/** A link to the review queue; renders nothing if the run has no conversations to review. */
export function ReviewLink({ runId, rows, counts }: Pick<RunState, 'runId' | 'rows' | 'counts'>) {
  const router = useRouter();
  const count = rows.some(isConversation) ? Math.min(20, counts.passed + counts.failed) : 0;
  const address = `/runs/${encodeURIComponent(runId)}/review`;
  const title = `Review ${formatCountWithNoun(count, 'conversation')}`;
  const goToReview = () => count > 0 && router.push(address);
  useShortcuts({ q: goToReview });
  useCommands(() => (count > 0 ? [{ id: 'review', title, keys: 'q', run: goToReview }] : []));
  if (count === 0) return null;
  return (
    <Link
      href={address}
      aria-label={title}
      title="Review conversations one after the other (q)"
      className="flex h-7 items-center gap-1.5 whitespace-nowrap rounded-md border bg-surface px-2 font-medium text-xs hover:bg-hover"
    >
      <ListChecks aria-hidden className="size-3.5" />
      Review {count}
    </Link>
  );
}

function isConversation({ kind }: RunState['rows'][number]): boolean {
  return rowViewByCaseKind[kind].hasTurns === true;
}
