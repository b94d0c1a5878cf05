import { useId, useState } from 'react';
import type { JsonPath } from '@/runner/authoring';
import { Field } from './field';
import { singleLineFieldClass } from './field-look';
import { useFormContext } from './form-case-context';
import { buildRemoveValueEdit } from './remove-value-edit';

type Props = { path: JsonPath; title: string; hint: string };

/** A field for a positive whole number. */
export function CountField({ path, title, hint }: Props) {
  'use memo';
  const id = useId();
  const form = useFormContext();
  const storedText = form.textAt(path) ?? '';
  const [draft, setDraft] = useState<{ text: string; of: string }>();
  const draftText = draft?.of === storedText ? draft.text : undefined;
  function updateCount(text: string): void {
    const isNumber = /^[1-9]\d{0,8}$/.test(text);
    setDraft(isNumber || text === '' ? undefined : { text, of: storedText });
    if (text === '') form.apply([buildRemoveValueEdit(form, path)]);
    else if (isNumber) form.apply([{ kind: 'write', path, text }]);
  }
  return (
    <Field
      id={id}
      title={title}
      path={path}
      hint={hint}
      problem={
        draftText === undefined
          ? undefined
          : 'Enter a whole number of at least 1; until then, the case keeps its last value.'
      }
    >
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={draftText ?? storedText}
        readOnly={form.readOnly}
        aria-describedby={`${id}-hint`}
        onChange={(event) => updateCount(event.target.value)}
        className={`${singleLineFieldClass} tabular-nums`}
      />
    </Field>
  );
}
