import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { type ConnectorDefinition, jsonSchema, modelCostSchema } from '../../contract/index.ts';
import { readBounded } from '../../host/bounded-file.ts';
import { type ConnectorEntry, toConnectorId } from '../../models/connector-source.ts';
import { AgentError } from '../../ports/index.ts';
import { findNearestWord, isJsonObject } from '../../values/index.ts';
import { formatYamlProblem, parseYaml } from '../../yaml/read-yaml.ts';
import { isOxyConfig } from './oxy-config.ts';

/** A model of an oxy project as a connector. `line` is its first line in `config.yml`. */
export type OxyModel = { name: string; line: number } & ({ definition: ConnectorDefinition } | { problem: string });

const CONFIG_FILE = 'config.yml';
const vendors = ['openai', 'ollama', 'anthropic', 'google'] as const;

const modelNameFields = {
  name: z.string().min(1),
  model_ref: z.string().min(1),
  cost: modelCostSchema.optional(),
};
const modelKeyFields = { ...modelNameFields, key_var: z.string().min(1) };
const headersSchema = z.record(
  z.string().min(1),
  z.union([z.string(), z.strictObject({ env_var: z.string().min(1) })]),
);

const modelSchema = z.discriminatedUnion(
  'vendor',
  [
    z
      .strictObject({
        vendor: z.literal('openai'),
        ...modelKeyFields,
        api_url: z.string().default('https://api.openai.com/v1'),
        headers: headersSchema.optional(),
        azure_deployment_id: z.string().optional(),
        azure_api_version: z.string().optional(),
      })
      .refine((model) => (model.azure_deployment_id === undefined) === (model.azure_api_version === undefined), {
        message: 'a deployment of Azure needs both azure_deployment_id and azure_api_version',
      }),
    z.strictObject({
      vendor: z.literal('anthropic'),
      ...modelKeyFields,
      api_url: z.string().default('https://api.anthropic.com/v1'),
      headers: headersSchema.optional(),
    }),
    z.strictObject({ vendor: z.literal('google'), ...modelKeyFields }),
    z.strictObject({
      vendor: z.literal('ollama'),
      ...modelNameFields,
      api_key: z.string().min(1),
      api_url: z.string().min(1),
    }),
  ],
  { error: (issue) => describeUnknownVendor(issue.input) },
);
type AuthoredModel = z.infer<typeof modelSchema>;

const configSchema = z.looseObject({
  models: z.array(modelSchema).superRefine((models, context) => {
    for (const [index, { name }] of models.entries()) {
      if (models.findIndex((other) => other.name === name) === index) continue;
      context.addIssue({ code: 'custom', path: [index, 'name'], message: `"${name}" is the name of another model` });
    }
  }),
});

/**
 * Returns the models of a project as connectors. A connector with the same name takes precedence. Names with a dot are
 * also compared in the form that connector files use.
 */
export function listOxyConnectors(
  root: string,
  otherConnectors: ReadonlyMap<string, ConnectorEntry>,
): ConnectorEntry[] {
  return readOxyModels(root).map(({ name, line, ...model }) => {
    const substitute = otherConnectors.get(name) ?? otherConnectors.get(toConnectorId(name));
    return { source: `${CONFIG_FILE}:${line}`, ...(substitute ?? model), id: name };
  });
}

/**
 * Returns the models of an oxy project in the order of its `config.yml`. Empty if the file does not exist or belongs to
 * another program. Throws if it is invalid.
 */
export function readOxyModels(root: string): OxyModel[] {
  const file = path.join(root, CONFIG_FILE);
  if (!existsSync(file)) return [];
  const text = readBounded(file, { name: CONFIG_FILE });
  if (!isOxyConfig(text)) return [];
  const yaml = parseYaml(jsonSchema, { text, file: CONFIG_FILE });
  if (!yaml.ok) throw new AgentError(yaml.problems.map(formatYamlProblem).join('\n'), 'configuration');
  const authored = isJsonObject(yaml.value) ? yaml.value.models : undefined;
  if (!Array.isArray(authored)) return [];
  const parsedConfig = parseYaml(configSchema, { text, file: CONFIG_FILE });
  const problems = parsedConfig.ok ? [] : parsedConfig.problems;
  const starts = authored.map((_, index) => yaml.positionOf(['models', index], 'value').line);
  return authored.map((model, index) => {
    const [line = 1, end = Number.POSITIVE_INFINITY] = starts.slice(index);
    const name = isJsonObject(model) && typeof model.name === 'string' ? model.name : `models[${index}]`;
    const problemsOfModel = problems.filter((problem) => problem.line >= line && problem.line < end);
    const parsed = modelSchema.safeParse(model);
    if (problemsOfModel.length === 0 && parsed.success)
      return { name, line, definition: toConnectorDefinition(parsed.data) };
    return {
      name,
      line,
      problem: (problemsOfModel.length > 0 ? problemsOfModel : problems).map(formatYamlProblem).join('; '),
    };
  });
}

/** oxy uses chat completions with every vendor. The same is done here, so that answers do not differ. */
function toConnectorDefinition(model: AuthoredModel): ConnectorDefinition {
  const { cost, model_ref } = model;
  const options = {
    model: model_ref,
    ...resolveModelHost(model),
    ...('headers' in model ? resolveHeaders(model.headers) : {}),
  };
  const isAzure = 'azure_api_version' in model && model.azure_api_version !== undefined;
  return {
    type: 'openai',
    ...(isAzure ? { auth_mode: 'api-key' } : {}),
    cost,
    options,
  };
}

/** Appends a slash, because the model client uses a URL unchanged only if it ends with one. */
function resolveModelHost(model: AuthoredModel): { host: string; key: string; version?: string } {
  switch (model.vendor) {
    case 'openai': {
      const { azure_deployment_id: deployment, azure_api_version: version } = model;
      const host = withTrailingSlash(model.api_url);
      const key = toVariableReference(model.key_var);
      if (deployment === undefined || version === undefined) return { host, key };
      return { host: `${host}openai/deployments/${encodeURIComponent(deployment)}/`, key, version };
    }
    case 'anthropic':
      return { host: withTrailingSlash(model.api_url), key: toVariableReference(model.key_var) };
    case 'google':
      return {
        host: 'https://generativelanguage.googleapis.com/v1beta/openai/',
        key: toVariableReference(model.key_var),
      };
    case 'ollama':
      return { host: withTrailingSlash(model.api_url), key: model.api_key };
    default:
      return model satisfies never;
  }
}

function resolveHeaders(authoredHeaders: z.infer<typeof headersSchema> | undefined): {
  headers?: Record<string, string>;
} {
  if (authoredHeaders === undefined) return {};
  const entries = Object.entries(authoredHeaders);
  return {
    headers: Object.fromEntries(
      entries.map(([name, value]) => [name, typeof value === 'string' ? value : toVariableReference(value.env_var)]),
    ),
  };
}

function withTrailingSlash(url: string): string {
  return `${url.replace(/(?<!\/)\/+$/, '')}/`;
}

function toVariableReference(name: string): string {
  return `$ENV.${name}`;
}

function describeUnknownVendor(input: unknown): string {
  const vendor = isJsonObject(input) ? input.vendor : undefined;
  const nearestVendor = typeof vendor === 'string' ? findNearestWord(vendor, vendors) : undefined;
  const suggestion = nearestVendor === undefined ? '' : `; did you mean "${nearestVendor}"?`;
  const complaint = vendor === undefined ? 'has no vendor' : `the vendor ${JSON.stringify(vendor)} is not supported`;
  return `${complaint}; known vendors: ${vendors.join(', ')}${suggestion}`;
}
