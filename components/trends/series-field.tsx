import { SelectField } from '@/components/ui/field';
import type { Trends } from '@/lib/queries';
import { formatCountWithNoun } from '@/runner/format';

type Props = {
  label: string;
  choices: Trends['connectors'];
  /** The key of the selected option; the value of `every` if all series are shown. */
  value: string;
  nameOf: (key: string) => string;
  /** The option that stands for all series. */
  every: { value: string; text: string };
  onValue: (value: string) => void;
};

/**
 * A field to choose one of several series, such as a connector, whose runs are shown. Renders nothing if there is only
 * one.
 */
export function SeriesField({ label, choices, value, nameOf, every, onValue }: Props) {
  const isKnown = value === every.value || choices.some(({ key }) => key === value);
  if (choices.length < 2 && isKnown) return null;
  return (
    <SelectField
      label={label}
      className="w-56 min-w-0 max-w-full"
      value={value}
      placeholder={value}
      onValueChange={onValue}
      options={[
        ...choices.map(({ key, runs }) => ({ value: key, text: nameOf(key), hint: formatCountWithNoun(runs, 'run') })),
        { ...every, hint: 'One line each' },
      ]}
    />
  );
}
