// The question that this page answers: what is there to review, and do people agree with the verdicts?
'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NewQueueDialog } from '@/components/reviews/new-queue-dialog';
import { Button } from '@/components/ui/button';
import { Plus } from '@/components/ui/icons';
import { TextLink } from '@/components/ui/links';
import { PendingQuery } from '@/components/ui/pending-query';
import { overviewQuery, type QueueSummary, queuesQuery } from '@/lib/queries';
import { formatCountWithNoun, replaceInvisibleCharacters } from '@/runner/format';

/** Lists the review queues. */
export function QueuesView() {
  const query = useQuery(queuesQuery());
  const [creating, setCreating] = useState(false);
  return (
    <main className="grow overflow-y-auto">
      <div className="mx-auto flex max-w-4xl flex-col gap-4 px-4 py-5">
        <div className="flex items-center gap-3">
          <h1 className="mr-auto font-semibold text-xl tracking-tight">Review</h1>
          <Button look="primary" icon={Plus} onClick={() => setCreating(true)}>
            New queue
          </Button>
        </div>
        {query.data === undefined ? (
          <PendingQuery query={query} shape="rows" />
        ) : (
          <ul aria-label="Review queues" className="flex flex-col divide-y rounded-lg border bg-surface">
            <NewestRunsQueueRow />
            {query.data.queues.map((queue) => (
              <QueueRow key={queue.name} of={queue} />
            ))}
          </ul>
        )}
        <p className="text-ink-soft text-xs">
          Each queue is a file of the workspace, <code>reviews/&lt;name&gt;.jsonc</code>: put it under version control,
          and edit it in your editor. Decisions are in the history.
        </p>
      </div>
      {creating && <NewQueueDialog onClose={() => setCreating(false)} />}
    </main>
  );
}

/** The review queue that is created automatically: the newest run with failures that nobody has reviewed. */
function NewestRunsQueueRow() {
  const { data } = useQuery(overviewQuery());
  const { runId = null, attempts = 0 } = data?.work.toReview ?? {};
  return (
    <li className="flex flex-col gap-0.5 px-4 py-3">
      {runId === null ? (
        <span className="font-medium">Newest runs</span>
      ) : (
        <TextLink href={`/runs/${encodeURIComponent(runId)}/review`} className="font-medium">
          Newest runs
        </TextLink>
      )}
      <span className="text-ink-soft text-sm">
        {attempts === 0
          ? 'Every failed conversation has been reviewed.'
          : `Is the verdict right? ${formatCountWithNoun(attempts, 'failed conversation')} that nobody has reviewed.`}
      </span>
    </li>
  );
}

function QueueRow({ of: { name, file, decided, queue, problem } }: { of: QueueSummary }) {
  if (problem !== null) {
    return (
      <li className="flex flex-col gap-0.5 px-4 py-3">
        <span className="font-medium">{name}</span>
        <span className="whitespace-pre-line break-words text-fail text-sm">{replaceInvisibleCharacters(problem)}</span>
        <span className="text-ink-faint text-xs">Edit {file}. Its decisions are kept.</span>
      </li>
    );
  }
  return (
    <li className="flex flex-col gap-0.5 px-4 py-3">
      <TextLink href={`/review/queue?name=${encodeURIComponent(name)}`} className="font-medium">
        {name}
      </TextLink>
      <span className="break-words text-sm">{replaceInvisibleCharacters(queue.question)}</span>
      <span className="text-ink-faint text-xs">
        {formatCountWithNoun(decided, queue.compare === undefined ? 'conversation' : 'pair')} decided
        {queue.people > 1 && ` · ${queue.people} people per ${queue.compare === undefined ? 'conversation' : 'pair'}`}
        {queue.compare !== undefined && ` · ${queue.compare.join(' against ')}`}
      </span>
    </li>
  );
}
