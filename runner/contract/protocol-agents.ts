import * as z from 'zod';
import { descriptionFields, ownUsageField } from './agent-fields.ts';

const interruptPolicies = ['approve', 'reject', 'simulator'] as const;

/** The config fields of an agent that is a server with a standard protocol. */
const endpointFields = {
  url: z.string().regex(/^(https?:\/\/|\$ENV\.)/, 'must begin with http://, https:// or $ENV.NAME'),
  headers: z
    .record(z.string().min(1), z.string())
    .describe('Sent with every request; $ENV.NAME, {{session_id}}, {{metadata.x}}, {{mocks_url}} are filled in')
    .default({}),
  session: z
    .string()
    .min(1)
    .describe(
      'The id of the conversation for the agent, such as {{session_id}}; without this key, the protocol creates an id',
    )
    .optional(),
  interrupts: z
    .union([z.enum(interruptPolicies), z.string().regex(/^scripts:/)], {
      error: 'must be approve, reject, simulator or a function: scripts:bank.Decide',
    })
    .describe(
      'Who answers when the agent stops for an approval or a value. simulator: the next message of the conversation',
    )
    .default('simulator'),
  ...ownUsageField,
  ...descriptionFields,
};

const { interrupts: _, ...endpointWithoutInterrupts } = endpointFields;
const completionsFields = {
  model: z.string().min(1).describe('The model that the request names; default: none').optional(),
  stream: z.boolean().describe('Whether to request the answer as a stream of events').default(true),
};

const openaiChatAgentSchema = z.strictObject({
  type: z.literal('openai-chat'),
  ...endpointWithoutInterrupts,
  ...completionsFields,
  url: endpointFields.url.describe(
    'The address of the agent itself, such as http://127.0.0.1:8000/v1/chat/completions',
  ),
  session: endpointFields.session.describe('The name of the conversation, sent as metadata.session_id: {{session_id}}'),
});

const openaiResponsesAgentSchema = z.strictObject({
  type: z.literal('openai-responses'),
  ...endpointFields,
  ...completionsFields,
  url: endpointFields.url.describe('The address of the agent itself, such as http://127.0.0.1:8000/v1/responses'),
  session: z
    .literal('previous_response_id', {
      error: 'can be "previous_response_id": the agent then keeps the conversation, and receives only what is new',
    })
    .describe('Makes the agent keep the conversation. Without it every request contains the whole conversation')
    .optional(),
});

const aiSdkUiAgentSchema = z.strictObject({
  type: z.literal('ai-sdk-ui'),
  ...endpointFields,
  url: endpointFields.url.describe(
    'The address that a page would pass to useChat, such as http://127.0.0.1:3000/api/chat',
  ),
  session: endpointFields.session.describe('The id of the chat; default: the session id of the attempt'),
});

const agUiAgentSchema = z.strictObject({ type: z.literal('ag-ui'), ...endpointFields });

const a2aAgentSchema = z.strictObject({
  type: z.literal('a2a'),
  ...endpointFields,
  url: endpointFields.url.describe(
    'The address of the agent, where its card is found, or the address of the card (….json)',
  ),
});

const langGraphAgentSchema = z.strictObject({
  type: z.literal('langgraph'),
  ...endpointFields,
  url: endpointFields.url.describe('The address of the LangGraph server, such as http://127.0.0.1:2024'),
  assistant: z
    .string()
    .min(1)
    .describe('The name of the graph, or the id of the assistant; default: the only assistant of the server')
    .optional(),
  session: endpointFields.session.describe('The id of the thread, a UUID; default: the server creates an id'),
});

const yaoAgentSchema = z.strictObject({
  type: z.literal('yao'),
  ...endpointWithoutInterrupts,
  url: endpointFields.url.describe('The address of the assistant: http://127.0.0.1:5099/v1/experts/<its id>'),
  model: z.string().min(1).describe('The connector that the assistant uses; default: its own').optional(),
  session: endpointFields.session.describe(
    'The id of the chat, such as {{session_id}}; with an id, the server stores the chat. Without an id, the server stores nothing, and each request contains the whole conversation',
  ),
});

/** An agent that is a local program with a standard protocol. */
export const acpAgentSchema = z.strictObject({
  type: z.literal('acp'),
  command: z
    .array(z.string(), 'must be a list: the program, then its arguments, such as ["gemini", "--acp"]')
    .min(1, 'names no program')
    .describe('The program and its arguments, as an editor would start it; it runs in the workspace'),
  interrupts: endpointFields.interrupts,
  ...ownUsageField,
  ...descriptionFields,
});

/** The agents that are servers with a standard protocol. */
export const protocolAgentSchemas = [
  openaiChatAgentSchema,
  openaiResponsesAgentSchema,
  aiSdkUiAgentSchema,
  agUiAgentSchema,
  a2aAgentSchema,
  langGraphAgentSchema,
  yaoAgentSchema,
] as const;
