import { useId } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import type { JsonPath } from '@/runner/authoring';
import { replaceInvisibleCharacters } from '@/runner/format';
import { isJsonObject } from '@/runner/values';
import { Field } from './field';
import { FieldProblems } from './field-problems';
import { useFormContext } from './form-case-context';
import { JsonField } from './json-field';
import { LineInput } from './line-input';
import { buildRemoveValueEdit } from './remove-value-edit';
import { factsPath } from './simulator/fact-edits';
import { ReadOnlySourceField } from './source-only-field';
import { useAutocompleteNames } from './use-autocomplete-names';
import { fieldKey } from './use-focus-field';

/** A field for the facts that the agent must ask for. The user selects them from the facts of the simulated user. */
export function ElicitedFactsField({ path }: { path: JsonPath }) {
  const id = useId();
  const { at, keysAt, apply, readOnly } = useFormContext();
  const value = at(path) ?? [];
  if (!Array.isArray(value) || value.some((name) => typeof name !== 'string')) {
    return <ReadOnlySourceField path={path} title="Facts" expectedType="a list of names" />;
  }
  const names = value.map(String);
  const facts = keysAt(factsPath);
  const all = [...facts, ...names.filter((name) => !facts.includes(name))];
  function toggleFact(name: string): void {
    const index = names.indexOf(name);
    if (index === -1) apply([{ kind: 'insert', path, index: names.length, value: name }], `Ask for ${name}`);
    else if (names.length > 1)
      apply([{ kind: 'remove', path: [...path, index] }], `No longer require that the agent asks for ${name}`);
    else apply([{ kind: 'set', path, value: [] }], `No longer require that the agent asks for ${name}`);
  }
  return (
    <fieldset data-path={fieldKey(path)} className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 text-ink-soft text-xs">Facts</legend>
      {all.length === 0 && <p className="text-ink-faint text-xs">The built-in user has no facts yet.</p>}
      <div className="flex flex-wrap gap-x-4 gap-y-1.5">
        {all.map((name) => (
          <span key={name} className="flex min-w-0 items-center gap-1.5 text-sm">
            <Checkbox
              id={`${id}-${name}`}
              disabled={readOnly}
              checked={names.includes(name)}
              onChange={() => toggleFact(name)}
            />
            <label htmlFor={`${id}-${name}`} className="min-w-0 break-words">
              {replaceInvisibleCharacters(name)}
            </label>
          </span>
        ))}
      </div>
      <FieldProblems path={path} />
    </fieldset>
  );
}

/** A field for a tool call that the agent must not make before it has asked for the facts. */
export function AskBeforeToolCallField({ path }: { path: JsonPath }) {
  const id = useId();
  const form = useFormContext();
  const { tools } = useAutocompleteNames();
  const before = form.at(path);
  const key = isJsonObject(before) && before.name !== undefined ? 'name' : 'value';
  const tool = isJsonObject(before) ? (before[key] ?? '') : '';
  if (typeof tool !== 'string' || (before !== undefined && !isJsonObject(before))) {
    return <JsonField path={path} title="Before a call of (JSON)" hint='{"type": "tool_called", "value": "refund"}' />;
  }
  function changeTool(text: string): void {
    const isWhole = form.keysAt(path).every((name) => name === 'type' || name === key);
    if (text === '' && isWhole) form.apply([buildRemoveValueEdit(form, path)]);
    else if (before === undefined) form.apply([{ kind: 'set', path, value: { type: 'tool_called', value: text } }]);
    else form.apply([{ kind: 'set', path: [...path, key], value: text }]);
  }
  return (
    <Field
      id={id}
      title="Before a call of"
      path={path}
      hint="The agent must ask before it calls this tool; leave empty to accept any time"
    >
      <LineInput id={id} value={tool} onChange={changeTool} suggestions={tools} describedBy={`${id}-hint`} />
    </Field>
  );
}
