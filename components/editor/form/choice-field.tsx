import { useId } from 'react';
import { Select, type SelectOption } from '@/components/ui/select';
import type { JsonPath } from '@/runner/authoring';
import { Field } from './field';

type Props = {
  path: JsonPath;
  title: string;
  value: string;
  options: readonly SelectOption[];
  onChoose: (value: string) => void;
};

/** A field for one of a few options. */
export function ChoiceField({ path, title, value, options, onChoose }: Props) {
  'use memo';
  const id = useId();
  return (
    <Field id={id} title={title} path={path}>
      <Select id={id} value={value} options={options} onValueChange={onChoose} placeholder="Choose" />
    </Field>
  );
}
