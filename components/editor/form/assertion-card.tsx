import { assertionTypeDescriptions, conversationKeys, type JsonPath } from '@/runner/authoring';
import type { AssertionType } from '@/runner/contract';
import { isJsonObject } from '@/runner/values';
import { AssertionFields } from './assertion-fields';
import { isAssertionType, typeOptions, withAssertionType } from './assertion-types';
import { ChoiceField } from './choice-field';
import { FlagField } from './flag-field';
import { useFormContext } from './form-case-context';
import { ListItemButtons } from './list-buttons';
import { buildRemoveValueEdit } from './remove-value-edit';
import { ReadOnlySourceField } from './source-only-field';
import { TextField } from './text-field';

const DEFAULT_SCOPE = 'usual';
const scopeOptions = [
  {
    value: DEFAULT_SCOPE,
    text: 'Default',
    hint: 'depends on the type of the assertion: any turn, all calls, or the last turn',
  },
  { value: 'any', text: 'In any turn' },
  { value: 'every', text: 'In every turn' },
  { value: 'last', text: 'In the last turn' },
];

/** The types of assertions that check the whole conversation and therefore cannot be limited to turns. */
const conversationAssertionTypes: ReadonlySet<AssertionType> = new Set(['tools', 'limits', 'state', 'elicited']);

/** A field for the turns of a conversation in which an assertion has to hold. */
function AssertionTurnsField({ path, type }: { path: JsonPath; type: AssertionType }) {
  const form = useFormContext();
  const fieldPath = [...path, 'on'];
  const scope = form.at(fieldPath);
  const isConversation = conversationKeys.some((key) => form.at([key]) !== undefined);
  if (scope === undefined && (!isConversation || conversationAssertionTypes.has(type))) return null;
  return (
    <ChoiceField
      path={fieldPath}
      title="Holds"
      value={typeof scope === 'string' ? scope : DEFAULT_SCOPE}
      options={scopeOptions}
      onChoose={(chosenScope) =>
        form.apply(
          [
            chosenScope === DEFAULT_SCOPE
              ? buildRemoveValueEdit(form, fieldPath)
              : { kind: 'set', path: fieldPath, value: chosenScope },
          ],
          'Change the turns',
        )
      }
    />
  );
}

type Props = { listPath: JsonPath; index: number; count: number };

export function AssertionCard({ listPath, index, count }: Props) {
  const { at, apply } = useFormContext();
  const path = [...listPath, index];
  const assertion = at(path);
  const type = at([...path, 'type']);
  const buttons = (
    <ListItemButtons
      path={listPath}
      index={index}
      count={count}
      name={`assertion ${index + 1}`}
      whenLast={{ kind: 'remove', path: listPath }}
      copied={() => ({ kind: 'insert', path: listPath, index: index + 1, value: assertion ?? null })}
    />
  );
  if (!isJsonObject(assertion) || !isAssertionType(type)) {
    return (
      <li className="flex items-start gap-2 rounded-md border bg-surface p-3">
        <div className="min-w-0 grow">
          <ReadOnlySourceField
            path={path}
            title={`Assertion ${index + 1}`}
            expectedType="an assertion with a known type"
          />
        </div>
        {buttons}
      </li>
    );
  }
  return (
    <li className="flex flex-col gap-2.5 rounded-md border bg-surface p-3">
      <div className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <ChoiceField
            path={[...path, 'type']}
            title={`Assertion ${index + 1}`}
            value={type}
            options={typeOptions}
            onChoose={(chosenType) => {
              if (isAssertionType(chosenType) && chosenType !== type) {
                apply(
                  [{ kind: 'set', path, value: withAssertionType(assertion, chosenType) }],
                  `Change to: ${assertionTypeDescriptions[chosenType].title}`,
                );
              }
            }}
          />
        </div>
        {buttons}
      </div>
      <AssertionFields path={path} type={type} />
      {(listPath[0] === 'assert' || at([...path, 'on']) !== undefined) && (
        <AssertionTurnsField path={path} type={type} />
      )}
      <div className="grid items-end gap-2.5 sm:grid-cols-[minmax(0,1fr)_auto]">
        <TextField path={[...path, 'message']} title="Message when it fails" />
        <div className="pb-1.5">
          <FlagField path={[...path, 'negate']} title="Negate" />
        </div>
      </div>
    </li>
  );
}
