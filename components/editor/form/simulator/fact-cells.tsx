import { useId } from 'react';
import { replaceInvisibleCharacters } from '@/runner/format';
import { Chips } from '../chips';
import { singleLineFieldClass } from '../field-look';
import { useFormContext } from '../form-case-context';
import { buildScalarEdit, getScalarText } from '../scalar';
import { addAlias, factsPath, factValuePath, listFactAliases, removeAlias } from './fact-edits';

type CellProps = { name: string; row: string; describedBy?: string | undefined };

/** A field for the value of a fact: a text or a number. */
export function FactValue({ name, row, describedBy }: CellProps) {
  'use memo';
  const form = useFormContext();
  const path = factValuePath(form, name);
  const value = getScalarText(form, path);
  if (value === undefined) {
    return <ReadOnlySourceFact text={form.textAt(path)} />;
  }
  return (
    <input
      data-column="value"
      aria-label={`Value of ${row}`}
      aria-describedby={describedBy}
      value={value}
      readOnly={form.readOnly}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => form.apply([buildScalarEdit(form, path, event.target.value)])}
      className={singleLineFieldClass}
    />
  );
}

/** A field for the aliases of a fact: other names by which the agent may ask for it. */
export function FactAliases({ name, row }: CellProps) {
  'use memo';
  const id = useId();
  const form = useFormContext();
  const aliases = listFactAliases(form, name);
  if (aliases === undefined) {
    return <ReadOnlySourceFact text={form.textAt([...factsPath, name, 'aliases'])} />;
  }
  return (
    <Chips
      id={id}
      items={aliases}
      noun="alias"
      label={`Aliases of ${row}`}
      placeholder="Alias"
      readOnly={form.readOnly}
      onAdd={(alias) => form.apply([addAlias(form, name, alias)], `Add the alias ${alias}`)}
      onRemove={(index, alias) => form.apply([removeAlias(form, name, index)], `Remove the alias ${alias}`)}
    />
  );
}

/** Shows a part of a fact that is neither a text nor a number, and can be edited only in the source view. */
function ReadOnlySourceFact({ text = '' }: { text: string | undefined }) {
  return (
    <pre className="whitespace-pre-wrap break-words rounded-md bg-sunken px-2.5 py-1.5 font-mono text-xs">
      {replaceInvisibleCharacters(text)}
    </pre>
  );
}
