import { isJsonObject, type Json } from '../values/index.ts';
import {
  type AgentServer,
  buildGrowingTexts,
  createEventStreamReply,
  createJsonReply,
  createRefusalReply,
  getTextProperty,
  handlePostRequests,
  handlePostsWithKey,
  pickEchoSentence,
  type ReceivedRequest,
  type ServerReply,
  splitIntoPieces,
} from './agent-servers.ts';

const says = pickEchoSentence;
const createFastApiError = (...loc: string[]) =>
  createRefusalReply(422, { detail: [{ type: 'missing', loc, msg: 'Field required', input: null }] });
const getLastMessageText = (messages: Json | undefined) => {
  const list = Array.isArray(messages) ? messages.filter(isJsonObject) : [];
  const content = list.at(-1)?.content;
  return typeof content === 'string' ? content : undefined;
};
const handlePostsAtPath = (path: string, key: string, reply: (message: string) => ServerReply) =>
  handlePostRequests(({ body }) => {
    const message = getTextProperty(body, key);
    return message === undefined ? createRefusalReply(400, { error: `${key} is required` }) : reply(message);
  }, path);
let counter = 0;
const nextCounterValue = () => {
  counter += 1;
  return counter;
};
const createUuid = () => `5f0c${String(nextCounterValue()).padStart(4, '0')}-1111-4222-8333-444455556666`;

type StartedJobResponse = { status?: number; headers?: Record<string, string>; body: Json };

/** Starts a job for each message; the job is finished at the second poll. */
function answerJobRequest(
  receivedRequest: ReceivedRequest,
  state: Map<string, string[]>,
  begin: (job: { id: string }) => StartedJobResponse,
  jobsPath = '/jobs',
  end = 'done',
): ServerReply {
  const id = receivedRequest.path.startsWith(`${jobsPath}/`)
    ? receivedRequest.path.slice(jobsPath.length + 1)
    : undefined;
  const polls = id === undefined ? undefined : state.get(id);
  if (id !== undefined && polls !== undefined) {
    state.set(id, [...polls, '']);
    if (polls.length < 2) return createJsonReply({ id, status: 'running', note: 'patience' });
    return createJsonReply({ id, status: end, result: { text: pickEchoSentence(polls[0] ?? '') } });
  }
  const message =
    receivedRequest.method === 'POST' && receivedRequest.path === '/chat'
      ? getTextProperty(receivedRequest.body, 'message')
      : undefined;
  if (message === undefined)
    return createRefusalReply(receivedRequest.path === '/chat' ? 400 : 404, { error: 'message is required' });
  const job = { id: createUuid() };
  state.set(job.id, [message]);
  const { status = 202, headers = {}, body } = begin(job);
  return createJsonReply(body, { status, headers });
}

/** Answers with the number of earlier messages in the conversation, to show whether the server remembers them. */
function answerWithEarlierMessages(message: string, before: readonly string[]): string {
  return before.length === 0
    ? pickEchoSentence(message)
    : `${pickEchoSentence(message)} You said before: ${before.join(' / ')}.`;
}

/** Stores conversations under ids that the server assigns; `theirs` reads the id from a request. */
function handleSessionMessages(
  idIn: (receivedRequest: ReceivedRequest) => string | undefined,
  giveStartedJob: (id: string) => StartedJobResponse,
  idOrigin: 'ours' | 'theirs' = 'ours',
): AgentServer['answer'] {
  return handlePostRequests((receivedRequest, state) => {
    const message = getTextProperty(receivedRequest.body, 'message');
    if (message === undefined) return createRefusalReply(400, { error: 'message is required' });
    const sentId = idIn(receivedRequest);
    const id = sentId !== undefined && (idOrigin === 'theirs' || state.has(sentId)) ? sentId : createUuid();
    const before = state.get(id) ?? [];
    state.set(id, [...before, message]);
    const { headers = {}, body } = giveStartedJob(id);
    return createJsonReply(
      { reply: answerWithEarlierMessages(message, before), ...(isJsonObject(body) ? body : {}) },
      { headers },
    );
  });
}

/**
 * Servers with unusual APIs: each shape once working, and once as a similar-looking trap that detection must reject.
 */
export const serverShapes: readonly AgentServer[] = [
  // Servers that differ in where their response contains the text.
  {
    name: 'a reply beside ids',
    answer: handlePostsWithKey('message', (m) =>
      createJsonReply({ id: createUuid(), reply: says(m), created: '2026-01-01' }),
    ),
    says,
    entry: { output: 'reply' },
  },
  {
    name: 'a nested reply',
    answer: handlePostsWithKey('input', (m) =>
      createJsonReply({ status: 'ok', data: { reply: { text: says(m) }, took_ms: nextCounterValue() } }),
    ),
    says,
    entry: { output: 'data.reply.text' },
  },
  {
    name: 'the only text without a telling name',
    answer: handlePostsWithKey('prompt', (m) => createJsonReply({ bot_line: says(m), ok: true })),
    says,
  },
  {
    name: 'a text beside a constant message',
    answer: handlePostsWithKey('message', (m) => createJsonReply({ message: 'success', payload: { body: says(m) } })),
    says,
  },
  {
    name: 'thoughts beside the answer',
    answer: handlePostsWithKey('question', (m) =>
      createJsonReply({
        thoughts: `The user wants ${says(m).length} things`,
        answer: says(m),
        sources: [{ text: says(`${m}!`), url: 'http://a.example' }],
      }),
    ),
    says,
    entry: { output: 'answer' },
  },
  {
    name: 'a rewritten question beside the text',
    answer: handlePostsWithKey('question', (m) =>
      createJsonReply({ rewritten_question: `please: ${says(`${m}?`)}`, text: says(m) }),
    ),
    says,
  },
  {
    name: 'the message repeated as "text" beside the answer',
    answer: handlePostsWithKey('text', (m) => createJsonReply({ text: m, agent: { utters: says(m) } })),
    says,
  },
  {
    name: 'a response beside the prompt',
    answer: handlePostsWithKey('prompt', (m) => createJsonReply({ prompt: m, response: says(m), model: 'small' })),
    says,
    entry: { output: 'response' },
  },
  {
    name: 'a history of roles',
    answer: handlePostRequests(({ body }, state) => {
      const message = getTextProperty(body, 'message');
      const id = getTextProperty(body, 'session_id') ?? 'x';
      if (message === undefined) return createRefusalReply(400, { error: 'message is required' });
      const history = [...(state.get(id) ?? []), message];
      state.set(id, history);
      return createJsonReply({
        messages: history.flatMap((each) => [
          { role: 'user', content: each },
          { role: 'assistant', content: says(each) },
        ]),
      });
    }),
    says,
    entry: { output: 'messages[-1].content' },
  },
  {
    name: 'content in parts',
    answer: handlePostsWithKey('message', (m) =>
      createJsonReply({
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: `Of ${says(`${m}…`)}` },
          ...splitIntoPieces(says(m)).map((text) => ({ type: 'text', text })),
        ],
      }),
    ),
    says,
  },
  {
    name: 'several messages in a list',
    answer: handlePostsWithKey('message', (m) =>
      createJsonReply([
        { recipient_id: 'a', text: says(m) },
        { recipient_id: 'a', text: 'More?' },
      ]),
    ),
    says: (m) => `${says(m)}\nMore?`,
    entry: { output: '$[*].text', separator: '\n' },
  },
  {
    name: 'choices of a completion with a text',
    answer: handlePostsWithKey('prompt', (m) =>
      createJsonReply({ id: createUuid(), object: 'text_completion', choices: [{ text: says(m), index: 0 }] }),
    ),
    says,
    entry: { output: 'choices[0].text' },
  },
  {
    name: 'candidates with parts',
    answer: handlePostsWithKey('prompt', (m) =>
      createJsonReply({ candidates: [{ content: { role: 'model', parts: [{ text: says(m) }] } }] }),
    ),
    says,
  },
  {
    name: 'plain text',
    answer: handlePostsWithKey('message', (m) => ({ type: 'text/plain', body: says(m) })),
    says,
    entry: { output: '$' },
  },
  {
    name: 'a JSON string',
    answer: handlePostsWithKey('message', (m) => createJsonReply(says(m))),
    says,
    entry: { output: '$' },
  },
  {
    name: 'JSON that says it is text',
    answer: handlePostsWithKey('message', (m) => ({ type: 'text/plain', body: JSON.stringify({ answer: says(m) }) })),
    says,
    entry: { output: 'answer' },
  },
  {
    name: 'Latin-1',
    answer: handlePostsWithKey('message', (m) => ({
      type: 'application/json; charset=ISO-8859-1',
      body: Buffer.from(JSON.stringify({ reply: `Café: ${says(m)}` }), 'latin1'),
    })),
    says: (m) => `Café: ${says(m)}`,
  },
  {
    name: 'UTF-16 with a mark',
    answer: handlePostsWithKey('message', (m) => ({
      type: 'text/plain; charset=utf-16',
      body: Buffer.from(`\ufeffCafé: ${says(m)}`, 'utf16le'),
    })),
    says: (m) => `Café: ${says(m)}`,
  },
  {
    name: 'trap: Latin-1 that nobody declared',
    answer: handlePostsWithKey('message', (m) => ({
      type: 'text/plain',
      body: Buffer.from(`Café: ${says(m)}`, 'latin1'),
    })),
    refused: /not UTF-8/,
  },
  {
    name: 'trap: an address as the reply',
    answer: handlePostsWithKey('message', (m) =>
      createJsonReply({ reply: `https://a.example/answers/${says(m).length}${nextCounterValue()}` }),
    ),
    refused: /is an address/,
  },
  {
    name: 'trap: the same text for every message',
    answer: handlePostsWithKey('message', () => createJsonReply({ reply: 'Something went a way.' })),
    refused: /says the same to 3 different messages/,
  },
  {
    name: 'trap: a text that differs by a counter',
    answer: handlePostsWithKey('message', () =>
      createJsonReply({ message: `Request ${nextCounterValue()} was handled` }),
    ),
    refused: /ids, times and numbers/,
  },
  {
    name: 'trap: an id as the only text',
    answer: handlePostsWithKey('message', () =>
      createJsonReply({ ticket: `T-${nextCounterValue()}`, result: createUuid() }),
    ),
    refused: /is an id/,
  },
  {
    name: 'trap: the message and nothing else',
    answer: handlePostsWithKey('message', (m) => createJsonReply({ message: m })),
    refused: /repeats the message/,
  },
  {
    name: 'trap: a receipt of the message',
    answer: handlePostsWithKey('message', (m) => createJsonReply({ message: `Your message "${m}" was received` })),
    refused: /only says that the message has arrived/,
  },
  {
    name: 'trap: a tool result beside no answer',
    answer: handlePostsWithKey('message', (m) => createJsonReply({ answer: '', tool_result: { text: says(m) } })),
    refused: /belongs to a tool/,
  },
  {
    name: 'trap: only sources',
    answer: handlePostsWithKey('message', (m) => createJsonReply({ sources: [{ snippet: says(m) }] })),
    refused: /does not suggest an answer/,
  },
  {
    name: 'trap: two places that could be the answer',
    answer: handlePostsWithKey('message', (m) => createJsonReply({ answer: says(m), response: says(`${m}2`) })),
    refused: /several fields of the answer could be the text/,
  },
  {
    name: 'trap: two places without a telling name',
    answer: handlePostsWithKey('message', (m) => createJsonReply({ north: says(m), south: says(`${m}2`) })),
    refused: /several fields of the answer could be the text/,
  },
  {
    name: 'trap: a mood that changes beside a constant reply',
    answer: handlePostsWithKey('message', (m) =>
      createJsonReply({ reply: 'I did not understand.', feeling: `quite ${says(m)}` }),
    ),
    refused: /says the same/,
  },
  {
    name: 'trap: a page of the web',
    answer: handlePostRequests(({ body }) => ({
      type: 'text/html',
      body: `<html>${says(getTextProperty(body, 'message') ?? '')}</html>`,
    })),
    refused: /web page/,
  },
  {
    name: 'trap: nothing in the answer',
    answer: handlePostRequests(() => ({ status: 204, body: '' })),
    refused: /with an empty body/,
  },
  // Servers that differ in how they report errors.
  {
    name: 'an error that is null',
    answer: handlePostsWithKey('message', (m) => createJsonReply({ success: true, error: null, answer: says(m) })),
    says,
  },
  {
    name: 'trap: success: false beside a text',
    answer: handlePostsWithKey('message', (m) => createJsonReply({ success: false, message: `No: ${says(m)}` })),
    refused: /could not detect the protocol/,
  },
  {
    name: 'trap: an error beside a text',
    answer: handlePostsWithKey('message', (m) => createJsonReply({ error: 'quota', reply: says(m) })),
    refused: /could not detect the protocol/,
  },
  {
    name: 'trap: a status of 500 in an answer of 200',
    answer: handlePostsWithKey('message', (m) => createJsonReply({ code: 500, data: { reply: says(m) } })),
    refused: /could not detect the protocol/,
  },
  // Servers that stream their responses.
  {
    name: 'deltas as events',
    answer: handlePostsWithKey('message', (m) =>
      createEventStreamReply([...splitIntoPieces(says(m)).map((delta) => ({ type: 'text-delta', delta })), '[DONE]']),
    ),
    says,
    entry: { stream: true },
  },
  {
    name: 'a stream without an end mark',
    answer: handlePostsWithKey('message', (m) =>
      createEventStreamReply(splitIntoPieces(says(m)).map((token) => ({ token }))),
    ),
    says,
  },
  {
    name: 'events that repeat the text so far',
    answer: handlePostsWithKey('message', (m) =>
      createEventStreamReply(buildGrowingTexts(says(m)).map((text) => ({ text }))),
    ),
    says,
    entry: { output: 'text', stream: 'last' },
  },
  {
    name: 'pieces, then the whole',
    answer: handlePostsWithKey('message', (m) =>
      createEventStreamReply([...splitIntoPieces(says(m)), says(m)].map((content) => ({ content }))),
    ),
    says,
    entry: { stream: 'last' },
  },
  {
    name: 'named events beside steps',
    answer: handlePostsWithKey('message', (m) =>
      createEventStreamReply([
        { event: 'step', data: { text: `searching ${says(`${m}?`)}` } },
        ...splitIntoPieces(says(m)).map((text) => ({ event: 'token', data: { text } })),
        { event: 'end', data: { done: true } },
      ]),
    ),
    says,
    entry: { events: ['token'] },
  },
  {
    name: 'named events of plain text',
    answer: handlePostsWithKey('message', (m) =>
      createEventStreamReply([
        ...splitIntoPieces(says(m)).map((data) => ({ event: 'token', data })),
        { event: 'end', data: 'end' },
      ]),
    ),
    says,
  },
  {
    name: 'events with types beside tool results',
    answer: handlePostsWithKey('message', (m) =>
      createEventStreamReply([
        { type: 'start' },
        { type: 'tool_result', content: `rows ${says(`${m}?`)}` },
        ...splitIntoPieces(says(m)).map((content) => ({ type: 'token', content })),
      ]),
    ),
    says,
    entry: { output: "$[?(@.type=='token')].content" },
  },
  {
    name: 'events without an empty line between them',
    answer: handlePostsWithKey('message', (m) => ({
      type: 'text/event-stream',
      body: splitIntoPieces(says(m))
        .map((token) => `data: ${JSON.stringify({ token })}\n`)
        .join(''),
    })),
    says,
  },
  {
    name: 'a stream that ends with the whole text in another field',
    answer: handlePostsWithKey('message', (m) =>
      createEventStreamReply([
        ...splitIntoPieces(says(m)).map((token) => ({ token })),
        { done: true, full_text: says(m) },
      ]),
    ),
    says,
  },
  {
    name: 'lines of JSON',
    answer: handlePostsWithKey('message', (m) => ({
      type: 'application/x-ndjson',
      body: splitIntoPieces(says(m))
        .map((content) => `${JSON.stringify({ message: { role: 'assistant', content }, done: false })}\n`)
        .join(''),
    })),
    says,
    entry: { stream: true },
  },
  {
    name: 'lines of JSON that say they are JSON',
    answer: handlePostsWithKey('message', (m) => ({
      type: 'application/json',
      body: splitIntoPieces(says(m))
        .map((response) => `${JSON.stringify({ response })}\n`)
        .join(''),
    })),
    says,
  },
  {
    name: 'events that say they are plain text',
    answer: handlePostsWithKey('message', (m) =>
      createEventStreamReply(
        splitIntoPieces(says(m)).map((token) => ({ token })),
        { type: 'text/plain' },
      ),
    ),
    says,
  },
  {
    name: 'trap: an error in the middle of a stream',
    answer: handlePostsWithKey('message', (m) =>
      createEventStreamReply([{ token: says(m) }, { event: 'error', data: { message: 'overloaded' } }]),
    ),
    refused: /could not detect the protocol/,
  },
  {
    name: 'trap: a stream of numbers alone',
    answer: handlePostsWithKey('message', () => createEventStreamReply([{ progress: `${nextCounterValue()}%` }])),
    refused: /could not detect the protocol/,
  },
  {
    name: 'events that begin as those of the AI SDK',
    answer: handlePostsWithKey('message', (m) =>
      createEventStreamReply([{ type: 'start' }, ...splitIntoPieces(says(m)).map((text) => ({ type: 'piece', text }))]),
    ),
    says,
  },
  // Servers that start a job and let the client poll for its result.
  {
    name: 'a job with a Location',
    answer: (receivedRequest, state) =>
      answerJobRequest(receivedRequest, state, ({ id }) => ({ headers: { location: `/jobs/${id}` }, body: {} })),
    says,
  },
  {
    name: 'a job with the address of its status',
    answer: (receivedRequest, state) =>
      answerJobRequest(receivedRequest, state, ({ id }) => ({ body: { job: { id, status_url: `/jobs/${id}` } } })),
    says,
  },
  {
    name: 'a job that answers 200',
    answer: (receivedRequest, state) =>
      answerJobRequest(receivedRequest, state, ({ id }) => ({ status: 200, body: { status: 'queued', job_id: id } })),
    says,
  },
  {
    name: 'a job whose way is documented',
    answer: (receivedRequest, state) =>
      receivedRequest.path === '/openapi.json'
        ? createJsonReply({ openapi: '3.1.0', paths: { '/chat': { post: {} }, '/work/{work_id}': { get: {} } } })
        : answerJobRequest(receivedRequest, state, ({ id }) => ({ body: { task_id: id } }), '/work'),
    says,
  },
  {
    name: 'trap: a job that nobody can ask for',
    answer: handlePostsWithKey('message', (m) =>
      createRefusalReply(202, { job_id: createUuid(), message: `We think about it: ${says(m)}` }),
    ),
    refused: /begins a job/,
  },
  {
    name: 'trap: a job that fails',
    answer: (receivedRequest, state) =>
      answerJobRequest(
        receivedRequest,
        state,
        ({ id }) => ({ headers: { location: `/jobs/${id}` }, body: {} }),
        '/jobs',
        'failed',
      ),
    refused: /ended as "failed"/,
  },
  // Servers that differ in the format of their requests.
  {
    name: 'a field that FastAPI misses',
    answer: handlePostsWithKey(
      'utterance',
      (m) => createJsonReply({ reply: says(m) }),
      createFastApiError('body', 'utterance'),
    ),
    says,
    entry: { body: { utterance: '{{input}}' } },
  },
  {
    name: 'nested fields that FastAPI misses',
    answer: handlePostRequests(({ body }) => {
      const { turn } = body;
      if (turn === undefined) return createFastApiError('body', 'turn');
      if (!isJsonObject(turn))
        return createRefusalReply(422, {
          detail: [
            {
              type: 'model_attributes_type',
              loc: ['body', 'turn'],
              msg: 'Input should be a valid dictionary or object to extract fields from',
            },
          ],
        });
      const text = getTextProperty(turn, 'said');
      if (text === undefined) return createFastApiError('body', 'turn', 'said');
      return createJsonReply({ reply: says(text) });
    }),
    says,
  },
  {
    name: 'a field that nobody would guess',
    answer: handlePostsWithKey('wish', (m) => createJsonReply({ reply: says(m) }), createFastApiError('body', 'wish')),
    says,
  },
  {
    name: 'a field that is required in words',
    answer: handlePostsWithKey(
      'user_query',
      (m) => createJsonReply({ reply: says(m) }),
      createRefusalReply(400, { error: 'user_query is required' }),
    ),
    says,
  },
  {
    name: 'a missing field, said in words',
    answer: handlePostsWithKey('say', (m) => createJsonReply({ reply: says(m) }), {
      status: 400,
      type: 'text/plain',
      body: 'Missing field "say"',
    }),
    says,
  },
  {
    name: 'a field that an example shows',
    answer: handlePostsWithKey(
      'ask',
      (m) => createJsonReply({ reply: says(m) }),
      createRefusalReply(400, { message: 'Send {"ask": "..."} as JSON' }),
    ),
    says,
  },
  {
    name: 'problems of zod',
    answer: handlePostsWithKey(
      'line',
      (m) => createJsonReply({ reply: says(m) }),
      createRefusalReply(400, {
        success: false,
        error: {
          issues: [
            { code: 'invalid_type', expected: 'string', received: 'undefined', path: ['line'], message: 'Required' },
          ],
        },
      }),
    ),
    says,
  },
  {
    name: 'problems of ajv',
    answer: handlePostsWithKey(
      'speech',
      (m) => createJsonReply({ reply: says(m) }),
      createRefusalReply(400, {
        errors: [
          {
            instancePath: '',
            keyword: 'required',
            params: { missingProperty: 'speech' },
            message: "must have required property 'speech'",
          },
        ],
      }),
    ),
    says,
  },
  {
    name: 'problems of ASP.NET',
    answer: handlePostsWithKey(
      'Utter',
      (m) => createJsonReply({ reply: says(m) }),
      createRefusalReply(400, {
        title: 'One or more validation errors occurred.',
        errors: { Utter: ['The Utter field is required.'] },
      }),
    ),
    says,
  },
  {
    name: 'a server that forbids what it does not know',
    answer: handlePostRequests(({ body }) => {
      const extra = Object.keys(body).filter((key) => key !== 'query');
      if (extra.length > 0)
        return createRefusalReply(422, {
          detail: extra.map((key) => ({
            type: 'extra_forbidden',
            loc: ['body', key],
            msg: 'Extra inputs are not permitted',
          })),
        });
      const message = getTextProperty(body, 'query');
      return message === undefined
        ? createRefusalReply(400, { error: 'bad' })
        : createJsonReply({ answer: says(message) });
    }),
    says,
  },
  {
    name: 'a server that takes anything',
    answer: handlePostRequests(({ body }) =>
      createJsonReply({ reply: typeof body.text === 'string' ? says(body.text) : 'Say something.' }),
    ),
    says,
  },
  {
    name: 'messages with texts alone',
    answer: handlePostRequests(({ body }) => {
      const list = Array.isArray(body.messages) ? body.messages.filter(isJsonObject) : [];
      if (list.length === 0) return createFastApiError('body', 'messages');
      return list.every(({ role, content }) => (role === 'user' || role === 'assistant') && typeof content === 'string')
        ? createJsonReply({ reply: says(getLastMessageText(body.messages) ?? '') })
        : createRefusalReply(422, { detail: 'texts only' });
    }),
    says,
    entry: { body: { messages: '{{text_messages}}' } },
  },
  {
    name: 'a form',
    answer: handlePostRequests(({ headers, raw }) => {
      const message = /urlencoded/.test(headers['content-type'] ?? '') ? new URLSearchParams(raw).get('message') : null;
      return message === null ? createFastApiError('body', 'message') : createJsonReply({ reply: says(message) });
    }),
    says,
    entry: { encoding: 'form' },
  },
  {
    name: 'plain text as the body',
    answer: handlePostRequests(({ headers, raw }) =>
      /text\/plain/.test(headers['content-type'] ?? '')
        ? createJsonReply({ reply: says(raw) })
        : createRefusalReply(415, { error: 'send text/plain' }),
    ),
    says,
    entry: { encoding: 'text' },
  },
  {
    name: 'GET alone',
    answer: ({ method, path, query }) => {
      if (path !== '/chat') return createRefusalReply(404, {});
      if (method !== 'GET') return createRefusalReply(405, {}, { allow: 'GET' });
      const searchText = query.get('q');
      return searchText === null ? createFastApiError('query', 'q') : createJsonReply({ answer: says(searchText) });
    },
    says,
    entry: { method: 'GET' },
  },
  {
    name: 'PUT alone',
    answer: ({ method, path, body }) => {
      if (path !== '/chat') return createRefusalReply(404, {});
      if (method !== 'PUT') return createRefusalReply(405, {}, { allow: 'PUT' });
      const message = getTextProperty(body, 'message');
      return message === undefined
        ? createRefusalReply(400, { error: 'message is required' })
        : createJsonReply({ answer: says(message) });
    },
    says,
    entry: { method: 'PUT' },
  },
  {
    name: 'trap: a health check that only answers GET',
    answer: ({ method, path }) => {
      if (path !== '/chat') return createRefusalReply(404, {});
      if (method !== 'GET') return createRefusalReply(405, {}, { allow: 'GET, HEAD' });
      return createJsonReply({
        status: 'ok',
        message: 'healthy',
        time: new Date(nextCounterValue() * 1e9).toISOString(),
      });
    },
    refused: /says the same/,
  },
  {
    name: 'a documented request',
    answer: (receivedRequest) =>
      receivedRequest.path === '/openapi.json'
        ? createJsonReply(buildOpenApiDocument('/chat'))
        : handlePostsWithKey(
            'wording',
            (m) => createJsonReply({ reply: says(m) }),
            createRefusalReply(422, { detail: 'invalid' }),
          )(receivedRequest, new Map()),
    says,
  },
  {
    name: 'a server whose document says where',
    path: '',
    answer: (receivedRequest) =>
      receivedRequest.path === '/openapi.json'
        ? createJsonReply(buildOpenApiDocument('/v2/ask'))
        : handlePostRequests(({ body }) => {
            const message = getTextProperty(body, 'wording');
            return message === undefined
              ? createRefusalReply(422, { detail: 'invalid' })
              : createJsonReply({ reply: says(message) });
          }, '/v2/ask')(receivedRequest, new Map()),
    says,
  },
  {
    name: 'trap: a field that only a person knows',
    answer: handlePostRequests(({ body }) => {
      const message = getTextProperty(body, 'message');
      if (message === undefined) return createFastApiError('body', 'message');
      return getTextProperty(body, 'tenant') === undefined
        ? createFastApiError('body', 'tenant')
        : createJsonReply({ reply: says(message) });
    }),
    refused: /requires "tenant", and only you know/,
  },
  {
    name: 'trap: a key in a header',
    answer: handlePostRequests(() =>
      createRefusalReply(401, { error: 'Missing X-API-Key header' }, { 'www-authenticate': 'ApiKey realm="desk"' }),
    ),
    refused: /requires a key \(WWW-Authenticate: ApiKey realm="desk"\).*X-API-Key/,
  },
  {
    name: 'a server that asks for patience',
    answer: (() => {
      let busy = true;
      return handlePostsWithKey('message', (m) => {
        if (busy) {
          busy = false;
          return createRefusalReply(429, { error: 'slow down' }, { 'retry-after': '0' });
        }
        return createJsonReply({ reply: says(m) });
      });
    })(),
    says,
  },
  // Servers with sessions.
  {
    name: 'a session that the server gives',
    answer: handleSessionMessages(
      ({ body }) => getTextProperty(body, 'conversation_id'),
      (id) => ({ body: { conversation_id: id } }),
    ),
    says: answerWithEarlierMessages,
    remembers: true,
    entry: { carry: { conversation_id: 'conversation_id' } },
  },
  {
    name: 'a nested session',
    answer: handleSessionMessages(
      ({ body }) => getTextProperty(body, 'session_id'),
      (id) => ({ body: { data: { session: { id } } } }),
    ),
    says: answerWithEarlierMessages,
    remembers: true,
  },
  {
    name: 'a session in a header',
    answer: handleSessionMessages(
      ({ headers }) => headers['x-session-id']?.toString(),
      (id) => ({ headers: { 'x-session-id': id }, body: {} }),
    ),
    says: answerWithEarlierMessages,
    remembers: true,
  },
  {
    name: 'our own session',
    answer: handleSessionMessages(
      ({ body }) => getTextProperty(body, 'session_id'),
      () => ({ body: {} }),
      'theirs',
    ),
    says: answerWithEarlierMessages,
    remembers: true,
  },
  {
    name: 'a session that another call opens',
    answer: (receivedRequest, state) => {
      if (receivedRequest.method === 'POST' && receivedRequest.path === '/sessions') {
        const id = createUuid();
        state.set(id, []);
        return createRefusalReply(201, { session_id: id });
      }
      return handlePostRequests(({ body }) => {
        const before = state.get(getTextProperty(body, 'session_id') ?? '');
        const message = getTextProperty(body, 'message');
        if (before === undefined)
          return createRefusalReply(400, { error: 'Unknown session: open one with POST /sessions first' });
        if (message === undefined) return createRefusalReply(400, { error: 'message is required' });
        state.set(getTextProperty(body, 'session_id') ?? '', [...before, message]);
        return createJsonReply({ reply: answerWithEarlierMessages(message, before) });
      })(receivedRequest, state);
    },
    says: answerWithEarlierMessages,
    remembers: true,
  },
  // Servers for which the config has a preset.
  {
    name: 'Rasa',
    path: '/webhooks/rest/webhook',
    answer: handlePostRequests(({ body }) => {
      const message = getTextProperty(body, 'message');
      return message === undefined || getTextProperty(body, 'sender') === undefined
        ? createJsonReply([])
        : createJsonReply([{ recipient_id: body.sender ?? '', text: says(message) }]);
    }, '/webhooks/rest/webhook'),
    says,
  },
  {
    name: 'Rasa, by its base',
    path: '',
    answer: (receivedRequest) =>
      receivedRequest.path === '/' && receivedRequest.method === 'GET'
        ? { type: 'text/plain', body: 'Hello from Rasa: 3.6.20' }
        : handlePostRequests(({ body }) => {
            const message = getTextProperty(body, 'message');
            return message === undefined
              ? createJsonReply([])
              : createJsonReply([{ recipient_id: 'x', text: says(message) }]);
          }, '/webhooks/rest/webhook')(receivedRequest, new Map()),
    says,
  },
  {
    name: 'Flowise',
    path: '/api/v1/prediction/4f1c',
    answer: handlePostRequests(({ body }) => {
      const message = getTextProperty(body, 'question');
      return message === undefined
        ? createRefusalReply(500, { message: 'Error: no question' })
        : createJsonReply({
            text: says(message),
            question: message,
            chatId: createUuid(),
            chatMessageId: createUuid(),
            sessionId: 's',
          });
    }, '/api/v1/prediction/4f1c'),
    says,
    entry: { output: 'text' },
  },
  {
    name: 'Dify',
    path: '/v1/chat-messages',
    answer: handlePostRequests(({ body }, state) => {
      const message = getTextProperty(body, 'query');
      if (message === undefined || getTextProperty(body, 'user') === undefined)
        return createRefusalReply(400, { code: 'invalid_param', message: 'query is required' });
      const conversationId = getTextProperty(body, 'conversation_id');
      const id = conversationId ?? createUuid();
      const before = state.get(id) ?? [];
      state.set(id, [...before, message]);
      return createJsonReply({
        event: 'message',
        message_id: createUuid(),
        conversation_id: id,
        mode: 'chat',
        answer: answerWithEarlierMessages(message, before),
        metadata: {},
      });
    }, '/v1/chat-messages'),
    says: answerWithEarlierMessages,
    remembers: true,
    entry: { output: 'answer' },
  },
  {
    name: 'Dify that only streams',
    path: '/v1/chat-messages',
    answer: handlePostRequests(({ body }) => {
      const message = getTextProperty(body, 'query');
      if (body.response_mode !== 'streaming' || message === undefined)
        return createRefusalReply(400, {
          code: 'invalid_param',
          message: 'Agent Chat App does not support blocking mode',
        });
      return createEventStreamReply([
        { event: 'agent_thought', thought: `I think ${says(`${message}?`)}` },
        ...splitIntoPieces(says(message)).map((answer) => ({ event: 'agent_message', answer, conversation_id: 'c' })),
        { event: 'message_end', metadata: {} },
      ]);
    }, '/v1/chat-messages'),
    says,
  },
  {
    name: 'n8n',
    path: '/webhook/desk/chat',
    answer: handlePostRequests(({ body }) => {
      const m = getTextProperty(body, 'chatInput');
      return m === undefined
        ? createRefusalReply(500, { message: 'Error in workflow' })
        : createJsonReply([{ output: says(m) }]);
    }, '/webhook/desk/chat'),
    says,
  },
  {
    name: 'trap: an n8n webhook that answers before its workflow',
    path: '/webhook/desk',
    answer: handlePostRequests(() => createJsonReply({ message: 'Workflow was started' }), '/webhook/desk'),
    refused: /same/,
  },
  {
    name: 'LangServe',
    path: '/chain/invoke',
    answer: (receivedRequest) =>
      receivedRequest.path === '/chain/input_schema'
        ? createJsonReply({
            title: 'Input',
            type: 'object',
            properties: { topic: { type: 'string' }, question: { type: 'string' } },
            required: ['question'],
          })
        : handlePostRequests(({ body }) => {
            const input = isJsonObject(body.input) ? body.input : {};
            const message = getTextProperty(input, 'question');
            return message === undefined
              ? createRefusalReply(422, { detail: 'invalid input' })
              : createJsonReply({
                  output: { content: says(message), type: 'ai', additional_kwargs: {} },
                  metadata: { run_id: createUuid() },
                });
          }, '/chain/invoke')(receivedRequest, new Map()),
    says,
    entry: { output: 'output.content' },
  },
  {
    name: 'LangServe, by its chain',
    path: '/chain',
    answer: (receivedRequest) =>
      receivedRequest.path === '/chain/input_schema'
        ? createJsonReply({ title: 'Input', type: 'string' })
        : handlePostRequests(({ body }) => {
            const message = getTextProperty(body, 'input');
            return message === undefined
              ? createRefusalReply(422, { detail: 'invalid input' })
              : createJsonReply({ output: says(message), metadata: { run_id: createUuid() } });
          }, '/chain/invoke')(receivedRequest, new Map()),
    says,
  },
  // Servers that imitate the APIs of existing products.
  {
    name: 'a result of Dialogflow',
    answer: handlePostsWithKey('message', (m) =>
      createJsonReply({
        queryResult: { queryText: m, fulfillmentText: says(m), intent: { displayName: `about ${says(`${m}?`)}` } },
      }),
    ),
    says,
    entry: { output: 'queryResult.fulfillmentText' },
  },
  {
    name: 'typed responses',
    answer: handlePostsWithKey('message', (m) =>
      createJsonReply({
        responses: [
          { type: 'typing', value: 'a b' },
          { type: 'text', text: says(m) },
        ],
      }),
    ),
    says,
  },
  {
    name: 'a list with generated texts',
    answer: handlePostsWithKey('prompt', (m) => createJsonReply([{ generated_text: says(m) }])),
    says,
  },
  {
    name: 'messages with a sender',
    answer: handlePostsWithKey('text', (m) =>
      createJsonReply({
        conversation: [
          { from: 'user', text: m },
          { from: 'bot', text: says(m) },
        ],
      }),
    ),
    says,
  },
  {
    name: 'a stream of states with the history',
    answer: handlePostsWithKey('message', (m) =>
      createEventStreamReply([
        { messages: [{ role: 'user', content: m }] },
        {
          messages: [
            { role: 'user', content: m },
            { role: 'assistant', content: says(m) },
          ],
        },
      ]),
    ),
    says,
    entry: { output: 'messages[-1].content', stream: 'last' },
  },
  {
    name: 'chunks of a completion at an address of their own',
    answer: handlePostRequests(({ body }) => {
      const message = getLastMessageText(body.messages);
      return message === undefined
        ? createRefusalReply(400, { error: 'messages' })
        : createEventStreamReply([
            ...splitIntoPieces(says(message)).map(
              (content): Json => ({
                id: 'c',
                object: 'chat.completion.chunk',
                choices: [{ index: 0, delta: { content }, finish_reason: null }],
              }),
            ),
            { id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
            '[DONE]',
          ]);
    }),
    says,
    entry: { type: 'openai-chat' },
  },
  {
    name: 'trap: a server that streams at every address',
    path: '',
    answer: ({ method, body }) => {
      const message = getTextProperty(body, 'message') ?? getLastMessageText(body.messages) ?? '';
      return method === 'POST'
        ? createEventStreamReply(splitIntoPieces(says(message)).map((token) => ({ token })))
        : createRefusalReply(404, {});
    },
    says,
    entry: { type: 'http', output: 'token' },
  },
  {
    name: 'JSON-RPC with methods of its own',
    answer: handlePostRequests(({ body }) => {
      const createRpcError = (code: number, message: string) =>
        createJsonReply({ jsonrpc: '2.0', id: body.id ?? null, error: { code, message } });
      if (body.method !== 'desk.say')
        return createRpcError(-32601, 'Method not found. Available methods: desk.say, desk.stop');
      const message = isJsonObject(body.params) ? getTextProperty(body.params, 'utterance') : undefined;
      return message === undefined
        ? createRpcError(-32602, 'Invalid params: utterance is required')
        : createJsonReply({ jsonrpc: '2.0', id: body.id ?? null, result: { text: says(message) } });
    }),
    says,
  },
  {
    name: 'problems of Django',
    answer: handlePostsWithKey(
      'utterance',
      (m) => createJsonReply({ reply: says(m) }),
      createRefusalReply(400, { utterance: ['This field is required.'] }),
    ),
    says,
  },
  {
    name: 'problems of marshmallow',
    answer: handlePostsWithKey(
      'utterance',
      (m) => createJsonReply({ reply: says(m) }),
      createRefusalReply(422, { code: 422, errors: { json: { utterance: ['Missing data for required field.'] } } }),
    ),
    says,
  },
  {
    name: 'problems of Go',
    answer: handlePostsWithKey(
      'Utterance',
      (m) => createJsonReply({ reply: says(m) }),
      createRefusalReply(400, {
        error: "Key: 'Req.Utterance' Error:Field validation for 'Utterance' failed on the 'required' tag",
      }),
    ),
    says,
  },
  {
    name: 'problems of Nest',
    answer: handlePostsWithKey(
      'line',
      (m) => createJsonReply({ reply: says(m) }),
      createRefusalReply(400, {
        statusCode: 400,
        message: ['line should not be empty', 'line must be a string'],
        error: 'Bad Request',
      }),
    ),
    says,
  },
  {
    name: 'problems of serde',
    answer: handlePostsWithKey('line', (m) => createJsonReply({ reply: says(m) }), {
      status: 422,
      type: 'text/plain',
      body: 'Failed to deserialize the JSON body into the target type: missing field `line` at line 1 column 2',
    }),
    says,
  },
  {
    name: 'an enumeration that FastAPI names',
    answer: handlePostRequests(({ body }) => {
      if (getTextProperty(body, 'message') === undefined) return createFastApiError('body', 'message');
      if (body.tone === undefined) return createFastApiError('body', 'tone_id');
      return createJsonReply({ reply: says(String(body.message)) });
    }),
    refused: /requires "tone_id"/,
  },
  {
    name: 'a redirect to another path',
    answer: (receivedRequest) =>
      receivedRequest.path === '/chat'
        ? { status: 301, headers: { location: '/v2/chat' }, body: '' }
        : handlePostsAtPath('/v2/chat', 'message', (m) => createJsonReply({ reply: says(m) }))(
            receivedRequest,
            new Map(),
          ),
    says,
  },
  {
    name: 'events alone, or nothing',
    answer: handlePostsWithKey('message', (m, { headers }) =>
      /^text\/event-stream/.test(headers.accept ?? '')
        ? createEventStreamReply(splitIntoPieces(says(m)).map((token) => ({ token })))
        : { status: 406, type: 'text/plain', body: 'Not Acceptable' },
    ),
    says,
  },
  {
    name: 'an answer that repeats the message',
    answer: handlePostsWithKey('message', (m) => createJsonReply({ reply: `About "${m}": we are open.` })),
    says: (m) => `About "${m}": we are open.`,
  },
  {
    name: 'a tool result in a history',
    answer: handlePostsWithKey('message', (m) =>
      createJsonReply({
        messages: [
          { role: 'user', content: m },
          { role: 'tool', content: `rows of ${says(`${m}?`)}` },
          { role: 'assistant', content: says(m) },
        ],
      }),
    ),
    says,
  },
  // Servers that are no HTTP agents, which detection must reject.
  {
    name: 'trap: an MCP server',
    path: '/mcp',
    answer: ({ body, headers, method }) => {
      if (method === 'GET') return createRefusalReply(405, {});
      if (!/event-stream/.test(headers.accept ?? '') || /q=/.test(headers.accept ?? ''))
        return createRefusalReply(406, {
          jsonrpc: '2.0',
          error: {
            code: -32000,
            message: 'Not Acceptable: Client must accept both application/json and text/event-stream',
          },
          id: null,
        });
      if (body.method === 'initialize')
        return createJsonReply({
          jsonrpc: '2.0',
          id: 1,
          result: { protocolVersion: '2025-06-18', serverInfo: { name: 's', version: '1' }, capabilities: {} },
        });
      return createRefusalReply(400, { jsonrpc: '2.0', error: { code: -32600, message: 'bad' }, id: null });
    },
    refused: /is an MCP server/,
  },
  {
    name: 'trap: a WebSocket',
    answer: () => ({ status: 426, headers: { upgrade: 'websocket' }, type: 'text/plain', body: 'Upgrade Required' }),
    refused: /is a WebSocket/,
  },
  {
    name: 'trap: GraphQL',
    answer: handlePostRequests(({ body }) => {
      const searchText = getTextProperty(body, 'query');
      return createRefusalReply(400, {
        errors: [
          {
            message:
              searchText === undefined
                ? 'Must provide query string.'
                : `Syntax Error: Unexpected Name "${searchText}".`,
          },
        ],
      });
    }),
    refused: /speaks GraphQL/,
  },
  {
    name: 'trap: gRPC',
    answer: handlePostRequests(() => ({ type: 'application/grpc-web+proto', body: 'xxxxxxxx' })),
    refused: /gRPC/,
  },
  {
    name: 'trap: a redirect to a login',
    answer: ({ path }) =>
      path === '/login'
        ? { type: 'text/html', body: '<html>Log in</html>' }
        : { status: 302, headers: { location: '/login' }, body: '' },
    refused: /redirects to .*\/login/,
  },
];

function buildOpenApiDocument(path: string): Json {
  const properties = { wording: { type: 'string', description: 'what the user says' }, session_id: { type: 'string' } };
  const schema = { type: 'object', properties, required: ['wording'] };
  return {
    openapi: '3.1.0',
    paths: {
      [path]: {
        post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Talk' } } } } },
      },
      '/feedback': {
        post: {
          requestBody: {
            content: { 'application/json': { schema: { type: 'object', properties: { stars: { type: 'integer' } } } } },
          },
        },
      },
    },
    components: { schemas: { Talk: schema } },
  };
}
