import { Button } from '@/components/ui/button';
import type { JsonPath } from '@/runner/authoring';
import { simulatorPlayers, simulatorTraits } from '@/runner/contract';
import { isJsonObject, type Json, type JsonObject } from '@/runner/values';
import { CountField } from './count-field';
import { FieldProblems } from './field-problems';
import { useForm } from './form-case-context';
import { FormSection } from './form-section';
import { InvalidPart } from './invalid-part';
import { JsonField } from './json-field';
import { TextField } from './text-field';
import { useAgentIds } from './use-agent-ids';

const path = ['simulator'];
const options = [...path, 'options'];
const userKeys = new Set([...['goal', 'facts', 'unknown', 'persona', 'traits', 'give_up', 'language', 'seed', 'by']]);

/** Shows the fields of the simulator, its persona and goal. */
export function SimulatorSection() {
  const { at, keysAt } = useForm();
  const agents = useAgentIds();
  const simulator = at(path);
  const others = keysAt(path).filter((key) => key !== 'use' && key !== 'options');
  return (
    <FormSection title="Simulator" actions={<SimulatorButton simulator={simulator} first={agents[0]} />}>
      {simulator === undefined && (
        <p className="text-ink-faint text-xs">No simulator: the conversation ends after the first answer.</p>
      )}
      {simulator === undefined && <FieldProblems path={path} />}
      {typeof simulator === 'string' && <TextField path={path} title="Agent" keepEmpty suggestions={agents} />}
      {isJsonObject(simulator) && simulator.use === undefined && simulator.options === undefined && (
        <BuiltInUser user={simulator} />
      )}
      {isJsonObject(simulator) && (simulator.use !== undefined || simulator.options !== undefined) && (
        <>
          <TextField path={[...path, 'use']} title="Agent" keepEmpty suggestions={agents} />
          <MetadataText name="persona" title="Persona" />
          <MetadataText name="goal" title="Goal" />
          <TextField path={[...options, 'connector']} title="Connector" />
          <JsonField path={[...options, 'metadata']} title="Metadata (JSON)" hint="Persona, goal and anything else" />
          {others.map((key) => (
            <InvalidPart key={key} path={[...path, key]} title={key} />
          ))}
        </>
      )}
      {Array.isArray(simulator) && (
        <JsonField path={path} title="The user says (JSON)" hint='Messages in order, or {"input": …, "assert": …}' />
      )}
      {simulator !== undefined && typeof simulator !== 'string' && typeof simulator !== 'object' && (
        <InvalidPart path={path} title="Simulator" wanted="an agent" />
      )}
      <CountField path={['max_turns']} title="Max turns" hint="20 by default" />
    </FormSection>
  );
}

/** The fields of the built-in user, which needs no agent. */
function BuiltInUser({ user }: { user: JsonObject }) {
  const { keysAt } = useForm();
  const others = keysAt(path).filter((key) => !userKeys.has(key));
  return (
    <>
      {Array.isArray(user.goal) ? (
        <JsonField path={[...path, 'goal']} title="Goals (JSON)" hint="Brought up one after the other" />
      ) : (
        <TextField path={[...path, 'goal']} title="Goal" lines={2} keepEmpty />
      )}
      <JsonField path={[...path, 'facts']} title="Facts (JSON)" hint='Told when asked: {"order number": "W2378156"}' />
      <JsonField path={[...path, 'unknown']} title="Does not know (JSON)" hint='["phone number"]' />
      <TextField path={[...path, 'persona']} title="Persona" lines={2} />
      <JsonField path={[...path, 'traits']} title="Traits (JSON)" hint={simulatorTraits.join(', ')} />
      <CountField path={[...path, 'give_up']} title="Gives up after refusals" hint="2 by default" />
      <TextField path={[...path, 'language']} title="Language" suggestions={[]} />
      <TextField path={[...path, 'seed']} title="Seed" />
      <TextField path={[...path, 'by']} title="Played by" suggestions={[...simulatorPlayers]} />
      {others.map((key) => (
        <InvalidPart key={key} path={[...path, key]} title={key} />
      ))}
    </>
  );
}

function MetadataText({ name, title }: { name: string; title: string }) {
  const place: JsonPath = [...options, 'metadata', name];
  return <TextField path={place} title={title} lines={2} />;
}

function SimulatorButton({ simulator, first }: { simulator: Json | undefined; first: string | undefined }) {
  const { apply, readOnly, textAt, focusAt } = useForm();
  if (readOnly) return null;
  if (simulator === undefined) {
    return (
      <Button
        size="sm"
        onClick={() => {
          const value = { use: first ?? '', options: { metadata: { persona: '', goal: '' } } };
          apply([{ kind: 'set', path, value }], 'Add a simulator');
          focusAt(path);
        }}
      >
        Add a simulator
      </Button>
    );
  }
  return (
    <>
      {typeof simulator === 'string' && (
        <Button
          size="sm"
          look="quiet"
          onClick={() => {
            const text = `{"use": ${textAt(path)}, "options": {"metadata": {"persona": "", "goal": ""}}}`;
            apply([{ kind: 'write', path, text }], 'Give the simulator a persona');
            focusAt([...options, 'metadata', 'persona']);
          }}
        >
          Add persona and goal
        </Button>
      )}
      <Button size="sm" look="quiet" onClick={() => apply([{ kind: 'remove', path }], 'Remove the simulator')}>
        Remove
      </Button>
    </>
  );
}
