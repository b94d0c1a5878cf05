import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { InputField } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import type { PendingQuestion as Question } from '@/lib/queries';
import { replaceInvisibleCharacters } from '@/runner/format';

type Props = {
  question: Question;
  onFact: (value: string | null) => void;
  onRepeat: (isAllowed: boolean) => void;
};

/**
 * Asks the user for what the built-in simulator must not decide: the value of a fact, or whether to call an agent with
 * side effects again.
 */
export function QuestionToPerson({ question, onFact, onRepeat }: Props) {
  if (question.type === 'fact') return <MissingFactQuestion key={question.name} name={question.name} onFact={onFact} />;
  return (
    <section aria-label="Two more conversations" className="flex flex-col gap-3 rounded-lg border bg-raised px-4 py-3">
      <p className="break-words text-sm">{replaceInvisibleCharacters(question.question)}</p>
      <div className="flex justify-end gap-2">
        <Button onClick={() => onRepeat(false)}>Write suite without them</Button>
        <Button look="primary" onClick={() => onRepeat(true)}>
          Call the agent again
        </Button>
      </div>
    </section>
  );
}

function MissingFactQuestion({ name, onFact }: { name: string; onFact: Props['onFact'] }) {
  const [value, setValue] = useState('');
  return (
    <Form onSubmit={() => onFact(value.trim())}>
      <p className="text-ink-soft text-sm">The agent asks for something that the user does not know yet.</p>
      <InputField
        label={replaceInvisibleCharacters(name)}
        required
        autoFocus
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={() => onFact(null)}>The user does not know it</Button>
        <Button type="submit" look="primary" disabled={value.trim() === ''}>
          Tell the user
        </Button>
      </div>
    </Form>
  );
}
