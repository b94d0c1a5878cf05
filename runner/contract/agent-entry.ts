import * as z from 'zod';
import { descriptionFields, ownUsageField } from './agent-fields.ts';
import { httpAgentSchema } from './http-agent-entry.ts';
import { jsonObjectSchema } from './json-value.ts';
import { acpAgentSchema, protocolAgentSchemas } from './protocol-agents.ts';
import { scriptedRulesSchema } from './scripted-rules.ts';
import { describeUnknownType } from './unknown-type.ts';

const recordingModes = ['model', 'answers'] as const;
const isolationModes = ['case', 'suite', 'process'] as const;

const moduleAgentSchema = z.strictObject({
  type: z.literal('module'),
  path: z.string().min(1).describe('A TypeScript or JavaScript file, relative to the workspace'),
  export: z.string().min(1).default('default'),
  connector: z.string().min(1).describe('The connector behind `context.model`').optional(),
  isolate: z
    .enum(isolationModes)
    .describe(
      'Which attempts share the variables in the files of the agent. case: each attempt has its own, because the files are evaluated again; suite: all attempts of a run share them; process: each attempt has a process of its own',
    )
    .optional(),
  record: z
    .enum(recordingModes)
    .describe(
      'What --record saves. model: the model answers received over `fetch` and `context.model`, so that a replay runs the agent; answers: the complete answers of the agent, so that a replay does not run it. Default: model',
    )
    .optional(),
  ...ownUsageField,
  ...descriptionFields,
});

const toolSchema = z.strictObject(
  {
    name: z.string().min(1),
    description: z.string().optional(),
    parameters: jsonObjectSchema.describe('A JSON Schema').default({ type: 'object', properties: {} }),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys' && issue.keys.includes('function')
        ? 'leave out the outer "function", and write only its content: {"name", "description", "parameters"}'
        : undefined,
  },
);
const variableExpansionNote = '$ENV.NAME is filled in';
const mcpServerSchema = z
  .strictObject({
    command: z
      .string()
      .min(1)
      .describe('The program of a server that speaks over standard input and output')
      .optional(),
    args: z.array(z.string()).describe(`Its arguments; ${variableExpansionNote}`).optional(),
    env: z
      .record(z.string().min(1), z.string())
      .describe(`Its environment variables; ${variableExpansionNote}`)
      .optional(),
    url: z
      .string()
      .regex(/^(https?:\/\/|\$ENV\.)/, 'must begin with http://, https:// or $ENV.NAME')
      .describe('The address of a server that speaks HTTP')
      .optional(),
    headers: z
      .record(z.string().min(1), z.string())
      .describe(`Sent with every request; ${variableExpansionNote}`)
      .optional(),
    type: z.enum(['stdio', 'http', 'sse']).describe('`sse` for servers of the older HTTP protocol').optional(),
  })
  .refine(({ command, url }) => (command === undefined) !== (url === undefined), {
    message: 'an MCP server needs either `command` or `url`',
  })
  .refine(({ type, url }) => type === undefined || (type === 'stdio') === (url === undefined), {
    message: 'does not match the other keys: `stdio` servers have a `command`, `http` and `sse` servers have a `url`',
    path: ['type'],
  });

const openaiAgentSchema = z.strictObject({
  type: z.literal('openai'),
  base_url: z
    .string()
    .regex(/^(https?:\/\/|\$ENV\.)/, 'must begin with http://, https:// or $ENV.NAME')
    .describe('The address before /chat/completions, such as https://api.openai.com/v1'),
  model: z.string().min(1),
  api_key: z
    .string()
    .min(1)
    .describe('The API key; write it as $ENV.NAME, so that the key itself is not in the file')
    .optional(),
  system: z.string().describe('A system prompt before the conversation').optional(),
  tools: z.array(toolSchema).describe('Tools that the model may call; the mocks of a case answer the calls').optional(),
  mcp_servers: z
    .record(z.string().regex(/^[\w-]+$/, 'must be a name of letters, digits, - and _'), mcpServerSchema)
    .describe('MCP servers by name; their tools are called for the model, as name__tool')
    .optional(),
  options: jsonObjectSchema.describe('Parameters of the request, such as temperature').optional(),
  ...ownUsageField,
  ...descriptionFields,
});

const commandAgentSchema = z.strictObject({
  type: z.literal('command'),
  command: z
    .array(z.string(), 'must be a list: the program, then its arguments, such as ["python3", "agent.py"]')
    .min(1, 'names no program')
    .refine(([program]) => program !== '', 'names no program')
    .describe('The program and its arguments, run in the workspace'),
  isolate: z
    .enum(['turn', 'case', 'suite'])
    .describe(
      'Which turns share a process. turn: no turns, because each turn starts its own process; case: the turns of an attempt; suite: all attempts of a run. A shared process reads one request per line and answers each with a line of JSON',
    )
    .optional(),
  ...ownUsageField,
  ...descriptionFields,
});

const scriptedAgentSchema = z.strictObject({
  type: z.literal('scripted'),
  rules: scriptedRulesSchema,
  ...descriptionFields,
});

const replayAgentSchema = z.strictObject({
  type: z.literal('replay'),
  file: z
    .string()
    .min(1)
    .describe(
      'Recorded conversations by case id: JSON lines (.ndjson), or a report of a run, relative to the workspace',
    ),
  ...descriptionFields,
});

const agentSchemas = [
  moduleAgentSchema,
  httpAgentSchema,
  openaiAgentSchema,
  commandAgentSchema,
  scriptedAgentSchema,
  replayAgentSchema,
  ...protocolAgentSchemas,
  acpAgentSchema,
] as const;
const agentTypes = agentSchemas.map(({ shape }) => shape.type.value);

/** An agent of the workspace config. */
export const agentEntrySchema = z.discriminatedUnion('type', agentSchemas, {
  error: (issue) => describeUnknownType('agent', issue.input, agentTypes),
});
export type AgentEntry = z.infer<typeof agentEntrySchema>;
export type AgentEntryOf<Type extends AgentEntry['type']> = Extract<AgentEntry, { type: Type }>;
