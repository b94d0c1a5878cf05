import { useId } from 'react';
import type { JsonPath } from '@/runner/authoring';
import { Field } from './field';
import { useFormContext } from './form-case-context';
import { LineInput } from './line-input';
import { buildRemoveValueEdit } from './remove-value-edit';
import { buildScalarEdit, getScalarText } from './scalar';
import { ReadOnlySourceField } from './source-only-field';

type Props = { path: JsonPath; title: string; hint: string };

/** A field for a text or a number. */
export function ScalarField({ path, title, hint }: Props) {
  'use memo';
  const id = useId();
  const form = useFormContext();
  const value = getScalarText(form, path);
  if (value === undefined) return <ReadOnlySourceField path={path} title={title} expectedType="a text or a number" />;
  return (
    <Field id={id} title={title} path={path} hint={hint}>
      <LineInput
        id={id}
        value={value}
        onChange={(text) =>
          form.apply([text === '' ? buildRemoveValueEdit(form, path) : buildScalarEdit(form, path, text)])
        }
        describedBy={`${id}-hint`}
      />
    </Field>
  );
}
