import * as z from 'zod';
import { descriptionFields, ownUsageField } from './agent-fields.ts';
import { durationSchema } from './duration.ts';
import { jsonSchema } from './json-value.ts';

const httpMethods = ['POST', 'PUT', 'PATCH', 'GET'] as const;
const bodyEncodings = ['json', 'form', 'text'] as const;
const auxiliaryMethods = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'] as const;

/** A request other than a message. It is sent to the agent's server with the agent's headers. */
const auxiliaryRequestSchema = z.strictObject({
  url: z
    .string()
    .min(1)
    .describe('The URL of this request, or its path on the server of the agent: /sessions/{{setup.id}}'),
  method: z.enum(auxiliaryMethods).optional(),
  headers: z.record(z.string().min(1), z.string()).default({}),
  body: jsonSchema.optional(),
});

const pollSchema = z.strictObject({
  url: z
    .string()
    .min(1)
    .describe(
      'The URL that reports the status of the job, such as /jobs/{{answer.id}}. {{answer.id}} is a value in the answer to the message, and {{headers.location}} is a header of that answer',
    ),
  status: z.string().min(1).describe('JSON path of the status in the answer to a poll').default('status'),
  done: z
    .array(z.string().min(1))
    .min(1)
    .describe('Statuses of a finished job; default: done, completed, succeeded and the like')
    .optional(),
  every: durationSchema.describe('How long to wait before each poll').default('1s'),
  result: z
    .string()
    .min(1)
    .describe(
      'The URL of the answer of a finished job, if the answer does not come with the status: /jobs/{{answer.id}}/result',
    )
    .optional(),
});

/** An agent that is a server. Its config entry describes the requests and responses. */
export const httpAgentSchema = z
  .strictObject({
    type: z.literal('http'),
    url: z
      .string()
      .regex(/^(https?:\/\/|\$ENV\.)/, 'must begin with http://, https:// or $ENV.NAME')
      .describe('Where to send the request; $ENV.NAME and {{session_id}} are filled in'),
    method: z.enum(httpMethods).default('POST'),
    headers: z.record(z.string().min(1), z.string()).default({}),
    body: jsonSchema.describe('JSON with {{input}}, {{messages}}, {{session_id}}, {{metadata.x}}').optional(),
    encoding: z
      .enum(bodyEncodings)
      .describe(
        'How the body is sent. json: as JSON; form: its members as the fields of a form; text: the body is a text, sent as it is',
      )
      .default('json'),
    output: z
      .string('is missing: the JSON path of the text in the answer, such as "reply.text"; "$" is the whole answer')
      .min(1)
      .describe(
        'JSON path of the text in the answer; $ is the whole answer, messages[-1].content is the content of the last message',
      ),
    separator: z
      .string()
      .describe(
        'The separator between the texts that a wildcard or a filter finds in one document, such as the messages of one answer',
      )
      .default(''),
    tool_calls: z.string().min(1).describe('JSON path of the list of tool calls in the answer').optional(),
    usage: z
      .string()
      .min(1)
      .describe(
        'JSON path of the tokens in the answer: {input_tokens, output_tokens} or {prompt_tokens, completion_tokens}',
      )
      .optional(),
    stream: z
      .union([z.boolean(), z.literal('last')], {
        error: 'can be true or false, or "last" if each event repeats the text so far',
      })
      .describe(
        'The answer is a stream: server-sent events, or lines of JSON. true: the texts of the events are joined; last: the last one is the whole text',
      )
      .default(false),
    events: z
      .array(z.string().min(1))
      .min(1)
      .describe('Names of the server-sent events to read; default: all')
      .optional(),
    carry: z
      .record(z.string().regex(/^[\w-]+$/, 'must be a name of letters, digits, - and _'), z.string().min(1))
      .describe(
        'Values to take from an answer and send with later turns, as {{carry.name}}: the JSON path of each in the answer, or header:<name>. A field or header that is only such a placeholder is left out until it has a value',
      )
      .optional(),
    setup: auxiliaryRequestSchema
      .describe('The request before the first message of an attempt; {{setup.name}} is a value of its JSON answer')
      .optional(),
    teardown: auxiliaryRequestSchema.describe('The request at the end of an attempt').optional(),
    poll: pollSchema.describe('The answer to a message is a job, which is polled until it is done').optional(),
    ...ownUsageField,
    ...descriptionFields,
  })
  .refine((agent) => agent.method !== 'GET' || agent.body === undefined, {
    message: 'a GET request has no body; put its values into the url, or use POST',
    path: ['body'],
  })
  .refine((agent) => agent.encoding !== 'form' || (typeof agent.body === 'object' && !Array.isArray(agent.body)), {
    message: 'a form has fields: write them as "body": {"message": "{{input}}"}',
    path: ['encoding'],
  })
  .refine((agent) => agent.encoding !== 'text' || typeof agent.body === 'string', {
    message: 'needs a "body" that is a text, such as "{{input}}"',
    path: ['encoding'],
  })
  .refine((agent) => agent.events === undefined || agent.stream !== false, {
    message: 'only a stream has events; add "stream": true',
    path: ['events'],
  })
  .refine((agent) => agent.poll === undefined || agent.stream === false, {
    message: 'a job is polled, but "stream" waits for one answer; remove one of them',
    path: ['poll'],
  })
  .refine((agent) => agent.cost === undefined || agent.usage !== undefined, {
    message: 'also needs "usage": the JSON path of the tokens in the answer; without "usage" the cost is unknown',
    path: ['cost'],
  });
