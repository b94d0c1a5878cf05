import { useState } from 'react';
import { useCaseDocument } from '@/components/editor/document/case-document';
import { LinkButton } from '@/components/ui/links';
import type { SelectOption } from '@/components/ui/select';
import type { CaseEdit } from '@/runner/authoring';
import { replaceInvisibleCharacters } from '@/runner/format';
import type { Json } from '@/runner/values';
import { ChoiceField } from '../choice-field';
import { CountField } from '../count-field';
import { FieldProblems } from '../field-problems';
import { useFormContext } from '../form-case-context';
import { FormSection } from '../form-section';
import { JsonField } from '../json-field';
import { ReadOnlySourceField } from '../source-only-field';
import { useAutocompleteNames } from '../use-autocomplete-names';
import { AgentSimulatorFields } from './agent-simulator-fields';
import { BuiltInSimulatorFields } from './built-in-simulator-fields';
import { detectSimulatorType, type SimulatorType, switchToAgent, switchToBuiltIn } from './simulator-type';

const simulatorPath = ['simulator'];
const CHANGE_SIMULATOR_LABEL = 'Change who plays the user';

const simulatorTypeOptions: readonly (SelectOption & { value: SimulatorType })[] = [
  { value: 'built-in', text: 'The built-in user', hint: 'has a goal and facts; needs no agent and no model' },
  { value: 'agent', text: 'An agent of mine', hint: 'plays the user itself' },
  { value: 'nobody', text: 'Nobody', hint: 'the conversation ends after the first answer' },
];
const writtenMessagesOption: SelectOption = {
  value: 'messages',
  text: 'Written messages',
  hint: 'sent one after the other',
};

/** The fields for the user of a conversation: who plays the user, and what the user wants and knows. */
export function SimulatorSection() {
  const form = useFormContext();
  const player = detectSimulatorType(form);
  return (
    <FormSection title="User">
      {player === undefined ? (
        <ReadOnlySourceField path={simulatorPath} title="Simulator" expectedType="an agent, or an object with a goal" />
      ) : (
        <SimulatorTypeField player={player} />
      )}
      {player === 'built-in' && <BuiltInSimulatorFields />}
      {player === 'agent' && <AgentSimulatorFields />}
      {player === 'messages' && (
        <JsonField
          path={simulatorPath}
          title="The user says (JSON)"
          hint='Messages in order, or {"input": …, "assert": …}'
        />
      )}
      <CountField path={['max_turns']} title="Max turns" hint="20 by default" />
    </FormSection>
  );
}

/**
 * A field to choose who plays the user. Lists the values that the choice removes, because the new simulator has no
 * field for them; undo restores them.
 */
function SimulatorTypeField({ player }: { player: SimulatorType }) {
  const form = useFormContext();
  const { undo, undoLabel } = useCaseDocument();
  const { agents } = useAutocompleteNames();
  const [left, setLeft] = useState<ReadonlyMap<SimulatorType, { value: Json; text: string }>>(new Map());
  const [removedFields, setRemovedFields] = useState<string[]>([]);
  function switchSimulatorType(next: SimulatorType): void {
    if (next === player) return;
    const { edits, removed: lostFields } = buildSimulatorTypeEdits(next);
    const text = form.textAt(simulatorPath);
    if (text !== undefined) setLeft(new Map(left).set(player, { value: form.at(simulatorPath) ?? null, text }));
    setRemovedFields(lostFields);
    form.apply(edits, CHANGE_SIMULATOR_LABEL);
  }
  function buildSimulatorTypeEdits(next: SimulatorType): { edits: CaseEdit[]; removed: string[] } {
    if (next === 'nobody') return { edits: [{ kind: 'remove', path: simulatorPath }], removed: ['the user'] };
    const earlier = left.get(next);
    if (player === 'nobody' && earlier !== undefined) {
      return { edits: [{ kind: 'write', path: simulatorPath, text: earlier.text }], removed: [] };
    }
    if (next === 'agent') return switchToAgent(form, { agent: agents[0] ?? '', before: earlier?.value });
    return switchToBuiltIn(form);
  }
  return (
    <>
      <ChoiceField
        path={player === 'nobody' ? simulatorPath : [...simulatorPath, 'played by']}
        title="Played by"
        value={player}
        options={player === 'messages' ? [...simulatorTypeOptions, writtenMessagesOption] : simulatorTypeOptions}
        onChoose={(chosenType) => {
          const next = simulatorTypeOptions.find(({ value }) => value === chosenType);
          if (next !== undefined && !form.readOnly) switchSimulatorType(next.value);
        }}
      />
      <SimulatorProblems />
      {removedFields.length > 0 && undoLabel === CHANGE_SIMULATOR_LABEL && (
        <p role="status" className="text-ink-soft text-xs">
          Removed: {replaceInvisibleCharacters(removedFields.join(', '))}. <LinkButton onClick={undo}>Undo</LinkButton>
        </p>
      )}
    </>
  );
}

/** Shows problems of the simulator as a whole. Problems of its parts are shown at their fields. */
function SimulatorProblems() {
  const form = useFormContext();
  const fieldProblems = form.keysAt(simulatorPath).flatMap((key) => form.problemsAt([...simulatorPath, key]));
  if (form.problemsAt(simulatorPath).every((problem) => fieldProblems.some(({ from }) => from === problem.from)))
    return null;
  return <FieldProblems path={simulatorPath} />;
}
