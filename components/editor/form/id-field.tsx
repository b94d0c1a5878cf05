import { useId, useState } from 'react';
import type { JsonPath } from '@/runner/authoring';
import { Field } from './field';
import { singleLineFieldClass } from './field-look';
import { useFormContext } from './form-case-context';

type Props = {
  path: JsonPath;
  title: string;
  /** Changes the id. If that is impossible, returns the reason, and the field keeps the typed text. */
  onRename: (id: string) => string | undefined;
};

/** A field for an id that is referenced elsewhere: the change is applied on Enter or when the field loses focus. */
export function IdField({ path, title, onRename }: Props) {
  'use memo';
  const id = useId();
  const form = useFormContext();
  const storedId = form.at(path);
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const idText = typeof storedId === 'string' ? storedId : '';
  function commitId(): void {
    const isChanged = draft !== undefined && draft !== '' && draft !== idText;
    const refusal = isChanged ? onRename(draft) : undefined;
    setProblem(refusal);
    if (refusal === undefined) setDraft(undefined);
  }
  function resetId(): void {
    setDraft(undefined);
    setProblem(undefined);
  }
  return (
    <Field id={id} title={title} path={path} problem={problem}>
      <input
        id={id}
        value={draft ?? idText}
        readOnly={form.readOnly}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commitId}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commitId();
          if (event.key === 'Escape') resetId();
        }}
        className={`${singleLineFieldClass} font-medium`}
      />
    </Field>
  );
}
