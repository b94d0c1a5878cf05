import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listAttachments } from '@/components/conversation/list-attachments';
import { Dialog } from '@/components/ui/dialog';
import { Form, FormButtons } from '@/components/ui/form';
import { reviewsQuery } from '@/lib/queries';
import { type ShareablePart, shareableParts } from '@/runner/contract';
import { type AttemptState, toMessages } from '@/runner/fold';
import { plural } from '@/runner/format';
import { conversationAddress } from '../header/report-address';

type Props = { runId: string; attempt: AttemptState; turn: number | null; onClose: () => void };

/** Lists what a file of a conversation will contain, and leaves out what is unticked. */
export function ShareDialog({ runId, attempt, turn, onClose }: Props) {
  const { reviews = [], turnReviews = [] } = useQuery(reviewsQuery(runId)).data ?? {};
  const [leaveOut, setLeaveOut] = useState<readonly ShareablePart[]>([]);
  const { suiteKey, caseId } = attempt;
  const notes = [...reviews, ...turnReviews].filter(
    (review) => review.suiteKey === suiteKey && review.caseId === caseId && review.attempt === attempt.attempt,
  );
  const counts = { ...countParts(attempt), notes: notes.length };
  return (
    <Dialog
      onClose={onClose}
      title="Share this conversation"
      description="One HTML file that opens anywhere, without a network, and prints well."
    >
      <Form
        onSubmit={() => {
          window.location.assign(
            conversationAddress(runId, { suiteKey, caseId, attempt: attempt.attempt, turn, leaveOut }),
          );
          onClose();
        }}
      >
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 font-medium">The file contains</legend>
          {shareableParts.map((part) => (
            <label key={part} className="flex min-h-6 items-center gap-2">
              <input
                type="checkbox"
                checked={counts[part] > 0 && !leaveOut.includes(part)}
                disabled={counts[part] === 0}
                onChange={({ target }) =>
                  setLeaveOut(target.checked ? leaveOut.filter((other) => other !== part) : [...leaveOut, part])
                }
                className="accent-accent"
              />
              {plural(counts[part], partNames[part])}
            </label>
          ))}
        </fieldset>
        <p className="text-ink-soft text-xs">
          Always in it: answers of the agent, names and arguments of its tool calls, checks with their reasons, and, if
          it failed, the last conversation that passed. Secrets of the workspace are masked. What you untick is also
          removed from checks that quote it whole; an answer of the agent may still repeat it.
        </p>
        <FormButtons submit="Download" onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

const partNames: Readonly<Record<ShareablePart, string>> = {
  users: 'user message',
  tools: 'tool result',
  attachments: 'attachment',
  notes: 'reviewer note',
};

function countParts({ turns, result }: AttemptState): Record<Exclude<ShareablePart, 'notes'>, number> {
  const contents = [
    ...toMessages(result?.input).flatMap(({ role, content }) => (role === 'user' ? [content] : [])),
    // The first turn repeats the input of the case.
    ...turns.slice(1).map(({ input }) => input),
  ];
  const calls = turns.length === 0 ? result?.toolCalls : turns.flatMap(({ response }) => response?.toolCalls ?? []);
  return {
    users: contents.length,
    tools: (calls ?? []).filter((call) => call.result !== undefined || call.error !== undefined).length,
    attachments: contents.flatMap((content) => listAttachments(content)).length,
  };
}
