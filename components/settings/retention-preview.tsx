import { Button } from '@/components/ui/button';
import { TextLink } from '@/components/ui/links';
import { TimeAgo } from '@/components/ui/time-ago';
import type { RetentionPreview as Preview } from '@/lib/queries';
import { formatCount, formatCountWithNoun } from '@/runner/format';

type Props = {
  preview: Preview;
  isPending: boolean;
  onDelete: (runIds: readonly string[]) => void;
  onClose: () => void;
};

/** Lists the runs that would be deleted, oldest first. Nothing is deleted before the user confirms. */
export function RetentionPreview({ preview: { runIds, oldest }, isPending, onDelete, onClose }: Props) {
  if (runIds.length === 0) {
    return (
      <p role="status" className="text-ink-soft text-sm">
        No runs to delete.
      </p>
    );
  }
  const hiddenCount = runIds.length - oldest.length;
  return (
    <div className="flex flex-col gap-2 rounded-md border bg-sunken p-3">
      <p role="status" className="font-medium text-sm">
        {formatCountWithNoun(runIds.length, 'run')} to delete:
      </p>
      <ul className="flex max-h-48 flex-col gap-1 overflow-y-auto text-sm">
        {oldest.map(({ runId, suiteKey, startedAt }) => (
          <li key={runId} className="flex flex-wrap gap-x-3">
            <TextLink href={`/runs/${runId}`} className="min-w-0 break-words">
              {suiteKey}
            </TextLink>
            <span className="text-ink-soft">
              <TimeAgo time={startedAt} />
            </span>
          </li>
        ))}
        {hiddenCount > 0 && <li className="text-ink-soft">and {formatCount(hiddenCount)} more</li>}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button look="danger" disabled={isPending} onClick={() => onDelete(runIds)}>
          Delete {formatCountWithNoun(runIds.length, 'run')}
        </Button>
        <Button disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
