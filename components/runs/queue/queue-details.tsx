import { TriangleAlert } from '@/components/ui/icons';
import type { RunQueue } from '@/lib/queries';
import { formatCount, formatCountWithNoun } from '@/runner/format';
import { formatDuration } from '@/runner/values';

type Worker = RunQueue['workers'][number];

/** Shows the state of a queue: how many attempts wait, its workers, and which workers are stuck. */
export function QueueDetails({ queue: { waiting, workers } }: { queue: RunQueue }) {
  const stuck = workers.filter(({ isStuck }) => isStuck).length;
  const aMinute = workers.reduce((sum, worker) => sum + worker.aMinute, 0);
  return (
    <details className="border-b bg-surface px-4 py-1.5 text-ink-soft text-xs tabular-nums">
      <summary className="cursor-pointer">
        <span className="font-medium text-ink">{formatCountWithNoun(workers.length, 'worker')}</span>
        {` · ${formatCount(waiting)} waiting · ${formatCount(aMinute)} a minute`}
        {stuck > 0 && (
          <span className="ml-2 font-medium text-fail">
            <TriangleAlert aria-hidden className="mr-1 inline size-3.5" />
            {formatCountWithNoun(stuck, 'worker')} with a stuck attempt
          </span>
        )}
      </summary>
      {workers.length === 0 ? <p className="py-1">No worker has joined yet.</p> : <WorkerTable workers={workers} />}
    </details>
  );
}

function WorkerTable({ workers }: { workers: readonly Worker[] }) {
  return (
    <table aria-label="Workers" className="mt-1">
      <thead className="text-ink-faint">
        <tr>
          {['Worker', 'In progress', 'Done', 'A minute', 'Oldest attempt'].map((title, position) => (
            <th
              key={title}
              scope="col"
              className={position === 0 ? 'text-left font-normal' : 'pl-6 text-right font-normal'}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {workers.map((worker) => (
          <tr key={worker.id} className="border-t">
            <th scope="row" className="py-1 text-left font-medium">
              {worker.name}
            </th>
            {formatWorkerCells(worker).map((text, position) => (
              <td key={position} className="whitespace-nowrap py-1 pl-6 text-right">
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function formatWorkerCells({ parallel, busy, done, aMinute, longestMs, isStuck }: Worker): string[] {
  const longestText = busy === 0 ? '–' : formatDuration(longestMs);
  return [
    `${busy} of ${parallel}`,
    formatCount(done),
    formatCount(aMinute),
    isStuck ? `${longestText}, stuck` : longestText,
  ];
}
