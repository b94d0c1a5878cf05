import { singleLineFieldClass } from './field-look';
import { useFormContext } from './form-case-context';

type Props = {
  /** The id of the input; the label of the surrounding field refers to it. */
  id: string;
  value: string;
  onChange: (text: string) => void;
  suggestions?: readonly string[];
  placeholder?: string | undefined;
  /** The id of the element that describes this input. */
  describedBy: string | undefined;
};

/** An input for one line of text, with suggestions. */
export function LineInput({ id, value, onChange, suggestions = [], placeholder, describedBy }: Props) {
  'use memo';
  const { readOnly } = useFormContext();
  return (
    <>
      <input
        id={id}
        value={value}
        readOnly={readOnly}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        list={suggestions.length > 0 ? `${id}-list` : undefined}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value)}
        className={`${singleLineFieldClass} placeholder:text-ink-faint`}
      />
      {suggestions.length > 0 && (
        <datalist id={`${id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  );
}
