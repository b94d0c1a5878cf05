import { useId } from 'react';
import type { JsonPath } from '@/runner/authoring';
import { clearEdit } from './clear-edit';
import { Field } from './field';
import { useForm } from './form-case-context';
import { InvalidPart } from './invalid-part';
import { LineInput } from './line-input';
import { readScalar, scalarEdit } from './scalar';

type Props = { path: JsonPath; title: string; hint: string };

/** A field for a text or a number. */
export function ScalarField({ path, title, hint }: Props) {
  'use memo';
  const id = useId();
  const form = useForm();
  const value = readScalar(form, path);
  if (value === undefined) return <InvalidPart path={path} title={title} wanted="a text or a number" />;
  return (
    <Field id={id} title={title} path={path} hint={hint}>
      <LineInput
        id={id}
        value={value}
        onChange={(text) => form.apply([text === '' ? clearEdit(form, path) : scalarEdit(form, path, text)])}
        describedBy={`${id}-hint`}
      />
    </Field>
  );
}
