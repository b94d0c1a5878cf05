import type { JsonObject } from '../../runner/values/index.ts';

/** The events of one long answer, as servers of each protocol write them. */
export const EVENTS = 10_000;

const pieces = Array.from({ length: EVENTS }, (_, index) => `word ${index} `);
const dataLine = (event: unknown) => `data: ${JSON.stringify(event)}\n\n`;
const namedEvent = (name: string, event: unknown) => `event: ${name}\n${dataLine(event)}`;

const chatChunk = (delta: JsonObject, finish: string | null = null) =>
  dataLine({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'desk',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  });
export const chatCompletions = [
  chatChunk({ role: 'assistant', content: '' }),
  ...pieces.map((content) => chatChunk({ content })),
  chatChunk({}, 'stop'),
  'data: [DONE]\n\n',
].join('');

const outputMessage = (text: string, status: string) => ({
  id: 'm1',
  type: 'message',
  role: 'assistant',
  status,
  content: [{ type: 'output_text', text, annotations: [] }],
});
const responseObject = (status: string, output: unknown[]) => ({ id: 'r1', object: 'response', status, output });
const part = { item_id: 'm1', output_index: 0, content_index: 0 };
export const responses = [
  { type: 'response.created', response: responseObject('in_progress', []) },
  { type: 'response.output_item.added', output_index: 0, item: { ...outputMessage('', 'in_progress'), content: [] } },
  { type: 'response.content_part.added', ...part, part: { type: 'output_text', text: '', annotations: [] } },
  ...pieces.map((delta) => ({ type: 'response.output_text.delta', ...part, delta, logprobs: [] })),
  { type: 'response.output_text.done', ...part, text: pieces.join('') },
  { type: 'response.output_item.done', output_index: 0, item: outputMessage(pieces.join(''), 'completed') },
  { type: 'response.completed', response: responseObject('completed', [outputMessage(pieces.join(''), 'completed')]) },
]
  .map((event, index) => namedEvent(event.type, { ...event, sequence_number: index }))
  .join('');

export const uiMessage = [
  dataLine({ type: 'start' }),
  dataLine({ type: 'text-start', id: '1' }),
  ...pieces.map((delta) => dataLine({ type: 'text-delta', id: '1', delta })),
  dataLine({ type: 'text-end', id: '1' }),
  dataLine({ type: 'finish' }),
  'data: [DONE]\n\n',
].join('');

export const agUi = [
  dataLine({ type: 'RUN_STARTED', threadId: 't', runId: 'r' }),
  dataLine({ type: 'TEXT_MESSAGE_START', messageId: 'm1', role: 'assistant' }),
  ...pieces.map((delta) => dataLine({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta })),
  dataLine({ type: 'TEXT_MESSAGE_END', messageId: 'm1' }),
  dataLine({ type: 'RUN_FINISHED', threadId: 't', runId: 'r' }),
].join('');

const taskStatus = (state: string) => ({ state, timestamp: '2026-01-05T00:00:00.000Z' });
const results = [
  { task: { id: 't1', contextId: 'x1', status: taskStatus('TASK_STATE_WORKING'), artifacts: [], history: [] } },
  ...pieces.map((text, index) => ({
    artifactUpdate: {
      taskId: 't1',
      contextId: 'x1',
      append: index > 0,
      lastChunk: false,
      artifact: { artifactId: 'a1', parts: [{ text }] },
    },
  })),
  { statusUpdate: { taskId: 't1', contextId: 'x1', status: taskStatus('TASK_STATE_COMPLETED') } },
];
/** Every event belongs to the same request. */
export const a2a = (id: unknown): string => results.map((result) => dataLine({ jsonrpc: '2.0', id, result })).join('');

const asked = { id: 'm0', type: 'human', content: 'hi' };
const told = { id: 'm1', type: 'ai', content: pieces.join('') };
export const graphState = { messages: [asked, told] };
export const langgraph = [
  namedEvent('metadata', { run_id: 'r1', attempt: 1 }),
  namedEvent('values', { messages: [asked] }),
  ...pieces.map((content) =>
    namedEvent('messages', [
      { ...told, content },
      { langgraph_node: 'desk', langgraph_step: 1 },
    ]),
  ),
  namedEvent('values', graphState),
].join('');

const protocolEvent = (name: string, told: JsonObject) =>
  dataLine({ type: 'event', props: { event: name, message: name, data: { timestamp: 1, ...told } } });
const assistant = { assistant_id: 'desk', type: 'assistant', name: 'Desk' };
const finished = { duration_ms: 1, status: 'completed' };
export const yao = [
  protocolEvent('stream_start', { context_id: 'x1', request_id: 'r1', chat_id: 'c1', trace_id: 't1', assistant }),
  protocolEvent('message_start', { message_id: 'm1', type: 'text' }),
  ...pieces.map((content) =>
    dataLine({ type: 'text', props: { content }, chunk_id: 'k1', message_id: 'm1', delta: true }),
  ),
  protocolEvent('message_end', { message_id: 'm1', type: 'text', chunk_count: EVENTS, ...finished }),
  protocolEvent('stream_end', { request_id: 'r1', context_id: 'x1', ...finished }),
].join('');

/** The ACP messages that an agent sends for one prompt, one line of JSON each. */
export const acp = pieces
  .map((text) => {
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
    return `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's1', update } })}\n`;
  })
  .join('');
