import type { SelectOption } from '@/components/ui/select';
import { ChipsField } from '../chips-field';
import { ChoiceField } from '../choice-field';
import { CountField } from '../count-field';
import { useFormContext } from '../form-case-context';
import { JsonField } from '../json-field';
import { buildRemoveValueEdit } from '../remove-value-edit';
import { ScalarField } from '../scalar-field';
import { ReadOnlySourceField } from '../source-only-field';
import { TextField } from '../text-field';
import { isTextOrTexts, TextListField } from '../text-list-field';
import { FactsTable } from './facts-table';
import { isUserField } from './simulator-type';
import { TraitsField } from './traits-field';

const simulatorPath = ['simulator'];
const goalPath = [...simulatorPath, 'goal'];
const messageAuthorPath = [...simulatorPath, 'by'];

/** The fields for the built-in simulator, which needs no agent. */
export function BuiltInSimulatorFields() {
  const { at, keysAt } = useFormContext();
  const others = keysAt(simulatorPath).filter((key) => !isUserField(key));
  return (
    <>
      {isTextOrTexts(at(goalPath)) ? (
        <TextListField path={goalPath} title="Goal" another="Add a next goal" hint="What the user wants" />
      ) : (
        <JsonField path={goalPath} title="Goals (JSON)" required />
      )}
      <FactsTable />
      <ChipsField
        path={[...simulatorPath, 'unknown']}
        title="Does not know"
        noun="name"
        hint="The user answers “I don’t know” when asked for these, as for anything that is not a fact below."
      />
      <TextField
        path={[...simulatorPath, 'persona']}
        title="Persona"
        lines={2}
        hint="Sets the tone, never the facts that the user tells"
      />
      <TraitsField />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <MessageAuthorField />
        <CountField path={[...simulatorPath, 'give_up']} title="Gives up after refusals" hint="2 by default" />
        <TextField
          path={[...simulatorPath, 'language']}
          title="Language"
          hint="Language tag; en by default"
          suggestions={suggestedLanguages}
        />
        <ScalarField
          path={[...simulatorPath, 'seed']}
          title="Seed"
          hint="Derived from suite, case and attempt by default"
        />
      </div>
      {others.map((key) => (
        <ReadOnlySourceField key={key} path={[...simulatorPath, key]} title={key} />
      ))}
    </>
  );
}

const suggestedLanguages = ['en', 'de', 'es', 'fr', 'it', 'ja', 'pt', 'zh'];
const DEFAULT_AUTHOR = 'default';
const messageAuthors: SelectOption[] = [
  { value: DEFAULT_AUTHOR, text: 'Default', hint: 'rules, unless the workspace or the run names a model' },
  { value: 'rules', text: 'Rules', hint: 'no cost; the same messages in every run' },
  { value: 'model', text: 'A model', hint: 'free wording; each message is checked' },
];

function MessageAuthorField() {
  const form = useFormContext();
  const value = form.at(messageAuthorPath) ?? DEFAULT_AUTHOR;
  const isListed = messageAuthors.some((speaker) => speaker.value === value);
  return (
    <ChoiceField
      path={messageAuthorPath}
      title="Messages written by"
      value={String(value)}
      options={isListed ? messageAuthors : [...messageAuthors, { value: String(value), text: String(value) }]}
      onChoose={(chosenPlayer) =>
        form.apply(
          [
            chosenPlayer === DEFAULT_AUTHOR
              ? buildRemoveValueEdit(form, messageAuthorPath)
              : { kind: 'set', path: messageAuthorPath, value: chosenPlayer },
          ],
          'Change who writes the user’s messages',
        )
      }
    />
  );
}
