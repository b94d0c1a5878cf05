import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useCaseDocument } from '@/components/editor/document/case-document';
import { ChooseCase } from '@/components/editor/document/choose-case';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { conversationKeys } from '@/runner/authoring';
import { replaceInvisibleCharacters } from '@/runner/format';
import { isJsonObject } from '@/runner/values';
import { CheckpointsSection } from './checkpoints/checkpoints-section';
import { ChecksSection } from './checks-section';
import { ChipsField } from './chips-field';
import { ChoiceField } from './choice-field';
import { FlagField } from './flag-field';
import { FormCaseProvider, useFormContext } from './form-case-context';
import { FormSection } from './form-section';
import { IdField } from './id-field';
import { InputSection } from './input-section';
import { JsonField } from './json-field';
import { buildRemoveValueEdit } from './remove-value-edit';
import { RulesSection } from './rules-section';
import { SimulatorSection } from './simulator/simulator-section';
import { ReadOnlySourceField } from './source-only-field';
import { TextField } from './text-field';
import { useAutocompleteNames } from './use-autocomplete-names';
import { isTooLongForForm, useFormCase } from './use-form-case';

/**
 * Shows the selected case as a form that edits the text of the file. Parts of the text that are not edited stay
 * unchanged, byte for byte.
 */
export function FormView({ newCase, onSource }: { newCase?: string | undefined; onSource: () => void }) {
  const { checked, selected } = useCaseDocument();
  const formCase = useFormCase();
  if (formCase !== undefined) {
    return (
      <FormCaseProvider formCase={formCase} onSource={onSource}>
        {/* The key gives each case its own form, so that unfinished input stays with the case where it was typed. */}
        <FormFields key={formCase.from} isNew={newCase !== undefined && newCase === formCase.at(['id'])} />
      </FormCaseProvider>
    );
  }
  if (selected === undefined) {
    return <ChooseCase title="Select a case to edit it as a form." />;
  }
  if (isTooLongForForm(selected)) {
    return (
      <Notice title="This case is too long for the form." details={['The source view shows texts of any length.']}>
        <Button onClick={onSource}>Edit in source</Button>
      </Notice>
    );
  }
  const problems = (checked?.problems ?? []).filter(({ from }) => from >= selected.from && from <= selected.to);
  return (
    <Notice
      title="This case cannot be shown as a form yet."
      details={problems
        .map(({ line, column, message }) => `Line ${line}:${column}: ${replaceInvisibleCharacters(message)}`)
        .slice(0, 5)}
    >
      <Button onClick={onSource}>Edit in source</Button>
    </Notice>
  );
}

function FormFields({ isNew }: { isNew: boolean }) {
  const fields = useRef<HTMLFormElement>(null);
  useSelectFirstText(fields, isNew);
  const form = useFormContext();
  const { undo, redo } = useCaseDocument();
  // Handles undo instead of the browser, whose undo ignores changes made in other fields or in the source view.
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (event.shiftKey) redo();
    else undo();
  }
  const isDynamic = conversationKeys.some((key) => (form.at([key]) ?? undefined) !== undefined);
  const isScripted = (form.at(['turns']) ?? undefined) !== undefined;
  return (
    <form
      ref={fields}
      aria-label={`Case ${replaceInvisibleCharacters(String(form.at(['id']) ?? ''))}`}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      className="flex min-h-0 grow flex-col overflow-y-auto bg-surface"
    >
      <FormSection title="Case">
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
          <IdField path={['id']} title="Id" onRename={form.rename} />
          <TextField path={['name']} title="Name" />
        </div>
      </FormSection>
      <InputSection userSpeaksFirst={isDynamic && !isScripted} />
      {isDynamic ? (
        <>
          {isScripted && (
            <FormSection title="What the user says">
              <JsonField path={['turns']} title="Turns (JSON)" hint='["Hello", {"input": "Bye", "assert": …}]' />
            </FormSection>
          )}
          {!isScripted && <SimulatorSection />}
          <CheckpointsSection />
          <RulesSection />
        </>
      ) : (
        <ChecksSection />
      )}
      <MocksSection />
      <SettingsSection />
      <UnsupportedKeys isDynamic={isDynamic} />
    </form>
  );
}

/** Selects the text of the first field of a new case, the message or the goal, so that typing replaces it. */
function useSelectFirstText(form: RefObject<HTMLFormElement | null>, isNew: boolean): void {
  const isFirst = useRef(isNew);
  useEffect(() => {
    if (!isFirst.current) return;
    isFirst.current = false;
    const text = [...(form.current?.querySelectorAll('textarea') ?? [])].find(({ value }) => value !== '');
    text?.focus();
    text?.select();
  }, [form]);
}

const formKeyNames = [
  'id name input user team metadata options timeout skip quarantine expect tags before after assert assertion assertions expected',
  'simulator checkpoints max_turns turns never until strict mocks state pass',
];
const formKeys = new Set(formKeyNames.join(' ').split(' '));

/** Shows the keys for which the form has no fields. They are kept unchanged. */
function UnsupportedKeys({ isDynamic }: { isDynamic: boolean }) {
  const { keysAt } = useFormContext();
  const neighbourKeys = isDynamic ? ['expected'] : ['max_turns', 'until', 'strict'];
  const others = keysAt([]).filter(
    (key) => !formKeys.has(key.toLowerCase()) || neighbourKeys.includes(key.toLowerCase()),
  );
  if (others.length === 0) return null;
  return (
    <FormSection title="Other fields">
      {others.map((key, index) => (
        <ReadOnlySourceField key={`${key} ${index}`} path={[key]} title={key} />
      ))}
    </FormSection>
  );
}

const otherSettingKeys = ['mode', 'search', 'disable_global_prompts', 'metadata', 'skip'];

/** Shows the fields that determine how the case runs, such as its timeout, user and options. */
function SettingsSection() {
  const { at } = useFormContext();
  const { connectors, hooks } = useAutocompleteNames();
  const options = at(['options']) ?? {};
  return (
    <FormSection title="Settings">
      <ChipsField path={['tags']} title="Tags" noun="tag" />
      <FlagField path={['skip']} title="Skip this case" />
      <FlagField path={['quarantine']} title="Quarantine: runs, but does not count in rates and gates" />
      <ExpectationField />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField path={['timeout']} title="Timeout" hint="30s, 2m30s, 1.5h" />
        {isJsonObject(options) && (
          <TextField path={['options', 'connector']} title="Connector" suggestions={connectors} />
        )}
        <TextField path={['user']} title="User" />
        <TextField path={['team']} title="Team" />
        <TextField path={['before']} title="Before" hint="scripts.module.Function, run first" suggestions={hooks} />
        <TextField path={['after']} title="After" hint="scripts.module.Function, run last" suggestions={hooks} />
      </div>
      {isJsonObject(options) ? (
        <JsonField path={['options']} title="Options (JSON)" hint={`connector, ${otherSettingKeys.join(', ')}`} />
      ) : (
        <ReadOnlySourceField path={['options']} title="Options" expectedType="an object" />
      )}
      <JsonField path={['metadata']} title="Metadata (JSON)" />
    </FormSection>
  );
}

const DEFAULT_EXPECTATION = 'pass';
const expectationOptions = [
  { value: DEFAULT_EXPECTATION, text: 'To pass' },
  { value: 'fail', text: 'To fail', hint: 'does not count in rates and gates; reported when it passes' },
];

function ExpectationField() {
  const form = useFormContext();
  const expected = form.at(['expect']);
  return (
    <ChoiceField
      path={['expect']}
      title="Expected"
      value={typeof expected === 'string' ? expected : DEFAULT_EXPECTATION}
      options={expectationOptions}
      onChoose={(chosenOption) =>
        form.apply(
          [
            chosenOption === DEFAULT_EXPECTATION
              ? buildRemoveValueEdit(form, ['expect'])
              : { kind: 'set', path: ['expect'], value: chosenOption },
          ],
          'Change what is expected',
        )
      }
    />
  );
}

/** Shows the fields for the mocks of the agent's tools and for the data of the mocks. */
function MocksSection() {
  return (
    <FormSection title="Mocks and state">
      <JsonField path={['mocks']} title="Mocks (JSON)" hint='{"get_order": {"result": {"$state": "$.orders"}}}' />
      <JsonField path={['state']} title="State (JSON)" hint='{"orders": []}, or the path of a JSON file' />
      <JsonField path={['pass']} title="Real tools that may be called (JSON)" hint='["get_*"]' />
      <JsonField
        path={['inject']}
        title="Hostile text (JSON)"
        hint='{"into": "get_order.$.note", "text": "@important_message", "goal": {"type": "tool_called", "name": "refund"}}'
      />
    </FormSection>
  );
}
