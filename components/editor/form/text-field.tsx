import { useId } from 'react';
import type { JsonPath } from '@/runner/authoring';
import { Field } from './field';
import { multilineFieldClass } from './field-look';
import { useFormContext } from './form-case-context';
import { LineInput } from './line-input';
import { buildRemoveValueEdit } from './remove-value-edit';
import { ReadOnlySourceField } from './source-only-field';

type Props = {
  path: JsonPath;
  title: string;
  hint?: string;
  /** The number of lines of a multi-line field; undefined for a single-line field. */
  lines?: number;
  /** True if the key stays in the file when the text is empty; otherwise, the key is removed. */
  keepEmpty?: boolean;
  suggestions?: readonly string[];
  placeholder?: string;
};

export function TextField({ path, title, hint, lines, keepEmpty = false, suggestions = [], placeholder }: Props) {
  const id = useId();
  const form = useFormContext();
  const value = form.at(path) ?? undefined;
  if (value !== undefined && typeof value !== 'string')
    return <ReadOnlySourceField path={path} title={title} expectedType="a text" />;
  function changeText(text: string): void {
    form.apply([text === '' && !keepEmpty ? buildRemoveValueEdit(form, path) : { kind: 'set', path, value: text }]);
  }
  const describedBy = hint === undefined ? undefined : `${id}-hint`;
  return (
    <Field id={id} title={title} path={path} hint={hint}>
      {lines !== undefined ? (
        <textarea
          id={id}
          value={value ?? ''}
          readOnly={form.readOnly}
          placeholder={placeholder}
          aria-describedby={describedBy}
          rows={lines}
          onChange={(event) => changeText(event.target.value)}
          className={`${multilineFieldClass} placeholder:text-ink-faint`}
        />
      ) : (
        <LineInput
          id={id}
          value={value ?? ''}
          onChange={changeText}
          suggestions={suggestions}
          placeholder={placeholder}
          describedBy={describedBy}
        />
      )}
    </Field>
  );
}
