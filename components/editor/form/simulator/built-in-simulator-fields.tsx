import type { SelectOption } from '@/components/ui/select';
import { ChipsField } from '../chips-field';
import { ChoiceField } from '../choice-field';
import { CountField } from '../count-field';
import { useFormContext } from '../form-case-context';
import { JsonField } from '../json-field';
import { buildRemoveValueEdit } from '../remove-value-edit';
import { ScalarField } from '../scalar-field';
import { SourceOnlyField } from '../source-only-field';
import { TextField } from '../text-field';
import { isTextOrTexts, TextListField } from '../text-list-field';
import { FactsTable } from './facts-table';
import { isUserField } from './simulator-type';
import { TraitsField } from './traits-field';

const path = ['simulator'];
const goal = [...path, 'goal'];
const by = [...path, 'by'];

/** The fields for the built-in simulator, which needs no agent. */
export function BuiltInSimulatorFields() {
  const { at, keysAt } = useFormContext();
  const others = keysAt(path).filter((key) => !isUserField(key));
  return (
    <>
      {isTextOrTexts(at(goal)) ? (
        <TextListField path={goal} title="Goal" another="Add a next goal" hint="What the user wants" />
      ) : (
        <JsonField path={goal} title="Goals (JSON)" required />
      )}
      <FactsTable />
      <ChipsField
        path={[...path, 'unknown']}
        title="Does not know"
        noun="name"
        hint="The user answers “I don’t know” when asked for these, as for anything that is not a fact below."
      />
      <TextField
        path={[...path, 'persona']}
        title="Persona"
        lines={2}
        hint="Sets the tone, never the facts that the user tells"
      />
      <TraitsField />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <MessageAuthorField />
        <CountField path={[...path, 'give_up']} title="Gives up after refusals" hint="2 by default" />
        <TextField
          path={[...path, 'language']}
          title="Language"
          hint="Language tag; en by default"
          suggestions={languages}
        />
        <ScalarField path={[...path, 'seed']} title="Seed" hint="Derived from suite, case and attempt by default" />
      </div>
      {others.map((key) => (
        <SourceOnlyField key={key} path={[...path, key]} title={key} />
      ))}
    </>
  );
}

const languages = ['en', 'de', 'es', 'fr', 'it', 'ja', 'pt', 'zh'];
const DEFAULT_AUTHOR = 'default';
const messageAuthors: SelectOption[] = [
  { value: DEFAULT_AUTHOR, text: 'Default', hint: 'rules, unless the workspace or the run names a model' },
  { value: 'rules', text: 'Rules', hint: 'no cost; the same messages in every run' },
  { value: 'model', text: 'A model', hint: 'free wording; each message is checked' },
];

function MessageAuthorField() {
  const form = useFormContext();
  const value = form.at(by) ?? DEFAULT_AUTHOR;
  const isListed = messageAuthors.some((speaker) => speaker.value === value);
  return (
    <ChoiceField
      path={by}
      title="Messages written by"
      value={String(value)}
      options={isListed ? messageAuthors : [...messageAuthors, { value: String(value), text: String(value) }]}
      onChoose={(chosenPlayer) =>
        form.apply(
          [
            chosenPlayer === DEFAULT_AUTHOR
              ? buildRemoveValueEdit(form, by)
              : { kind: 'set', path: by, value: chosenPlayer },
          ],
          'Change who writes the user’s messages',
        )
      }
    />
  );
}
