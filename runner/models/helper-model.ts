import type { PlannedCase, WorkspaceConfig } from '../contract/index.ts';
import { parseProviderModel } from '../values/index.ts';
import type { ConnectorSummary, Variables } from './connectors.ts';
import { findProviderKeyVariable, PROVIDER_FORMS, PROVIDER_VARIABLES } from './provider-connectors.ts';

/** A model that was chosen for a built-in helper, and why. */
export type HelperModel = NonNullable<PlannedCase['judge']>;
export const helperRoles = ['judge', 'simulator'] as const;
export type HelperRole = (typeof helperRoles)[number];

type HelperModelRequest = {
  role: HelperRole;
  config: Pick<WorkspaceConfig, 'helpers'>;
  connectors: readonly Pick<ConnectorSummary, 'id' | 'type' | 'problem'>[];
  variables: Variables;
  /** The connector of the tested agent. It is never chosen automatically for a helper. */
  tested?: string | undefined;
};

/**
 * Chooses the model of a built-in helper for which none is named: the model in the config, otherwise the only connector
 * with a real model that is not the agent's own, otherwise the model in TURNTREE_MODEL if its key is set. Never guesses
 * the name of a model.
 */
export function chooseHelperModel(request: HelperModelRequest): HelperModel | { problem: string } {
  const { role, config, connectors, variables, tested } = request;
  const configured = config.helpers?.[role];
  if (configured !== undefined) {
    const isKnown = connectors.some(({ id }) => id === configured) || parseProviderModel(configured) !== undefined;
    if (isKnown) return { connector: configured, why: '"helpers" in the workspace config' };
    const named = `"helpers.${role}" names the connector ${JSON.stringify(configured)}`;
    return { problem: `${named}, which the workspace does not have` };
  }
  const realConnectors = connectors.filter(({ id, type, problem }) => {
    return type !== 'scripted' && problem === undefined && id !== tested;
  });
  const [onlyConnector] = realConnectors;
  if (onlyConnector !== undefined && realConnectors.length === 1) {
    return { connector: onlyConnector.id, why: 'the only connector that is a real model' };
  }
  const fromEnvironment = findModelInEnvironment(variables);
  if (fromEnvironment !== undefined) return fromEnvironment;
  const several =
    realConnectors.length > 1 ? `, because ${realConnectors.map(({ id }) => id).join(', ')} could all play it` : '';
  return { problem: `the built-in ${role} has no model${several}; ${adviseHelperModel(role)}` };
}

function findModelInEnvironment(variables: Variables): HelperModel | { problem: string } | undefined {
  const { TURNTREE_MODEL: id = '' } = variables;
  if (id === '') return undefined;
  if (parseProviderModel(id) === undefined) {
    return { problem: `TURNTREE_MODEL is ${JSON.stringify(id)}; write it as ${PROVIDER_FORMS.join(', ')}` };
  }
  const variable = findProviderKeyVariable(id, variables);
  if (variable !== undefined) return { connector: id, why: `TURNTREE_MODEL, with ${variable}` };
  return { problem: `TURNTREE_MODEL is ${id}, but its key is not set: ${PROVIDER_VARIABLES.join(', ')}` };
}

/** The settings by which users can name the model of each helper, for messages. */
const settingByRole: Readonly<Record<HelperRole, string>> = {
  judge: '"options": {"connector": "<connector>"} beside "value"',
  simulator: '--simulator <connector>',
};

function adviseHelperModel(role: HelperRole): string {
  const configured = `"helpers": {"${role}": "<connector>"} in the workspace config`;
  const environment = 'TURNTREE_MODEL=<provider>:<model> with a key such as OPENAI_API_KEY';
  return `set ${configured}, or ${settingByRole[role]}, or ${environment}`;
}
