import path from 'node:path';
import type { ConnectorDefinition, WorkspaceConfig } from '../contract/index.ts';
import { AgentError, getAnswerLimit } from '../ports/index.ts';
import { findNearestWord, parseDuration, withoutUndefined } from '../values/index.ts';
import { createAnthropicModel } from './anthropic-model.ts';
import type { SharedCallLimit } from './call-limiter.ts';
import { readConnectorEntries, readRulesFile } from './connector-entries.ts';
import type { ConnectorEntry, ConnectorSource } from './connector-source.ts';
import { createReportingModel } from './create-reporting-model.ts';
import type { LanguageModel } from './language-model.ts';
import { MissingVariableError } from './missing-variable.ts';
import type { ModelEndpoint } from './model-endpoint.ts';
import { removeCredentials } from './model-error.ts';
import { createOpenAIModel } from './openai-model.ts';
import { createProviderConnector } from './provider-connectors.ts';
import { createScriptedModel } from './scripted-model.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

/** A connector as lists show it. It never contains the key; `problem` says why the connector cannot be used. */
export type ConnectorSummary = {
  id: string;
  type: string;
  /** The place where the connector is defined: a file of the workspace, or an entry of its config. */
  source: string;
  label?: string;
  /** The host of the connector, if it is not that of the provider. */
  host?: string;
  model?: string;
  keyVariable?: string;
  keyPresent: boolean;
  /** True if the connector declares that its model supports tool calls. */
  toolCalls?: boolean;
  /** True if the connector declares token prices. */
  priced?: boolean;
  /** The maximum number of parallel calls that the connector declares. */
  maxParallel?: number;
  problem?: string;
};

export type Connectors = {
  /**
   * Returns the model of a connector. Throws for unknown ids, broken files and missing keys, naming what is missing.
   */
  model(id: string): LanguageModel;
  list(): ConnectorSummary[];
  /** Returns a connector of the workspace, or a model of a provider that needs no entry; undefined for other ids. */
  find(id: string): ConnectorSummary | undefined;
  /** The assignment of connectors to roles in the workspace, and the files in which roles can be assigned. */
  roles(): { given: Readonly<Record<string, string>>; files: readonly string[] };
  /**
   * Returns everything that the model's answers depend on, without keys and headers; undefined if the connector is
   * unknown or broken.
   */
  describeSettings(id: string): unknown;
};

type RemoteDefinition = Extract<ConnectorDefinition, { options: object }>;
type ScriptedDefinition = Extract<ConnectorDefinition, { type: 'scripted' }>;

/**
 * The language models of a workspace by connector id. The connector files are read when the first model is requested.
 */
export function createConnectors(
  workspace: ModelWorkspace & { systems: { connectors: readonly ConnectorSource[] } },
): Connectors {
  const { root, variables, systems } = workspace;
  const models = new Map<string, LanguageModel>();
  let entries: Map<string, ConnectorEntry> | undefined;
  const getEntries = () => {
    entries ??= readConnectorEntries(workspace);
    return entries;
  };
  const findEntry = (id: string) => getEntries().get(id) ?? createProviderConnector(id, variables);
  return {
    model(id) {
      const model =
        models.get(id) ??
        createReportingModel(
          id,
          createModel(
            findEntry(id) ?? throwUnknownConnector(id, [...getEntries().keys()], systems.connectors),
            workspace,
          ),
        );
      models.set(id, model);
      return model;
    },
    list: () => [...getEntries().values()].map((entry) => summarizeConnector(entry, variables)),
    find(id) {
      const entry = findEntry(id);
      return entry === undefined ? undefined : summarizeConnector(entry, variables);
    },
    roles() {
      const sources = systems.connectors.flatMap(({ roles }) => roles ?? []);
      const roleConnectors = Object.fromEntries(sources.flatMap((source) => Object.entries(source.read(root))));
      return { given: roleConnectors, files: sources.map(({ file }) => file) };
    },
    describeSettings(id) {
      const entry = findEntry(id);
      return entry === undefined ? undefined : describeModelSettings(entry, workspace);
    },
  };
}

type ModelWorkspace = {
  root: string;
  config: WorkspaceConfig;
  variables: Variables;
  share?: SharedCallLimit | undefined;
};

function describeModelSettings(entry: ConnectorEntry, { root, variables }: ModelWorkspace): unknown {
  if ('problem' in entry) return undefined;
  const { definition } = entry;
  if (definition.type === 'scripted') return readRules(definition, entry, root);
  const { host, model } = summarizeConnector(entry, variables);
  const { temperature, max_tokens, thinking } = definition.options;
  return { type: definition.type, host, model, temperature, max_tokens, thinking };
}

function createModel(entry: ConnectorEntry, workspace: ModelWorkspace): LanguageModel {
  if ('problem' in entry) {
    throw new AgentError(`connector "${entry.id}" (${entry.source}) cannot be used: ${entry.problem}`, 'configuration');
  }
  const { definition } = entry;
  switch (definition.type) {
    case 'openai':
      return createOpenAIModel(toEndpoint(entry.id, definition, workspace));
    case 'anthropic':
      return createAnthropicModel(toEndpoint(entry.id, definition, workspace));
    case 'scripted':
      return createModelWithRules(entry, definition, workspace.root);
    default:
      return definition satisfies never;
  }
}

function createModelWithRules(entry: ConnectorEntry, definition: ScriptedDefinition, root: string): LanguageModel {
  const rules = readRules(definition, entry, root);
  const { delay_ms } = definition;
  return createScriptedModel(entry.id, delay_ms === undefined ? rules : rules.map((rule) => ({ delay_ms, ...rule })));
}

function readRules({ rules, rules_file: file = '' }: ScriptedDefinition, entry: ConnectorEntry, root: string) {
  const folder = entry.file === undefined ? root : path.dirname(entry.file);
  return rules ?? readRulesFile(path.resolve(folder, file));
}

function toEndpoint(
  id: string,
  definition: RemoteDefinition,
  { config, variables, share }: ModelWorkspace,
): ModelEndpoint {
  const { host, proxy, model, key, version, headers, temperature, max_tokens, thinking, extra_body, ...limits } =
    definition.options;
  // Newer models reject `max_tokens`, whereas `max_completion_tokens` works everywhere.
  const max_completion_tokens = max_tokens === 0 ? undefined : max_tokens;
  return {
    id,
    model: requireValue(expandVariable(model, variables), { id, what: 'model', written: model }),
    host: checkHost(expandVariable(host ?? proxy, variables), id),
    key:
      key === undefined ? undefined : requireValue(expandVariable(key, variables), { id, what: 'key', written: key }),
    authMode: definition.auth_mode,
    version: expandVariable(version, variables),
    headers: mapValues(headers, (template, name) =>
      requireValue(expandVariable(template, variables), { id, what: `header ${name}`, written: template }),
    ),
    options: withoutUndefined({ temperature, max_completion_tokens, thinking }),
    extraBody: extra_body,
    supportedParams: definition.supported_params,
    capabilities: limits.capabilities,
    maxAnswer: getAnswerLimit(config),
    cost: definition.cost,
    maxParallel: limits.max_parallel,
    share,
    timeoutMs: limits.timeout === undefined ? undefined : parseDuration(limits.timeout),
  };
}

function checkHost(host: string | undefined, id: string): string | undefined {
  if (host === undefined || host === '' || (/^https?:\/\//i.test(host) && URL.canParse(host))) return host;
  const suggestion = URL.canParse(`http://${host}`) ? `; write http://${host} or https://${host}` : '';
  throw new AgentError(
    `connector "${id}" cannot be used: its host "${host}" is not a web address${suggestion}`,
    'configuration',
  );
}

function requireValue(value: string | undefined, field: { id: string; what: string; written: string }): string {
  const variable = parseVariableName(field.written);
  const refusal = `connector "${field.id}" cannot be used: `;
  if (variable === undefined && /^\$[{(\w]/.test(field.written)) {
    const explanation = `its ${field.what} is "${field.written}"; write a variable as $ENV.NAME`;
    throw new AgentError(`${refusal}${explanation}`, 'configuration');
  }
  if (value !== undefined && value !== '') return value;
  if (variable === undefined) throw new AgentError(`${refusal}its "${field.what}" is empty`, 'configuration');
  throw new MissingVariableError(
    `${refusal}set the environment variable ${variable}, which holds its ${field.what}`,
    variable,
  );
}

function summarizeConnector(entry: ConnectorEntry, variables: Variables): ConnectorSummary {
  const { id, source } = entry;
  if ('problem' in entry) return { id, type: 'invalid', source, keyPresent: false, problem: entry.problem };
  const { definition } = entry;
  const label = definition.label ?? definition.name;
  const named = { id, type: definition.type, source, label };
  if (definition.type === 'scripted') return { ...named, keyPresent: true };
  const { key, model, capabilities, max_parallel } = definition.options;
  const host = expandVariable(definition.options.host ?? definition.options.proxy, variables);
  const keyVariable = parseVariableName(key);
  return {
    ...named,
    ...(host === undefined || host === '' ? {} : { host: removeCredentials(host) }),
    model: expandVariable(model, variables) ?? model,
    keyVariable,
    keyPresent: key === undefined || (expandVariable(key, variables) ?? '') !== '',
    ...(capabilities?.tool_calls === true ? { toolCalls: true } : {}),
    priced: definition.cost === undefined ? undefined : true,
    ...(max_parallel === undefined ? {} : { maxParallel: max_parallel }),
  };
}

function throwUnknownConnector(id: string, knownIds: readonly string[], sources: readonly ConnectorSource[]): never {
  const nearestId = findNearestWord(id, knownIds);
  const suggestion = nearestId === undefined ? '' : ` Did you mean "${nearestId}"?`;
  const files = sources.flatMap((source) => source.files ?? []).join(', ');
  const noConnectors = `the workspace has none${files === '' ? '' : ` (${files})`}`;
  const list = knownIds.length === 0 ? noConnectors : `known: ${knownIds.join(', ')}`;
  throw new AgentError(`connector "${id}" not found; ${list}.${suggestion}`, 'configuration');
}

function mapValues(fields: Record<string, string> = {}, fill: (value: string, name: string) => string) {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fill(value, name)]));
}

function parseVariableName(text: string | undefined): string | undefined {
  return text?.startsWith('$ENV.') ? text.slice('$ENV.'.length) : undefined;
}

/**
 * Replaces `$ENV.NAME` by the value of the environment variable, but only if it is the whole text; other texts stay as
 * they are.
 */
export function expandVariable(text: string | undefined, variables: Variables): string | undefined {
  const name = parseVariableName(text);
  return name === undefined ? text : variables[name];
}
