import { SelectField } from '@/components/ui/field';
import type { SelectOption } from '@/components/ui/select';
import type { SuiteSummary, WorkspaceContents } from '@/lib/queries';
import { acceptsConnector, OWN_CONNECTOR_VALUE, type RunChoice, resolveRunChoice, toRunChoice } from './run-choice';

const OWN_CONNECTOR_OPTION: SelectOption = { value: OWN_CONNECTOR_VALUE, text: 'The agent’s own' };
const NO_CONNECTOR_OPTION: SelectOption = {
  value: OWN_CONNECTOR_VALUE,
  text: 'None',
  hint: 'the agent uses no connector',
};

type Props = {
  workspace: WorkspaceContents;
  suite: SuiteSummary | undefined;
  choice: RunChoice;
  onChange: (choice: RunChoice) => void;
};

export function RunChoiceFields({ workspace, suite, choice, onChange }: Props) {
  const { agentId, connector } = choice;
  const complete = resolveRunChoice(choice, { workspace, suite });
  const isOffered = acceptsConnector({ workspace, agentId: complete.agentId ?? suite?.agentId });
  return (
    <>
      <SelectField
        label="Agent"
        value={complete.agentId ?? OWN_CONNECTOR_VALUE}
        onValueChange={(value) => onChange(toRunChoice(value, connector))}
        placeholder="Choose an agent"
        options={[toSuiteAgentOption(suite), ...workspace.agents.filter(isTestable).map(toAgentOption)]}
      />
      <SelectField
        label="Connector"
        value={complete.connector ?? OWN_CONNECTOR_VALUE}
        onValueChange={(value) => onChange(toRunChoice(agentId, value))}
        placeholder="Choose a connector"
        options={
          isOffered ? [OWN_CONNECTOR_OPTION, ...workspace.connectors.map(toConnectorOption)] : [NO_CONNECTOR_OPTION]
        }
      />
    </>
  );
}

/** Returns true if the agent can be tested, possibly with another connector than its own. */
function isTestable({ problem, noConnector }: WorkspaceContents['agents'][number]): boolean {
  return problem === undefined || noConnector !== true;
}

/** An agent with a problem can still be selected, because it may work with another connector. */
function toAgentOption({ id, type, name, problem }: WorkspaceContents['agents'][number]): SelectOption {
  if (problem !== undefined) return { value: id, text: id, hint: `unavailable: ${problem}` };
  return { value: id, text: id, hint: name === undefined || name === id ? type : `${name}, ${type}` };
}

function toConnectorOption({ id, type, model, keyPresent }: WorkspaceContents['connectors'][number]): SelectOption {
  const typeAndModel = model === undefined ? type : `${type}, ${model}`;
  return {
    value: id,
    text: id,
    hint: keyPresent ? typeAndModel : `${typeAndModel}, key not set`,
    disabled: !keyPresent,
  };
}

function toSuiteAgentOption(suite: SuiteSummary | undefined): SelectOption {
  if (suite?.agentId !== undefined) return { value: OWN_CONNECTOR_VALUE, text: `The suite’s own: ${suite.agentId}` };
  return { value: OWN_CONNECTOR_VALUE, text: 'The suite’s own', hint: 'no agent found for this suite', disabled: true };
}
