import { useId, useState } from 'react';
import type { JsonPath } from '@/runner/authoring';
import { toErrorMessage } from '@/runner/values';
import { Field } from './field';
import { codeFieldClass } from './field-look';
import { useFormContext } from './form-case-context';
import { buildRemoveValueEdit } from './remove-value-edit';

type Props = { path: JsonPath; title: string; hint?: string; required?: boolean };

/** A field for any JSON value. While the field contains invalid JSON, the case keeps the last valid value. */
export function JsonField({ path, title, hint, required = false }: Props) {
  'use memo';
  const id = useId();
  const form = useFormContext();
  const storedText = form.textAt(path) ?? '';
  const [draft, setDraft] = useState<{ text: string; of: string }>();
  const draftText = draft?.of === storedText ? draft.text : undefined;
  function changeJson(text: string): void {
    const problem = findJsonProblem(text, required);
    setDraft(problem === undefined ? undefined : { text, of: storedText });
    if (problem !== undefined) return;
    form.apply([text.trim() === '' ? buildRemoveValueEdit(form, path) : { kind: 'write', path, text }]);
  }
  return (
    <Field
      id={id}
      title={title}
      path={path}
      problem={draftText === undefined ? undefined : findJsonProblem(draftText, required)}
      hint={hint}
    >
      <textarea
        id={id}
        value={draftText ?? storedText}
        readOnly={form.readOnly}
        spellCheck={false}
        rows={1}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => changeJson(event.target.value)}
        className={codeFieldClass}
      />
    </Field>
  );
}

function findJsonProblem(text: string, required: boolean): string | undefined {
  if (text.trim() === '')
    return required ? 'A value is needed here; until then, the case keeps its last value.' : undefined;
  try {
    JSON.parse(text.replace(/^[^\S\n\r\u2028\u2029]*\/\/.*$/gm, ''));
    return undefined;
  } catch (error) {
    const message = toErrorMessage(error);
    return `Not JSON yet, so the case keeps its last value: ${message}`;
  }
}
