import { type AssertionField, assertionTypeDescriptions, type JsonPath } from '@/runner/authoring';
import { type AssertionType, valueTypes } from '@/runner/contract';
import { isJsonObject } from '@/runner/values';
import { keysOfAssertionType } from './assertion-types';
import { ChoiceField } from './choice-field';
import { CountField } from './count-field';
import { AskBeforeToolCallField, ElicitedFactsField } from './elicited-fields';
import { FlagField } from './flag-field';
import { useFormContext } from './form-case-context';
import { JsonField } from './json-field';
import { CriteriaField, JudgeField, JudgeOptions } from './judge-fields';
import { ReadOnlySourceField } from './source-only-field';
import { TextField } from './text-field';
import { ToolCalledFields } from './tool-called-fields';
import { useAutocompleteNames } from './use-autocomplete-names';
import { useLastAnswerJsonPaths } from './use-last-answer';
import { ValueField } from './value-field';

type Props = { path: JsonPath; type: AssertionType };

/** Shows the fields of an assertion's type. Other keys of the assertion follow; only the source view can edit them. */
export function AssertionFields({ path, type }: Props) {
  const { keysAt } = useFormContext();
  const knownKeys = new Set(keysOfAssertionType(type));
  const others = keysAt(path).filter((key) => !knownKeys.has(key.toLowerCase()));
  return (
    <>
      {assertionTypeDescriptions[type].fields.map((field) => (
        <AssertionFieldControl
          key={field.key}
          assertion={path}
          field={field}
          isNeeded={field.key in assertionTypeDescriptions[type].initialContent}
        />
      ))}
      {others.map((key) => (
        <ReadOnlySourceField key={key} path={[...path, key]} title={key} />
      ))}
    </>
  );
}

type FieldProps = { assertion: JsonPath; field: AssertionField; isNeeded: boolean };

/**
 * The control for a field of an assertion. `isNeeded` is true for fields that every new assertion has: their key stays
 * in the file even if its text is empty.
 */
function AssertionFieldControl({ assertion, field, isNeeded }: FieldProps) {
  const { at, apply } = useFormContext();
  const paths = useLastAnswerJsonPaths();
  const { functions } = useAutocompleteNames();
  const { key, or = [], control, ...words } = field;
  const path = [...assertion, or.find((other) => at([...assertion, other]) !== undefined) ?? key];
  switch (control) {
    case 'value':
      return <ValueField path={path} {...words} />;
    case 'text':
      return <TextField path={path} keepEmpty={isNeeded} {...words} />;
    case 'json':
      return <JsonField path={path} {...words} />;
    case 'flag':
      return <FlagField path={path} title={words.title} />;
    case 'json_path':
      return <TextField path={path} suggestions={paths} {...words} />;
    case 'odd_count':
      return <CountField path={path} title={words.title} hint={words.hint ?? ''} />;
    case 'criteria':
      return <CriteriaField path={assertion} />;
    case 'judge':
      return <JudgeField path={path} />;
    case 'judge_options':
      return <JudgeOptions path={path} />;
    case 'facts':
      return <ElicitedFactsField path={path} />;
    case 'call_before':
      return <AskBeforeToolCallField path={path} />;
    case 'function':
      return <TextField path={path} keepEmpty={isNeeded} suggestions={functions} {...words} />;
    case 'value_type':
      return (
        <ChoiceField
          path={path}
          title={words.title}
          value={String(at(path) ?? '')}
          options={valueTypes.map((name) => ({ value: name, text: name }))}
          onChoose={(chosenType) => apply([{ kind: 'set', path, value: chosenType }], `Type ${chosenType}`)}
        />
      );
    case 'tool_call':
      return <ToolCalledFields path={assertion} />;
    case 'tool_result':
      if (!isJsonObject(at(path)))
        return <ReadOnlySourceField path={path} title="Value" expectedType='{"tool": …, "result": …}' />;
      return (
        <>
          <TextField path={[...path, 'tool']} title="Tool" keepEmpty />
          <JsonField
            path={[...path, 'result']}
            title="Result (JSON)"
            hint='Values that must match; "regex:…" is a pattern. Empty: the call must succeed.'
          />
        </>
      );
    default: {
      control satisfies never;
      return null;
    }
  }
}
