import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { InputField, NumberField } from '@/components/ui/field';
import { Form, FormButtons } from '@/components/ui/form';
import { createQueue, errorText, queuesQuery } from '@/lib/queries';

/** Creates the file of a review queue with default settings, which are then edited in the file. */
export function NewQueueDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [question, setQuestion] = useState('');
  const [labels, setLabels] = useState('');
  const [filter, setFilter] = useState('');
  const [sample, setSample] = useState(50);
  const [people, setPeople] = useState(1);
  const router = useRouter();
  const client = useQueryClient();
  const words = labels
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '');
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      createQueue(name.trim(), {
        question: question.trim(),
        ...(words.length > 0 && { labels: words }),
        ...(filter.trim() !== '' && { filter: filter.trim() }),
        sample,
        people,
      }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: queuesQuery().queryKey });
      router.push(`/review/queue?name=${encodeURIComponent(name.trim())}`);
    },
  });
  return (
    <Dialog onClose={onClose} title="New queue" description="Writes reviews/<name>.jsonc in the workspace.">
      <Form onSubmit={() => mutate()}>
        <InputField
          label="Name"
          required
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <InputField
          label="Question"
          required
          maxLength={500}
          placeholder="Would you send this answer?"
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
        <InputField
          label="Answers, separated by commas (optional)"
          placeholder="Good, Bad, Not the agent’s fault"
          value={labels}
          onChange={(event) => setLabels(event.target.value)}
        />
        <InputField
          label="Filter (optional)"
          placeholder="s:failed @refund"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <div className="grid grid-cols-2 gap-3">
          <NumberField label="Sample" value={sample} onChange={setSample} />
          <NumberField label="People for each conversation" value={people} onChange={setPeople} />
        </div>
        {error !== null && (
          <p role="alert" className="text-fail text-sm">
            {errorText(error).join(' ')}
          </p>
        )}
        <FormButtons submit="Create queue" disabled={isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
