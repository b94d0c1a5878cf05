import { useState } from 'react';
import { useCaseDocument } from '@/components/editor/document/case-document';
import { LinkButton } from '@/components/ui/links';
import type { SelectOption } from '@/components/ui/select';
import type { CaseEdit } from '@/runner/authoring';
import { visibleText } from '@/runner/format';
import type { Json } from '@/runner/values';
import { ChoiceField } from '../choice-field';
import { CountField } from '../count-field';
import { FieldProblems } from '../field-problems';
import { useForm } from '../form-case-context';
import { FormSection } from '../form-section';
import { InvalidPart } from '../invalid-part';
import { JsonField } from '../json-field';
import { useNames } from '../use-names';
import { AgentUserFields } from './agent-user-fields';
import { BuiltInUserFields } from './built-in-user-fields';
import { type Player, readPlayer, switchToAgent, switchToBuiltIn } from './switch-player';

const path = ['simulator'];
const SWITCH = 'Change who plays the user';

const choices: readonly (SelectOption & { value: Player })[] = [
  { value: 'built-in', text: 'The built-in user', hint: 'has a goal and facts; needs no agent and no model' },
  { value: 'agent', text: 'An agent of mine', hint: 'plays the user itself' },
  { value: 'nobody', text: 'Nobody', hint: 'the conversation ends after the first answer' },
];
const messages: SelectOption = { value: 'messages', text: 'Written messages', hint: 'sent one after the other' };

/** The user of a conversation: who plays it, and what it wants and knows. */
export function SimulatorSection() {
  const form = useForm();
  const player = readPlayer(form);
  return (
    <FormSection title="User">
      {player === undefined ? (
        <InvalidPart path={path} title="Simulator" wanted="an agent, or an object with a goal" />
      ) : (
        <PlayerField player={player} />
      )}
      {player === 'built-in' && <BuiltInUserFields />}
      {player === 'agent' && <AgentUserFields />}
      {player === 'messages' && (
        <JsonField path={path} title="The user says (JSON)" hint='Messages in order, or {"input": …, "assert": …}' />
      )}
      <CountField path={['max_turns']} title="Max turns" hint="20 by default" />
    </FormSection>
  );
}

/** The one control for who plays. What the new player has no field for is named, and undo brings it back. */
function PlayerField({ player }: { player: Player }) {
  const form = useForm();
  const { undo, undoLabel } = useCaseDocument();
  const { agents } = useNames();
  const [left, setLeft] = useState<ReadonlyMap<Player, { value: Json; text: string }>>(new Map());
  const [removed, setRemoved] = useState<string[]>([]);
  function choose(next: Player): void {
    if (next === player) return;
    const { edits, removed: lost } = switchEdits(next);
    const text = form.textAt(path);
    if (text !== undefined) setLeft(new Map(left).set(player, { value: form.at(path) ?? null, text }));
    setRemoved(lost);
    form.apply(edits, SWITCH);
  }
  function switchEdits(next: Player): { edits: CaseEdit[]; removed: string[] } {
    if (next === 'nobody') return { edits: [{ kind: 'remove', path }], removed: ['the user'] };
    const earlier = left.get(next);
    if (player === 'nobody' && earlier !== undefined) {
      return { edits: [{ kind: 'write', path, text: earlier.text }], removed: [] };
    }
    if (next === 'agent') return switchToAgent(form, { agent: agents[0] ?? '', before: earlier?.value });
    return switchToBuiltIn(form);
  }
  return (
    <>
      <ChoiceField
        path={player === 'nobody' ? path : [...path, 'played by']}
        title="Played by"
        value={player}
        options={player === 'messages' ? [...choices, messages] : choices}
        onChoose={(chosen) => {
          const next = choices.find(({ value }) => value === chosen);
          if (next !== undefined && !form.readOnly) choose(next.value);
        }}
      />
      <ProblemsOfWhole />
      {removed.length > 0 && undoLabel === SWITCH && (
        <p role="status" className="text-ink-soft text-xs">
          Removed: {visibleText(removed.join(', '))}. <LinkButton onClick={undo}>Undo</LinkButton>
        </p>
      )}
    </>
  );
}

/** Shows problems of the simulator as a whole; those of its parts stand at their fields. */
function ProblemsOfWhole() {
  const form = useForm();
  const parts = form.keysAt(path).flatMap((key) => form.problemsAt([...path, key]));
  if (form.problemsAt(path).every((problem) => parts.some(({ from }) => from === problem.from))) return null;
  return <FieldProblems path={path} />;
}
