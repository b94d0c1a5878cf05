import * as z from 'zod';
import { parseSize } from '../values/index.ts';
import { agentEntrySchema } from './agent-entry.ts';
import { durationSchema } from './duration.ts';
import { jsonSchema } from './json-value.ts';
import { modelCostSchema } from './model-cost.ts';
import { notifyTargetSchema } from './notify.ts';
import { scorerEntrySchema } from './scorer-entry.ts';
import { scriptedRulesSchema } from './scripted-rules.ts';
import { describeUnknownType } from './unknown-type.ts';

const MAX_CONFIG_BYTES = 256 * 1024 * 1024;
const sizeErrorMessage = 'must be a size such as 16 MB, or a number of bytes, and 256 MB at most';

/**
 * A size such as `16 MB`, or a number of bytes. It is limited, because very long texts cannot be processed in one
 * piece.
 */
const sizeSchema = z.union([z.number(), z.string()], sizeErrorMessage).refine((size) => {
  const bytes = typeof size === 'number' ? size : (parseSize(size) ?? 0);
  return Number.isInteger(bytes) && bytes > 0 && bytes <= MAX_CONFIG_BYTES;
}, sizeErrorMessage);

const connectorTypes = ['openai', 'anthropic', 'scripted'] as const;

export const authModes = ['bearer', 'api-key', 'x-api-key'] as const;

const supportedParamSchema = z
  .object({
    min: z.number().optional(),
    max: z.number().optional(),
    allowed_values: z.array(z.union([z.string(), z.number(), z.boolean()])).optional(),
  })
  .describe('The range or the values that the model accepts; other values are moved into the range or left out');
const supportedParamsSchema = z.record(z.string(), supportedParamSchema);
export type SupportedParams = z.infer<typeof supportedParamsSchema>;

/** What a model supports. A missing entry means that the feature is supported; unknown keys are ignored. */
const capabilitiesSchema = z.object({
  tool_calls: z.boolean().optional(),
  vision: z.union([z.boolean(), z.string()]).optional(),
  max_output_tokens: z.int().positive().optional(),
});

const remoteConnectorFields = {
  label: z.string().optional(),
  name: z.string().optional(),
  auth_mode: z.enum(authModes).describe('The header that carries the key').optional(),
  supported_params: supportedParamsSchema.optional(),
  cost: modelCostSchema.optional(),
  options: z.object({
    host: z.string().optional(),
    proxy: z.string().describe('The old name of `host`').optional(),
    model: z.string().min(1),
    key: z.string().optional(),
    version: z.string().describe('The `anthropic-version` header, or the `api-version` of Azure').optional(),
    headers: z
      .record(z.string().min(1), z.string())
      .describe('Sent with every request; $ENV.NAME is filled in')
      .optional(),
    temperature: z.number().optional(),
    max_tokens: z.int().nonnegative().describe('0 means no limit').optional(),
    thinking: jsonSchema.optional(),
    extra_body: z.record(z.string(), jsonSchema).optional(),
    capabilities: capabilitiesSchema.optional(),
    max_parallel: z.int().positive().describe('Maximum number of concurrent calls').optional(),
    timeout: durationSchema.describe('Time for one try of a call').optional(),
  }),
};
const openaiConnectorSchema = z.object({ type: z.literal('openai'), ...remoteConnectorFields });
const anthropicConnectorSchema = z.object({ type: z.literal('anthropic'), ...remoteConnectorFields });
const scriptedConnectorSchema = z
  .strictObject({
    type: z.literal('scripted'),
    label: z.string().optional(),
    name: z.string().optional(),
    rules: scriptedRulesSchema.optional(),
    rules_file: z.string().min(1).describe('A JSON file with the rules, relative to this file').optional(),
    delay_ms: z.number().nonnegative().describe('The delay of an answer whose rule sets none').optional(),
  })
  .refine((connector) => (connector.rules === undefined) !== (connector.rules_file === undefined), {
    message: 'a scripted connector needs exactly one of `rules` and `rules_file`',
  });

/**
 * A named endpoint of a language model: a `*.conn.yao` file below `connectors/`, or an entry of `models` in the
 * workspace config.
 */
export const connectorSchema = z.discriminatedUnion(
  'type',
  [openaiConnectorSchema, anthropicConnectorSchema, scriptedConnectorSchema],
  { error: (issue) => describeUnknownType('connector', issue.input, connectorTypes) },
);
export type ConnectorDefinition = z.infer<typeof connectorSchema>;

const rateSchema = z.number('must be a number between 0 and 1').gt(0, 'must be above 0').lt(1, 'must be below 1');

const autoRunsSchema = z
  .strictObject({
    good: rateSchema.describe('A case that passes at least this often is good').default(0.95),
    bad: rateSchema.describe('A case that passes at most this often is bad').default(0.7),
    risk: rateSchema
      .lt(0.5, 'must be below 0.5, which is no better than chance')
      .describe('The accepted risk of calling a good case bad, or a bad case good')
      .default(0.05),
  })
  .refine(({ good, bad }) => bad < good, { message: 'must be below `good`', path: ['bad'] });

const patternErrorMessage =
  'is not a usable pattern: write a regular expression between slashes that does not match the empty text, without ^ and $';

/** `runner.config.json`: the config of a workspace. An empty object is valid. */
export const workspaceConfigSchema = z.strictObject({
  $schema: z.string().optional(),
  agents: z.record(z.string().min(1), agentEntrySchema).default({}),
  models: z.record(z.string().min(1), connectorSchema).default({}),
  scorers: z
    .record(z.string().min(1), scorerEntrySchema)
    .describe('The scorers for the rows of a CSV file, by scorer_type')
    .default({}),
  helpers: z
    .strictObject({
      simulator: z.string().min(1).describe('The connector of the built-in simulated user').optional(),
      judge: z.string().min(1).describe('The connector of the built-in judge').optional(),
    })
    .describe('The models of the built-in simulated user and judge')
    .optional(),
  processes: z.never({ error: 'processes are functions: write them in a runner.config.ts' }).optional(),
  folders: z
    .array(z.string().min(1))
    .describe('Other folders that attachments may come from, relative to the workspace')
    .optional(),
  sandbox: z.string().min(1).describe('The agent that answers in place of the sandboxes of Yao assistants').optional(),
  max_answer: sizeSchema
    .describe('Maximum size of one answer of an agent, a model, a tool or a function. Default: 16 MB')
    .optional(),
  auto_runs: autoRunsSchema.describe('When --runs auto calls a case good or bad').optional(),
  redact: z
    .array(z.string().min(1).refine(isSafeSecretPattern, patternErrorMessage))
    .describe('Texts, names of variables or /patterns/ that must not be stored or shown')
    .default([]),
  currency: z
    .string()
    .min(1)
    .max(12)
    .describe('The currency of the prices of connectors and agents, such as EUR')
    .optional(),
  notify: z
    .array(notifyTargetSchema)
    .describe('Who is notified when a suite breaks, passes again or becomes flaky')
    .optional(),
  reads: z
    .array(z.string().min(1))
    .describe('Tools whose calls change nothing, such as get_*, for turntree infer')
    .optional(),
  record_calls: z
    .boolean()
    .describe('false: the history does not store the requests to models and their answers')
    .optional(),
  defaults: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
    .describe('Defaults for long flags of the command line')
    .default({}),
});
export type WorkspaceConfig = z.infer<typeof workspaceConfigSchema>;
/** The config as written by people, in which fields with a default may be missing. */
export type ConfigInput = z.input<typeof workspaceConfigSchema>;

/**
 * Patterns for secrets must not contain `^` and `$`: they are searched for in whole documents, so the anchors would not
 * match the beginning and end of a secret.
 */
function isSafeSecretPattern(entry: string): boolean {
  if (entry.length < 3 || !entry.startsWith('/') || !entry.endsWith('/')) return true;
  const pattern = entry.slice(1, -1);
  if (/(?<!\\)(?:\\\\)*\$|(?<![\\[])\^/.test(pattern)) return false;
  try {
    return !new RegExp(pattern).test('');
  } catch {
    return false;
  }
}
