import { useId } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import type { JsonPath } from '@/runner/authoring';
import { FieldProblems } from './field-problems';
import { useFormContext } from './form-case-context';
import { buildRemoveValueEdit } from './remove-value-edit';
import { ReadOnlySourceField } from './source-only-field';

type Props = { path: JsonPath; title: string; usually?: boolean };

/** A checkbox for a boolean. If its value is the default, the key is removed from the case. */
export function FlagField({ path, title, usually = false }: Props) {
  'use memo';
  const id = useId();
  const form = useFormContext();
  const value = form.at(path) ?? usually;
  if (typeof value !== 'boolean') return <ReadOnlySourceField path={path} title={title} expectedType="true or false" />;
  return (
    <div className="flex flex-col gap-1">
      <span className="flex items-center gap-2 text-sm">
        <Checkbox
          id={id}
          checked={value}
          disabled={form.readOnly}
          onChange={(checked) =>
            form.apply(
              [checked === usually ? buildRemoveValueEdit(form, path) : { kind: 'set', path, value: checked }],
              title,
            )
          }
        />
        <label htmlFor={id}>{title}</label>
      </span>
      <FieldProblems path={path} />
    </div>
  );
}
