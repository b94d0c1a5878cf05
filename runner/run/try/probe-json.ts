import { createEventParser } from '../../agents/http/event-stream.ts';
import { fillTemplate } from '../../agents/http/request-template.ts';
import { plainRequest } from '../../agents/plain-request.ts';
import { asJson, isJsonObject, type Json, type JsonObject, jsonIn } from '../../values/index.ts';
import { requestToAgent } from './converse.ts';
import type { FoundAgent } from './found-agent.ts';
import { completionsEntry, isCompletion } from './probe-chat.ts';
import { isElsewhere, type Prober, type Reply } from './prober.ts';
import { besideText, isTokenCount, pathOfKey, textPathIn, textPathInEvents } from './text-path.ts';

const text = '{{input}}';
const session = { session_id: '{{session_id}}' };
const messages = { messages: '{{messages}}' };
/** Bodies that agents take, the likeliest first. Those with one message remember the rest by its session. */
const bodies: readonly JsonObject[] = [
  { input: text, ...session },
  { message: text, ...session },
  messages,
  { question: text, ...session },
  { prompt: text, ...session },
  ...['input', 'message', 'question', 'prompt'].map((name) => ({ [name]: text })),
];
const everyName: JsonObject = { input: text, message: text, ...messages, question: text, prompt: text, ...session };

type NewAgent = Extract<FoundAgent, { kind: 'new' }>;

/** Finds the body that a server takes, and where the text is in its answer. */
export async function probeJson(url: string, prober: Prober): Promise<NewAgent | undefined> {
  // A server that answers to nothing at all would answer to the first body that is tried, understood or not.
  const empty = await prober.send({ url, body: {} });
  if (isElsewhere(empty)) return undefined;
  for (const body of readAnswer(empty) === undefined ? bodies : [everyName]) {
    const reply = await prober.send({ url, body: filled(body) });
    const answer = readAnswer(reply);
    if (answer !== undefined) return foundAt({ url, body, answer });
    if (isElsewhere(reply)) return undefined;
  }
  return undefined;
}

/** Chat completions at an address of their own, which `openai` agents do not ask. */
export async function probeChatHere(
  { url, model = 'default' }: { url: string; model: string | undefined },
  prober: Prober,
): Promise<NewAgent | undefined> {
  const reply = await prober.send({ url, body: filled({ model, ...messages }) });
  if (!reply.ok || !isCompletion(reply.text)) return undefined;
  return {
    kind: 'new',
    name: 'agent',
    said: `Speaks chat completions at ${url}`,
    entry: completionsEntry({ url, model }),
    reader: { type: 'openai-chat', url, model, stream: false },
  };
}

type Answer = { output: string; stream: boolean; tool_calls?: string | undefined; usage?: string | undefined };

function foundAt({ url, body, answer }: { url: string; body: JsonObject; answer: Answer }): NewAgent {
  const { output, stream, tool_calls, usage } = answer;
  const place = output === '$' ? 'the whole answer' : `"${output}" of its ${stream ? 'events' : 'answer'}`;
  return {
    kind: 'new',
    name: 'agent',
    said: `Takes {${Object.keys(body).join(', ')}} at ${url}; its text is ${place}`,
    entry: {
      type: 'http',
      url,
      body,
      output,
      ...(tool_calls === undefined ? {} : { tool_calls }),
      ...(usage === undefined ? {} : { usage }),
      ...(stream ? { stream } : {}),
    },
  };
}

function filled(body: JsonObject): Json {
  const hello = requestToAgent({ messages: [{ role: 'user', content: 'Hello' }], turn: 1 });
  return fillTemplate(body, { ...plainRequest(hello), messages: asJson(hello.messages) });
}

function readAnswer({ ok, type, text: answered }: Reply): Answer | undefined {
  if (!ok || answered.trim() === '' || type.includes('html')) return undefined;
  if (type.includes('event-stream')) return readEvents(answered);
  const document = jsonIn(answered);
  if (document === undefined) return type.startsWith('text/') ? { output: '$', stream: false } : undefined;
  const output = textPathIn(document);
  if (output === undefined) return undefined;
  if (!isJsonObject(document)) return { output, stream: false };
  return {
    output,
    stream: false,
    tool_calls: pathOfKey(document, /^tool_?calls$/i, Array.isArray) ?? besideText(output, 'tool_calls'),
    usage: pathOfKey(document, /^usage$/, isTokenCount),
  };
}

function readEvents(answered: string): Answer | undefined {
  const parser = createEventParser();
  const data = [...parser.push(answered), ...parser.end()]
    .map((event) => event.data)
    .filter((each) => each !== '[DONE]');
  const documents = data.flatMap((each) => jsonIn(each) ?? []);
  const output = documents.length === data.length ? textPathInEvents(documents) : '$';
  return output === undefined ? undefined : { output, stream: true };
}
