import { LinkButton } from '@/components/ui/links';
import { isJsonObject } from '@/runner/values';
import { useFormContext } from '../form-case-context';
import { JsonField } from '../json-field';
import { ReadOnlySourceField } from '../source-only-field';
import { TextField } from '../text-field';
import { useAutocompleteNames } from '../use-autocomplete-names';

const simulatorPath = ['simulator'];
const optionsPath = [...simulatorPath, 'options'];
const metadataPath = [...optionsPath, 'metadata'];

/** The fields for an agent that simulates the user. */
export function AgentSimulatorFields() {
  const { at, textAt, keysAt, apply, focusAt, readOnly } = useFormContext();
  const { agents, connectors } = useAutocompleteNames();
  if (!isJsonObject(at(simulatorPath))) {
    return (
      <div className="flex flex-col items-start gap-1">
        <div className="w-full">
          <TextField path={simulatorPath} title="Agent" keepEmpty suggestions={agents} />
        </div>
        {!readOnly && (
          <LinkButton
            className="text-xs"
            onClick={() => {
              const text = `{"use": ${textAt(simulatorPath)}, "options": {"metadata": {"persona": "", "goal": ""}}}`;
              apply([{ kind: 'write', path: simulatorPath, text }], 'Give the simulator a persona');
              focusAt([...metadataPath, 'persona']);
            }}
          >
            Add persona and goal
          </LinkButton>
        )}
      </div>
    );
  }
  const others = keysAt(simulatorPath).filter((key) => key !== 'use' && key !== 'options');
  const isTextOrMissingField = (key: string): boolean => typeof (at([...metadataPath, key]) ?? '') === 'string';
  return (
    <>
      <TextField path={[...simulatorPath, 'use']} title="Agent" keepEmpty suggestions={agents} />
      {isTextOrMissingField('persona') && <TextField path={[...metadataPath, 'persona']} title="Persona" lines={2} />}
      {isTextOrMissingField('goal') && <TextField path={[...metadataPath, 'goal']} title="Goal" lines={2} />}
      <TextField path={[...optionsPath, 'connector']} title="Connector" suggestions={connectors} />
      <JsonField path={metadataPath} title="Metadata (JSON)" hint="Persona, goal and anything else" />
      {others.map((key) => (
        <ReadOnlySourceField key={key} path={[...simulatorPath, key]} title={key} />
      ))}
    </>
  );
}
