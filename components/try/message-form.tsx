import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { LabelledControl } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { Send } from '@/components/ui/icons';

const MAX_TURNS = 3;

type Props = { turn: number; pending: boolean; onSay: (message: string) => void; onWrite: () => void };

/**
 * A form for the next message to the agent. From the second turn on, it also has a button that ends the conversation.
 */
export function MessageForm({ turn, pending, onSay, onWrite }: Props) {
  const id = useId();
  const [message, setMessage] = useState('');
  function submit(): void {
    if (pending) return;
    onSay(message);
    setMessage('');
  }
  return (
    <Form onSubmit={submit}>
      <LabelledControl label={`Message ${turn} of ${MAX_TURNS}`} htmlFor={id}>
        <textarea
          id={id}
          required
          rows={3}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit();
          }}
          className="rounded-md border bg-surface px-2.5 py-2 text-base"
        />
      </LabelledControl>
      <div className="flex flex-wrap justify-end gap-2">
        {turn > 1 && (
          <Button onClick={onWrite} disabled={pending}>
            Write suite
          </Button>
        )}
        <Button type="submit" look="primary" icon={Send} disabled={pending || message.trim() === ''}>
          {pending ? 'Waiting…' : 'Send'}
        </Button>
      </div>
    </Form>
  );
}
