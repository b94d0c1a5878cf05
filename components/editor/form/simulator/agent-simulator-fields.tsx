import { LinkButton } from '@/components/ui/links';
import { isJsonObject } from '@/runner/values';
import { useFormContext } from '../form-case-context';
import { JsonField } from '../json-field';
import { SourceOnlyField } from '../source-only-field';
import { TextField } from '../text-field';
import { useAutocompleteNames } from '../use-autocomplete-names';

const path = ['simulator'];
const options = [...path, 'options'];
const metadata = [...options, 'metadata'];

/** The fields for an agent that simulates the user. */
export function AgentSimulatorFields() {
  const { at, textAt, keysAt, apply, focusAt, readOnly } = useFormContext();
  const { agents, connectors } = useAutocompleteNames();
  if (!isJsonObject(at(path))) {
    return (
      <div className="flex flex-col items-start gap-1">
        <div className="w-full">
          <TextField path={path} title="Agent" keepEmpty suggestions={agents} />
        </div>
        {!readOnly && (
          <LinkButton
            className="text-xs"
            onClick={() => {
              const text = `{"use": ${textAt(path)}, "options": {"metadata": {"persona": "", "goal": ""}}}`;
              apply([{ kind: 'write', path, text }], 'Give the simulator a persona');
              focusAt([...metadata, 'persona']);
            }}
          >
            Add persona and goal
          </LinkButton>
        )}
      </div>
    );
  }
  const others = keysAt(path).filter((key) => key !== 'use' && key !== 'options');
  const isTextOrMissingField = (key: string): boolean => typeof (at([...metadata, key]) ?? '') === 'string';
  return (
    <>
      <TextField path={[...path, 'use']} title="Agent" keepEmpty suggestions={agents} />
      {isTextOrMissingField('persona') && <TextField path={[...metadata, 'persona']} title="Persona" lines={2} />}
      {isTextOrMissingField('goal') && <TextField path={[...metadata, 'goal']} title="Goal" lines={2} />}
      <TextField path={[...options, 'connector']} title="Connector" suggestions={connectors} />
      <JsonField path={metadata} title="Metadata (JSON)" hint="Persona, goal and anything else" />
      {others.map((key) => (
        <SourceOnlyField key={key} path={[...path, key]} title={key} />
      ))}
    </>
  );
}
