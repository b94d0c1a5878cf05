import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Problems } from '@/components/ui/problems';
import { Select } from '@/components/ui/select';
import { plural } from '@/lib/format';
import { saveCase, wordsOfError, workspaceQuery } from '@/lib/queries';
import { type AttemptState, textOfContent } from '@/runner/fold';
import { shownText } from '@/runner/values';

type Props = { runId: string; attempt: AttemptState; turn: number | null; onClose: () => void };

/** Asks where a conversation is to be kept as a case, and what its answer must have. */
export function SaveCaseDialog({ runId, attempt, turn, onClose }: Props) {
  const id = useId();
  const last = attempt.turns.at(-1)?.turn ?? 1;
  const { data } = useQuery(workspaceQuery());
  const files = (data?.suites ?? []).filter(({ key }) => key.endsWith('.jsonl'));
  const [form, setForm] = useState({
    target: attempt.suiteKey,
    id: `${attempt.caseId}-turn-${turn ?? last}`,
    upTo: String(turn ?? last),
    contains: '',
  });
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part });
  const save = useMutation({
    mutationFn: () => {
      const { suiteKey, caseId, attempt: number } = attempt;
      return saveCase({ runId, suiteKey, caseId, attempt: number, ...form, upTo: Number(form.upTo) });
    },
  });
  if (save.data !== undefined) {
    return (
      <Dialog open onOpenChange={onClose} title="Saved" description={`It is the last case of ${save.data.target}.`}>
        <p className="mb-3">
          The case <strong>{save.data.id}</strong> asks the same question after the same history.
        </p>
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Save as a case"
      description="A case that asks one of these questions again, with what was said before as its history."
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Field id={`${id}-file`} title="Case file">
          <Select
            id={`${id}-file`}
            value={form.target}
            onValueChange={(target) => change({ target })}
            placeholder="Choose a file"
            options={files.map(({ key, cases }) => ({ value: key, text: key, hint: plural(cases, 'case') }))}
          />
        </Field>
        <Field id={`${id}-turn`} title="The question of">
          <Select
            id={`${id}-turn`}
            value={form.upTo}
            onValueChange={(upTo) => change({ upTo, id: `${attempt.caseId}-turn-${upTo}` })}
            placeholder="Choose a turn"
            options={attempt.turns.map(({ turn: number, input }) => ({
              value: String(number),
              text: `Turn ${number}`,
              hint: shownText(textOfContent(input)).slice(0, 80),
            }))}
          />
        </Field>
        <Field id={`${id}-id`} title="Id">
          <input
            id={`${id}-id`}
            required
            maxLength={200}
            value={form.id}
            onChange={(event) => change({ id: event.target.value })}
            className="h-8 rounded-md border bg-surface px-2.5 text-sm"
          />
        </Field>
        <Field id={`${id}-contains`} title="Expected text (optional)">
          <input
            id={`${id}-contains`}
            value={form.contains}
            onChange={(event) => change({ contains: event.target.value })}
            className="h-8 rounded-md border bg-surface px-2.5 text-sm"
          />
        </Field>
        {save.isError && <Problems title="The case was not saved." problems={wordsOfError(save.error)} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Field({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-ink-soft text-xs">
        {title}
      </label>
      {children}
    </div>
  );
}
