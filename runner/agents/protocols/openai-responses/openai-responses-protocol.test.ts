import type { ServerResponse } from 'node:http';
import type {
  Response,
  ResponseOutputItem,
  ResponseOutputMessage,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses';
import { afterEach, describe, expect, it } from 'vitest';
import type { AgentRequest } from '../../../ports/index.ts';
import { agentRequest, listeningContext, neverAborted } from '../../../testing/model-request.ts';
import { createProtocolAgent, type ProtocolServer, startProtocolServer } from '../../../testing/protocol-server.ts';

const closing: ProtocolServer[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((server) => server.close()));
});

async function serve(...answers: ((response: ServerResponse) => void)[]): Promise<ProtocolServer> {
  let next = 0;
  const server = await startProtocolServer((_request, response) => {
    answers[Math.min(next, answers.length - 1)]?.(response);
    next += 1;
  });
  closing.push(server);
  return server;
}

type Whole = Pick<Response, 'id' | 'object' | 'status' | 'output'> &
  Partial<Pick<Response, 'usage' | 'error' | 'incomplete_details'>>;

function whole(output: ResponseOutputItem[], more: Partial<Whole> = {}): Whole {
  const usage: Response['usage'] = {
    input_tokens: 7,
    output_tokens: 3,
    total_tokens: 10,
    input_tokens_details: { cached_tokens: 2, cache_write_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  };
  return { id: 'resp_1', object: 'response', status: 'completed', output, usage, ...more };
}

const message = (id: string, text: string): ResponseOutputMessage => ({
  id,
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
});

type Numbered<Event> = Event extends unknown
  ? Omit<Event, 'sequence_number' | 'response'> & { response?: Whole }
  : never;
type Event = Numbered<ResponseStreamEvent>;

const created: Event = { type: 'response.created', response: whole([], { status: 'in_progress' }) };
const added = (index: number, item: ResponseOutputItem): Event => ({
  type: 'response.output_item.added',
  output_index: index,
  item,
});
const itemDone = (index: number, item: ResponseOutputItem): Event => ({
  type: 'response.output_item.done',
  output_index: index,
  item,
});
const delta = (index: number, text: string): Event => ({
  type: 'response.output_text.delta',
  output_index: index,
  item_id: 'm1',
  content_index: 0,
  delta: text,
  logprobs: [],
});
const textEvents = (index: number, id: string, text: string): Event[] => [
  added(index, { ...message(id, ''), content: [] }),
  ...text.split(/(?<= )/).map((piece) => delta(index, piece)),
  itemDone(index, message(id, text)),
];
const completed = (output: ResponseOutputItem[], more: Partial<Whole> = {}): Event => ({
  type: 'response.completed',
  response: whole(output, more),
});

const stream =
  (...events: (Event | object)[]) =>
  (response: ServerResponse): void => {
    const eventTexts = events.map(
      (event, index) => `data: ${JSON.stringify({ sequence_number: index, ...event })}\n\n`,
    );
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(eventTexts.join(''));
  };
const document =
  (value: object) =>
  (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };

function warned(): { context: AgentRequest['context']; warnings: string[] } {
  const warnings: string[] = [];
  return { warnings, context: listeningContext({ warning: ({ text }) => warnings.push(text) }) };
}

function open({ url }: { url: string }, entry: object = {}) {
  return createProtocolAgent({ type: 'openai-responses', url: `${url}/v1/responses`, ...entry });
}

async function ask(server: { url: string }, parts: Partial<AgentRequest> = {}, entry: object = {}) {
  return (await open(server, entry)).invoke(agentRequest('Where?', parts), neverAborted());
}

const find: ResponseOutputItem = {
  id: 'fc_1',
  type: 'function_call',
  status: 'completed',
  call_id: 'c1',
  name: 'find',
  arguments: '{"city":"Bonn"}',
};
const toolOutput: ResponseOutputItem = {
  id: 'fo_1',
  type: 'function_call_output',
  status: 'completed',
  call_id: 'c1',
  output: '{"found":4}',
};
const web: ResponseOutputItem = {
  id: 'ws_1',
  type: 'web_search_call',
  status: 'completed',
  action: { type: 'search', query: 'Bonn', queries: ['Bonn'] },
};
const mcp: ResponseOutputItem = {
  id: 'mcp_1',
  type: 'mcp_call',
  name: 'pay',
  server_label: 'bank',
  arguments: '{"n":1}',
  output: null,
  error: { type: 'http_error', code: 402, message: 'no money' },
};
const code: ResponseOutputItem = {
  id: 'ci_1',
  type: 'code_interpreter_call',
  status: 'failed',
  container_id: 'k',
  code: '1/0',
  outputs: [{ type: 'logs', logs: 'oops' }],
};
const approval: ResponseOutputItem = {
  id: 'ap_1',
  type: 'mcp_approval_request',
  name: 'pay',
  server_label: 'bank',
  arguments: '{"n":1}',
};

describe('an openai-responses agent', () => {
  const output = [message('m1', 'Looking up.'), find, toolOutput, web, mcp, code, message('m2', 'Four.')];
  it.each([
    [
      'as events',
      stream(
        created,
        ...textEvents(0, 'm1', 'Looking up.'),
        ...[find, toolOutput, web, mcp, code].flatMap((item, index) => [
          added(index + 1, item),
          itemDone(index + 1, item),
        ]),
        ...textEvents(6, 'm2', 'Four.'),
        completed(output),
      ),
    ],
    ['as events without items', stream(created, completed(output))],
    ['whole', document(whole(output))],
  ])('answers with text, calls of all kinds of tools and usage, %s', async (_how, answer) => {
    const server = await serve(answer);
    const texts: string[] = [];
    expect(
      await ask(server, { context: listeningContext({ text: ({ text }) => texts.push(text) }) }, { model: 'desk' }),
    ).toEqual({
      content: 'Looking up.\n\nFour.',
      toolCalls: [
        { id: 'c1', tool: 'find', arguments: { city: 'Bonn' }, result: { found: 4 } },
        { id: 'ws_1', tool: 'web_search', arguments: { type: 'search', query: 'Bonn', queries: ['Bonn'] } },
        { id: 'mcp_1', tool: 'pay', server: 'bank', arguments: { n: 1 }, error: 'no money' },
        {
          id: 'ci_1',
          tool: 'code_interpreter',
          arguments: { container_id: 'k', code: '1/0' },
          result: [{ type: 'logs', logs: 'oops' }],
          error: 'the call failed',
        },
      ],
      usage: { inputTokens: 7, outputTokens: 3, cachedTokens: 2, calls: 1, retries: 0 },
      interrupts: undefined,
    });
    if (_how === 'as events') expect(texts.at(-1)).toBe('Looking up.\n\nFour.');
    expect(server.asked[0]?.body).toMatchObject({ model: 'desk', stream: true, user: 'test-user' });
  });

  it('is sent the history of a case as items, and metadata as texts', async () => {
    const server = await serve(document(whole([message('m', 'ok')])));
    const history: Parameters<typeof agentRequest>[0] = [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'image', url: 'data:image/png;base64,AAAA' },
          { type: 'file', url: 'data:application/pdf;base64,AAAA', name: 'a.pdf' },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'find', arguments: { n: 1 } } }],
      },
      { role: 'tool', content: '[]', tool_call_id: 'c1' },
      { role: 'user', content: 'And?' },
    ];
    const agent = await open(server, { stream: false });
    await agent.invoke(agentRequest(history, { options: { metadata: { plan: { name: 'gold' } } } }), neverAborted());
    expect(server.asked[0]?.body).toEqual({
      stream: false,
      user: 'test-user',
      metadata: { plan: '{"name":"gold"}' },
      input: [
        { type: 'message', role: 'system', content: 'Be brief.' },
        {
          type: 'message',
          role: 'user',
          content: [
            { type: 'input_text', text: 'See' },
            { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'auto' },
            { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' },
          ],
        },
        { type: 'function_call', call_id: 'c1', name: 'find', arguments: '{"n":1}' },
        { type: 'function_call_output', call_id: 'c1', output: '[]' },
        { type: 'message', role: 'user', content: 'And?' },
      ],
    });
  });

  const conversation: Parameters<typeof agentRequest>[0] = [
    { role: 'user', content: 'Where?' },
    { role: 'assistant', content: 'told otherwise' },
    { role: 'user', content: 'Thanks.' },
  ];
  const thanks = { type: 'message', role: 'user', content: 'Thanks.' };

  it('is sent its own items again, or only what is new where it keeps the conversation', async () => {
    const answers = [
      document(whole([find, message('m1', 'Here.')])),
      document(whole([message('m2', 'Bye.')], { id: 'resp_2' })),
    ];
    const [stateless, stateful] = [await serve(...answers), await serve(...answers)];
    for (const [server, entry] of [
      [stateless, {}],
      [stateful, { session: 'previous_response_id' }],
    ] as const) {
      const agent = await open(server, entry);
      await agent.invoke(agentRequest('Where?'), neverAborted());
      expect(await agent.invoke(agentRequest(conversation), neverAborted())).toMatchObject({ content: 'Bye.' });
    }
    const where = { type: 'message', role: 'user', content: 'Where?' };
    expect(stateless.asked[1]?.body.input).toEqual([where, find, message('m1', 'Here.'), thanks]);
    expect(stateless.asked[1]?.body).not.toHaveProperty('previous_response_id');
    expect(stateful.asked[1]?.body).toMatchObject({ input: [thanks], previous_response_id: 'resp_1' });
  });

  it.each([
    ['approve', true],
    ['reject', false],
  ])('answers when it asks for an approval: %s', async (interrupts, approve) => {
    const server = await serve(document(whole([approval])), document(whole([message('m', 'Fine.')])));
    expect(await ask(server, {}, { interrupts })).toMatchObject({
      content: 'Fine.',
      usage: { inputTokens: 14, calls: 2 },
      interrupts: [{ tool: 'pay', arguments: { n: 1 }, answeredBy: interrupts }],
    });
    const answer = { type: 'mcp_approval_response', approval_request_id: 'ap_1', approve };
    expect(server.asked[1]?.body.input).toEqual([expect.anything(), approval, answer]);
  });

  it('lets the next message of the user answer', async () => {
    const server = await serve(document(whole([approval])), document(whole([message('m', 'Fine.')])));
    const agent = await open(server, { session: 'previous_response_id' });
    const first = await agent.invoke(agentRequest('Pay'), neverAborted());
    expect(first.content).toBe('May pay be called with {"n":1}?');
    const next = agentRequest([
      { role: 'user', content: 'Pay' },
      { role: 'assistant', content: first.content },
      { role: 'user', content: 'No!' },
    ]);
    expect(await agent.invoke(next, neverAborted())).toMatchObject({ content: 'Fine.' });
    const answer = { type: 'mcp_approval_response', approval_request_id: 'ap_1', approve: false, reason: 'No!' };
    expect(server.asked[1]?.body).toMatchObject({ previous_response_id: 'resp_1', input: [answer] });
  });

  it('says what a test should know: items that were not read, an answer that was cut off', async () => {
    const cut = whole([message('m', 'Half')], {
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    });
    const server = await serve(
      document({
        ...cut,
        output: [...cut.output, { id: 'n', type: 'novelty' }, { id: 'r', type: 'reasoning', summary: [] }],
      }),
    );
    const { context, warnings } = warned();
    expect(await ask(server, { context })).toMatchObject({ content: 'Half', toolCalls: [] });
    expect(warnings).toEqual([
      'the response has an item novelty: it was ignored',
      'the answer was cut off (max_output_tokens)',
    ]);
  });

  const half = { ...message('m1', ''), content: [] };
  it.each<[string, (Event | object)[], RegExp]>([
    [
      'half a stream',
      [created, added(0, half), delta(0, 'Ha')],
      /the answer is incomplete: it ended after event 3 \(response\.output_text\.delta\), before response\.completed/,
    ],
    ['no event', [], /ended without an event/],
    [
      'an error',
      [created, { type: 'error', message: 'overloaded', code: 'busy' }],
      /reported an error: overloaded \(busy\)/,
    ],
    [
      'that it failed',
      [
        created,
        {
          type: 'response.failed',
          response: whole([], { status: 'failed', error: { code: 'server_error', message: 'broke' } }),
        },
      ],
      /reported an error: broke \(server_error\)/,
    ],
    ['text of no item', [created, delta(0, 'a')], /event 2 .* is invalid at this point: there is no item 0/],
    [
      'text of an item that is done',
      [created, ...textEvents(0, 'm1', 'a'), delta(0, 'b')],
      /the item 0 is already done/,
    ],
    ['an item twice', [created, added(0, half), added(0, half)], /there is already an item 0/],
    ['an id twice', [created, added(0, half), added(1, half)], /there is already an item m1/],
    ['an item that is not done', [created, added(0, half), completed([])], /the item 0 of the response is not done/],
    ['events in another order', [{ ...created, sequence_number: 4 }, added(0, half)], /event 1 comes after event 4/],
    [
      'an event twice',
      [created, added(0, half), { ...delta(0, 'a'), sequence_number: 1 }],
      /event 1 comes after event 1/,
    ],
    ['more than the end', [created, completed([]), added(0, half)], /the response has already ended/],
    ['two calls of one name', [created, completed([find, find])], /two tool calls have the id c1/],
    [
      'chat completions',
      [{ object: 'chat.completion.chunk', choices: [] }],
      /speaks openai-chat, not openai-responses/,
    ],
    [
      'something else',
      [{ hello: 1 }],
      /event 1 is invalid at this point: the object is neither an event nor a response/,
    ],
  ])('is an error when it answers %s', async (_what, events, error) => {
    await expect(ask(await serve(stream(...events)))).rejects.toThrow(error);
  });

  it.each([
    [document(whole([], { status: 'queued' })), /is still queued: background responses are not supported/],
    [document(whole([], { status: 'cancelled' })), /the response was cancelled/],
    [(response: ServerResponse) => void response.writeHead(503).end('busy'), /answered 503: busy/],
  ])('is an error without an answer', async (answer, error) => {
    await expect(ask(await serve(answer))).rejects.toThrow(error);
  });

  it('is counted what it spent when it failed', async () => {
    const failed = whole([], { status: 'failed', error: { code: 'server_error', message: 'broke' } });
    const server = await serve(stream(created, { type: 'response.failed', response: failed }));
    const usages: object[] = [];
    const context = listeningContext({ usage: ({ usage }) => usages.push(usage) });
    await expect(ask(server, { context })).rejects.toThrow('broke');
    expect(usages).toEqual([{ inputTokens: 7, outputTokens: 3, cachedTokens: 2, calls: 1, retries: 0 }]);
  });

  it('closes the connection when it is aborted', async () => {
    const stop = new AbortController();
    let closed = (): void => undefined;
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const server = await serve((response) => {
      response.on('close', closed).writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify(created)}\n\n`);
    });
    const agent = await open(server);
    const context = listeningContext({ text: () => stop.abort(new Error('out of time')) });
    await expect(agent.invoke(agentRequest('hi', { context }), stop.signal)).rejects.toThrow('out of time');
    await isClosed;
  });

  it('knows of one way to keep a conversation', async () => {
    await expect(open({ url: 'http://127.0.0.1:1' }, { session: 'mine' })).rejects.toThrow(
      /can be \\+"previous_response_id/,
    );
  });
});
