import { useId } from 'react';
import type { JsonPath } from '@/runner/authoring';
import { Chips } from './chips';
import { Field } from './field';
import { useFormContext } from './form-case-context';
import { buildRemoveItemEdit } from './remove-value-edit';
import { ReadOnlySourceField } from './source-only-field';

type Props = { path: JsonPath; title: string; noun: string; hint?: string };

/** A field for a list of short texts. If the list becomes empty, its key is removed from the case. */
export function ChipsField({ path, title, noun, hint }: Props) {
  'use memo';
  const id = useId();
  const form = useFormContext();
  const items = form.at(path) ?? [];
  if (!Array.isArray(items) || items.some((item) => typeof item !== 'string')) {
    return <ReadOnlySourceField path={path} title={title} expectedType="a list of texts" />;
  }
  return (
    <Field id={id} title={title} path={path} hint={hint}>
      <Chips
        id={id}
        items={items.map(String)}
        noun={noun}
        label={title}
        placeholder={`Add a ${noun} and press Enter`}
        readOnly={form.readOnly}
        onAdd={(text) =>
          form.apply([{ kind: 'insert', path, index: items.length, value: text }], `Add the ${noun} ${text}`)
        }
        onRemove={(index, text) =>
          form.apply([buildRemoveItemEdit(path, { index, count: items.length })], `Remove the ${noun} ${text}`)
        }
      />
    </Field>
  );
}
