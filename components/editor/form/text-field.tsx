import { useId } from 'react';
import type { JsonPath } from '@/runner/authoring';
import { clearEdit } from './clear-edit';
import { Field } from './field';
import { areaLook, lineLook } from './field-look';
import { useForm } from './form-case-context';
import { InvalidPart } from './invalid-part';

type Props = {
  path: JsonPath;
  title: string;
  hint?: string;
  /** Number of lines of a multi-line field; if missing, the field has a single line. */
  lines?: number;
  /** Keeps the key when its text is empty; otherwise an empty text removes the key. */
  keepEmpty?: boolean;
  suggestions?: readonly string[];
  placeholder?: string;
};

export function TextField({ path, title, hint, lines, keepEmpty = false, suggestions = [], placeholder }: Props) {
  const id = useId();
  const form = useForm();
  const value = form.at(path) ?? undefined;
  if (value !== undefined && typeof value !== 'string')
    return <InvalidPart path={path} title={title} wanted="a text" />;
  function changeText(text: string): void {
    form.apply([text === '' && !keepEmpty ? clearEdit(form, path) : { kind: 'set', path, value: text }]);
  }
  const control = {
    id,
    value: value ?? '',
    readOnly: form.readOnly,
    placeholder,
    'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
  };
  return (
    <Field id={id} title={title} path={path} hint={hint}>
      {lines !== undefined ? (
        <textarea
          {...control}
          rows={lines}
          onChange={(event) => changeText(event.target.value)}
          className={`${areaLook} placeholder:text-ink-faint`}
        />
      ) : (
        <input
          {...control}
          autoComplete="off"
          spellCheck={false}
          list={suggestions.length > 0 ? `${id}-list` : undefined}
          onChange={(event) => changeText(event.target.value)}
          className={`${lineLook} placeholder:text-ink-faint`}
        />
      )}
      {suggestions.length > 0 && (
        <datalist id={`${id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </Field>
  );
}
