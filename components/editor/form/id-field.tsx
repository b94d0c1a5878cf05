import { useId, useState } from 'react';
import type { JsonPath } from '@/runner/authoring';
import { Field } from './field';
import { lineLook } from './field-look';
import { useFormContext } from './form-case-context';

type Props = { path: JsonPath; title: string; onRename: (id: string) => void };

/** A field for an id that is referenced elsewhere: the change is applied on Enter or when the field loses focus. */
export function IdField({ path, title, onRename }: Props) {
  'use memo';
  const id = useId();
  const form = useFormContext();
  const storedId = form.at(path);
  const [draft, setDraft] = useState<string>();
  const idText = typeof storedId === 'string' ? storedId : '';
  function commitId(): void {
    if (draft !== undefined && draft !== '' && draft !== idText) onRename(draft);
    setDraft(undefined);
  }
  return (
    <Field id={id} title={title} path={path}>
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
          if (event.key === 'Escape') setDraft(undefined);
        }}
        className={`${lineLook} font-medium`}
      />
    </Field>
  );
}
