import type { JsonPath } from '@/runner/authoring';
import { isJsonObject } from '@/runner/values';
import { useFormContext } from './form-case-context';
import { JsonField } from './json-field';
import { TextField } from './text-field';
import { isTextOrTexts, TextListField } from './text-list-field';
import { useAutocompleteNames } from './use-autocomplete-names';
import { ValueField } from './value-field';

/** A field for the criteria of a judge: a single text, or a list of criteria with a verdict for each. */
export function CriteriaField({ path }: { path: JsonPath }) {
  const { at } = useFormContext();
  const value = at([...path, 'value']);
  const criteria = [...path, 'options', 'metadata', 'criteria'];
  const fieldPath = value === undefined && at(criteria) !== undefined ? criteria : [...path, 'value'];
  if (!isTextOrTexts(at(fieldPath))) return <ValueField path={fieldPath} title="Criteria" />;
  return (
    <TextListField
      path={fieldPath}
      title="Criterion"
      another="Add a criterion"
      hint="What must be true, as a sentence: “The answer names the price.”"
    />
  );
}

/** Fields for the model of the judge, and for options that are passed to a judge agent. */
export function JudgeOptions({ path }: { path: JsonPath }) {
  const { at } = useFormContext();
  const { connectors } = useAutocompleteNames();
  const isObject = isJsonObject(at(path) ?? {});
  return (
    <>
      {isObject && (
        <TextField
          path={[...path, 'connector']}
          title="Connector"
          hint="The judge’s model; empty for the one of the workspace"
          suggestions={connectors}
        />
      )}
      {(!isObject || at([...path, 'metadata']) !== undefined || at([...path.slice(0, -1), 'use']) !== undefined) && (
        <JsonField path={path} title="Options (JSON)" />
      )}
    </>
  );
}

/** A field to choose the judge: an agent of the workspace, or the built-in judge. */
export function JudgeField({ path }: { path: JsonPath }) {
  const { agents } = useAutocompleteNames();
  return (
    <TextField
      path={path}
      title="Judge"
      placeholder="The built-in judge"
      hint="An agent of yours; empty for the built-in judge"
      suggestions={agents.map((id) => `agents:${id}`)}
    />
  );
}
