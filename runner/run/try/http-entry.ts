import { createAnswerCollector, parseAnswerPaths } from '../../agents/http/answer-collector.ts';
import { shortenText } from '../../reporters/console/shorten-text.ts';
import {
  isJsonObject,
  type JsonObject,
  replaceStringValues,
  tryParseJson,
  withoutUndefined,
} from '../../values/index.ts';
import { findPathOfKey, isTokenUsage, toSiblingPath } from './answer-paths.ts';
import type { DetectedTextPath } from './choose-text.ts';
import type { JobPolling } from './job.ts';
import { parseReply } from './parsed-reply.ts';
import { describeRequestTemplate, type RequestTemplate, type ServerReply } from './prober.ts';

/** The part of an `http` entry that describes answers. */
export function buildAnswerFields({
  text,
  reply,
  job,
}: {
  text: DetectedTextPath;
  reply: ServerReply;
  job: JobPolling | undefined;
}): JsonObject {
  const { output, stream, events, separator } = text;
  const document = tryParseJson(reply.text);
  const isPlain = stream === false && isJsonObject(document) && /^[\w.[\]]+$/.test(output);
  return withoutUndefined({
    output,
    separator,
    tool_calls: isPlain
      ? (findPathOfKey(document, /^tool_?calls$/i, Array.isArray) ?? toSiblingPath(output, 'tool_calls'))
      : undefined,
    usage: isPlain ? findPathOfKey(document, /^usage$/, isTokenUsage) : undefined,
    stream: stream === false ? undefined : stream,
    events: events === undefined ? undefined : [...events],
    poll: job === undefined ? undefined : withoutUndefined({ ...job, every: '500ms' }),
  });
}

/** The part of an `http` entry that describes requests; omits defaults. */
export function buildRequestFields({
  url,
  method,
  headers,
  body,
  encoding,
  setup,
  carry,
}: RequestTemplate): JsonObject {
  return withoutUndefined({
    url,
    method: method === 'POST' ? undefined : method,
    headers,
    body,
    encoding: encoding === 'json' ? undefined : encoding,
    setup: setup === undefined ? undefined : withoutUndefined({ url: setup.url, body: setup.body }),
    carry,
  });
}

/**
 * If the server's answers contain tool calls, the conversation is sent with tool calls, too; other servers understand
 * only text.
 */
export function addToolMessages(template: RequestTemplate, replies: readonly ServerReply[]): RequestTemplate {
  const showsTools = replies.some(({ text }) => /"tool_?calls"\s*:\s*\[/i.test(text));
  if (!showsTools || template.body === undefined) return template;
  return {
    ...template,
    body: replaceStringValues(template.body, (text) => text.replace('{{text_messages}}', '{{messages}}')),
  };
}

/**
 * Adds a session id. A server that accepted a message without session id may accept one, too; without it, the server
 * might forget the conversation.
 */
export function addSessionId(template: RequestTemplate): RequestTemplate | undefined {
  if (!isJsonObject(template.body) || template.method === 'GET' || 'session_id' in template.body) return undefined;
  const serialized = JSON.stringify([template.url, template.headers ?? {}, template.body]);
  const hasSession = /\{\{(?:session_|carry|setup|text_messages|messages)/.test(serialized);
  return hasSession ? undefined : { ...template, body: { ...template.body, session_id: '{{session_id}}' } };
}

/** Returns the text that an agent with this entry would read from an answer. */
export function readAnswerByEntry(
  { output, stream, separator, events }: JsonObject,
  reply: ServerReply,
): string | undefined {
  const collector = createAnswerCollector(
    parseAnswerPaths('try', { output: String(output) }),
    Number.MAX_SAFE_INTEGER,
    {
      texts: stream === 'last' ? 'last' : 'joined',
      separator: typeof separator === 'string' ? separator : '',
    },
  );
  const parsed = parseReply(reply);
  if (parsed.kind !== 'events') collector.add(reply.text, 'document');
  for (const { name, document } of parsed.kind === 'events' ? parsed.events : []) {
    if (Array.isArray(events) && !events.includes(name)) continue;
    if (!collector.add(typeof document === 'string' ? document : JSON.stringify(document), 'event')) return undefined;
  }
  return collector.response()?.content;
}

type AgentDescription = {
  way: RequestTemplate;
  text: DetectedTextPath;
  job: JobPolling | undefined;
  given: string | undefined;
};

/** Describes the detected settings and the reasons for them, so that the user can correct them. */
export function describeDetectedAgent({ way, text, job, given }: AgentDescription): string {
  const { output, stream, repeatsMessage, texts } = text;
  const container = stream === false ? 'answer' : 'events';
  const answerPart = output === '$' && stream === false ? 'the whole answer' : `"${output}" of its ${container}`;
  const kind = stream === 'last' ? ', the last of which contains the whole text' : '';
  const examples = [...new Set(texts)].slice(0, 2).map((each) => JSON.stringify(shortenText(each, 60)));
  return [
    `${describeAcceptedRequest(way)}; the text of the agent is ${answerPart}${kind}`,
    examples.length > 1
      ? `different messages got different texts: ${examples.join(' and ')}`
      : `different messages got the same text: ${examples.join()}`,
    ...(repeatsMessage ? ['the texts repeat the message: check whether that is the answer'] : []),
    ...(job === undefined ? [] : [`the server starts a job, which is polled at ${job.url}`]),
    ...(given === undefined ? [] : [given]),
  ].join('; ');
}

const encodings = { json: '', form: ' as a form', text: ' as plain text' } as const;

function describeAcceptedRequest(template: RequestTemplate): string {
  const { url, method = 'POST', body, encoding = 'json' } = template;
  if (method === 'GET') return `Takes ${describeRequestTemplate(template)}`;
  const description = isJsonObject(body) ? `{${Object.keys(body).join(', ')}}` : 'the message';
  return `Takes ${description}${encodings[encoding]} at ${url}${method === 'POST' ? '' : ` by ${method}`}`;
}
