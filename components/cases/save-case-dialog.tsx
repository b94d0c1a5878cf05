import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { InputField, SelectField } from '@/components/ui/field';
import { Form, FormButtons } from '@/components/ui/form';
import { Problems } from '@/components/ui/problems';
import { errorText, saveCase, workspaceQuery } from '@/lib/queries';
import { type AttemptState, formatContentText } from '@/runner/fold';
import { formatCountWithNoun, replaceInvisibleCharacters } from '@/runner/format';
import { getLongTextPreview } from '@/runner/values';
import { findDefaultTurnForNewCase } from './default-turn-for-new-case';

type Props = { runId: string; attempt: AttemptState; turn: number | null; onClose: () => void };

/**
 * A dialog that saves a conversation as a case. Asks for the target file and for a text that the answer must contain.
 */
export function SaveCaseDialog({ runId, attempt, turn, onClose }: Props) {
  const first = turn ?? findDefaultTurnForNewCase(attempt);
  const { data } = useQuery(workspaceQuery());
  const files = (data?.suites ?? []).filter(({ key }) => key.endsWith('.jsonl'));
  const [form, setForm] = useState({
    target: attempt.suiteKey,
    id: `${attempt.caseId}-turn-${first}`,
    upTo: String(first),
    contains: '',
    goesOn: false,
  });
  const open = findUnreachedCheckpoints(attempt, Number(form.upTo));
  const updateFormFields = (changes: Partial<typeof form>) => setForm({ ...form, ...changes });
  const save = useMutation({
    mutationFn: () => {
      const { suiteKey, caseId, attempt: number } = attempt;
      const { goesOn, contains, ...place } = form;
      const kindFields = goesOn ? { goesOn } : { contains };
      return saveCase({ runId, suiteKey, caseId, attempt: number, ...place, ...kindFields, upTo: Number(form.upTo) });
    },
  });
  if (save.data !== undefined) {
    return (
      <Dialog onClose={onClose} title="Saved" description={`The case was added at the end of ${save.data.target}.`}>
        <p className="mb-3">
          The case <strong>{save.data.id}</strong>{' '}
          {form.goesOn ? 'continues from the same question.' : 'asks the same question after the same history.'}
        </p>
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </Dialog>
    );
  }
  return (
    <Dialog
      onClose={onClose}
      title="Save as a case"
      description="A case that begins at one of these questions, with the messages before it as its history."
    >
      <Form onSubmit={() => save.mutate()}>
        <SelectField
          label="Case file"
          value={form.target}
          onValueChange={(target) => updateFormFields({ target })}
          placeholder="Choose a file"
          options={files.map(({ key, cases }) => ({ value: key, text: key, hint: formatCountWithNoun(cases, 'case') }))}
        />
        <SelectField
          label="Question from"
          value={form.upTo}
          onValueChange={(lastTurn) => updateFormFields({ upTo: lastTurn, id: `${attempt.caseId}-turn-${lastTurn}` })}
          placeholder="Choose a turn"
          options={attempt.turns.map(({ turn: number, input }) => ({
            value: String(number),
            text: `Turn ${number}`,
            hint: getLongTextPreview(formatContentText(input)).slice(0, 80),
          }))}
        />
        <InputField
          label="Id"
          required
          maxLength={200}
          value={form.id}
          onChange={(event) => updateFormFields({ id: event.target.value })}
        />
        {open !== undefined && (
          <SavedCaseKindField goesOn={form.goesOn} onGoesOn={(goesOn) => updateFormFields({ goesOn })} />
        )}
        {form.goesOn ? (
          <p className="text-ink-soft text-xs">
            The case keeps the user and the rules of the original case. {unreachedCheckpointsText(open ?? [])} Rules for
            the whole conversation check only the messages from here on.
          </p>
        ) : (
          <InputField
            label="Expected text (optional)"
            value={form.contains}
            onChange={(event) => updateFormFields({ contains: event.target.value })}
          />
        )}
        <Problems title="The case was not saved." problems={errorText(save.error)} />
        <FormButtons submit="Save" disabled={save.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

/** Returns the checkpoints that were not reached before a turn; undefined if the case has no checkpoints. */
function findUnreachedCheckpoints({ result }: AttemptState, turn: number): string[] | undefined {
  const { checkpoints = [] } = result ?? {};
  if (checkpoints.length === 0) return undefined;
  return checkpoints.filter(({ reachedAtTurn = turn }) => reachedAtTurn >= turn).map(({ id }) => id);
}

function unreachedCheckpointsText(open: readonly string[]): string {
  return open.length === 0
    ? 'The conversation had already reached every checkpoint.'
    : `To reach: ${open.map(replaceInvisibleCharacters).join(', ')}.`;
}

function SavedCaseKindField({ goesOn, onGoesOn }: { goesOn: boolean; onGoesOn: (goesOn: boolean) => void }) {
  return (
    <fieldset className="flex flex-col gap-0.5 text-sm">
      <legend className="mb-1 text-ink-soft text-xs">Kind of case</legend>
      {[false, true].map((value) => (
        <label key={String(value)} className="flex min-h-6 cursor-pointer items-center gap-2">
          <input
            type="radio"
            name="what"
            checked={goesOn === value}
            onChange={() => onGoesOn(value)}
            className="size-4 accent-accent"
          />
          {value ? 'Conversation that continues from here' : 'Only this question'}
        </label>
      ))}
    </fieldset>
  );
}
