import { describe, expect, it } from 'vitest';
import { EventSchema } from '../../../testing/ag-ui-schemas.ts';
import { castToJson, type Json } from '../../../values/index.ts';
import { type AgUiRun, createAgUiRun } from './read-run.ts';
import { createTranscript, type RunTranscript, type TranscriptOptions } from './transcript.ts';

type TestEvent = { type: string; [key: string]: unknown };

const started: TestEvent = { type: 'RUN_STARTED', threadId: 't', runId: 'r' };
const finished: TestEvent = { type: 'RUN_FINISHED', threadId: 't', runId: 'r' };

function textMessage(id: string, ...pieces: string[]): TestEvent[] {
  return [
    { type: 'TEXT_MESSAGE_START', messageId: id, role: 'assistant' },
    ...pieces.map((delta): TestEvent => ({ type: 'TEXT_MESSAGE_CONTENT', messageId: id, delta })),
    { type: 'TEXT_MESSAGE_END', messageId: id },
  ];
}

function toolCall(id: string, name: string, ...pieces: string[]): TestEvent[] {
  return [
    { type: 'TOOL_CALL_START', toolCallId: id, toolCallName: name },
    ...pieces.map((delta): TestEvent => ({ type: 'TOOL_CALL_ARGS', toolCallId: id, delta })),
    { type: 'TOOL_CALL_END', toolCallId: id },
  ];
}

type Read = { run: AgUiRun; transcript: RunTranscript; warnings: string[] };

/** Reads events that AG-UI's own schema accepts. */
function readEvents(events: TestEvent[], { state, ...options }: TranscriptOptions & { state?: Json } = {}): Read {
  const warnings: string[] = [];
  const transcript = createTranscript(options);
  const run = createAgUiRun({
    transcript,
    state,
    warn: (text) => {
      warnings.push(text);
    },
  });
  for (const event of events) run.read(castToJson(EventSchema.parse(event)));
  run.end();
  return { run, transcript, warnings };
}

function answerTo(events: TestEvent[], options?: TranscriptOptions): { text: string; calls: object[] } {
  const { transcript } = readEvents([started, ...events, finished], options);
  return { text: transcript.text(), calls: transcript.toolCalls() };
}

describe('the text of an AG-UI run', () => {
  it('comes in pieces, one message after another, and arguments of tools do not leak into it', () => {
    const events = [
      ...textMessage('m1', 'One ', 'moment.'),
      ...toolCall('c1', 'find', '{"city":', '"Bonn"}'),
      ...textMessage('m2', 'Bonn!'),
    ];
    expect(answerTo(events)).toEqual({
      text: 'One moment.\n\nBonn!',
      calls: [{ id: 'c1', tool: 'find', arguments: { city: 'Bonn' } }],
    });
  });

  it('comes in chunks, which begin and end by themselves', () => {
    const events: TestEvent[] = [
      { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm1', role: 'assistant', delta: 'Hel' },
      { type: 'TEXT_MESSAGE_CHUNK', delta: 'lo' },
      { type: 'TOOL_CALL_CHUNK', toolCallId: 'c1', toolCallName: 'find', delta: '{"a"' },
      { type: 'TOOL_CALL_CHUNK', delta: ':1}' },
      { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm2', delta: '!' },
    ];
    expect(answerTo(events)).toEqual({
      text: 'Hello\n\n!',
      calls: [{ id: 'c1', tool: 'find', arguments: { a: 1 } }],
    });
  });

  it('is told apart where two agents write at once', () => {
    const of = (subagentRunId: string, chunk: object): TestEvent => ({
      type: 'TEXT_MESSAGE_CHUNK',
      subagentRunId,
      ...chunk,
    });
    const events = [
      of('a', { messageId: 'm1', delta: 'a1' }),
      of('b', { messageId: 'm2', delta: 'b1' }),
      of('a', { delta: 'a2' }),
      of('b', { delta: 'b2' }),
    ];
    expect(answerTo(events).text).toBe('a1a2\n\nb1b2');
  });

  it('is not what the user and the system are said to have written', () => {
    const events: TestEvent[] = [
      { type: 'TEXT_MESSAGE_START', messageId: 'm1', role: 'user' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta: 'my own words' },
      { type: 'TEXT_MESSAGE_END', messageId: 'm1' },
      ...textMessage('m2', 'yours'),
    ];
    expect(answerTo(events).text).toBe('yours');
  });

  it('may stand in the messages of the conversation alone, with its calls and their results', () => {
    const messages = [
      { id: 'u1', role: 'user', content: 'before' },
      { id: 'a1', role: 'assistant', content: 'earlier' },
      { id: 'u2', role: 'user', content: 'now' },
      {
        id: 'a2',
        role: 'assistant',
        toolCalls: [{ id: 'c1', type: 'function', function: { name: 'find', arguments: '{}' } }],
      },
      { id: 't1', role: 'tool', toolCallId: 'c1', content: '[1]' },
      { id: 'a3', role: 'assistant', content: 'found' },
    ];
    expect(answerTo([{ type: 'MESSAGES_SNAPSHOT', messages }])).toEqual({
      text: 'found',
      calls: [{ id: 'c1', tool: 'find', arguments: {}, result: [1] }],
    });
  });

  it('is not read twice when the conversation repeats it', () => {
    const messages = [
      { id: 'u1', role: 'user', content: 'now' },
      { id: 'other-id', role: 'assistant', content: 'found' },
      { id: 'known', role: 'assistant', content: 'of an earlier answer' },
    ];
    const { text } = answerTo([...textMessage('m1', 'found'), { type: 'MESSAGES_SNAPSHOT', messages }], {
      knownIds: new Set(['known']),
    });
    expect(text).toBe('found');
  });

  it('leaves out reasoning, progress, and the retired words for them', () => {
    const { run, transcript, warnings } = readEvents([
      started,
      { type: 'REASONING_START', messageId: 'r1' },
      { type: 'REASONING_MESSAGE_START', messageId: 'r1', role: 'reasoning' },
      { type: 'REASONING_MESSAGE_CONTENT', messageId: 'r1', delta: 'hm' },
      { type: 'REASONING_MESSAGE_END', messageId: 'r1' },
      { type: 'REASONING_END', messageId: 'r1' },
      { type: 'ACTIVITY_SNAPSHOT', messageId: 'x', activityType: 'PLAN', content: { steps: [] } },
      { type: 'RAW', event: { any: 1 } },
      { type: 'STEP_STARTED', stepName: 's' },
      { type: 'STEP_FINISHED', stepName: 's' },
      ...textMessage('m1', 'done'),
      finished,
    ]);
    expect([transcript.text(), warnings]).toEqual(['done', []]);
    run.read({ type: 'RUN_STARTED', threadId: 't', runId: 'r2' });
    run.read({ type: 'THINKING_TEXT_MESSAGE_CONTENT', delta: 'hm' });
    run.read({ type: 'HOLOGRAM', delta: 'hm' });
    expect([transcript.text(), warnings]).toEqual([
      'done',
      ['the agent sent the event HOLOGRAM, which AG-UI does not have: it was ignored'],
    ]);
  });
});

describe('the tool calls of an AG-UI run', () => {
  it('have results: JSON, text, or parts of text', () => {
    const result = (toolCallId: string, content: unknown): TestEvent => ({
      type: 'TOOL_CALL_RESULT',
      messageId: `r-${toolCallId}`,
      toolCallId,
      content,
    });
    const { calls } = answerTo([
      ...toolCall('c1', 'find', '{}'),
      ...toolCall('c2', 'read'),
      ...toolCall('c3', 'see', 'not json'),
      result('c1', '{"n":1}'),
      result('c2', 'plain'),
      result('c3', [{ type: 'text', text: '7' }]),
    ]);
    expect(calls).toEqual([
      { id: 'c1', tool: 'find', arguments: {}, result: { n: 1 } },
      { id: 'c2', tool: 'read', arguments: {}, result: 'plain' },
      { id: 'c3', tool: 'see', arguments: 'not json', result: 7 },
    ]);
  });

  it('may be of an earlier run, which was held up', () => {
    const heldCalls = [{ id: 'c0', tool: 'pay', arguments: { amount: 1 } }];
    const event: TestEvent = { type: 'TOOL_CALL_RESULT', messageId: 'r', toolCallId: 'c0', content: 'paid' };
    expect(answerTo([event], { heldCalls }).calls).toEqual([
      { id: 'c0', tool: 'pay', arguments: { amount: 1 }, result: 'paid' },
    ]);
  });

  it('stand in the messages of the next request with their results behind them', () => {
    const { transcript } = readEvents([
      started,
      { type: 'TEXT_MESSAGE_START', messageId: 'm1', role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta: 'Looking.' },
      { type: 'TEXT_MESSAGE_END', messageId: 'm1' },
      { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'find', parentMessageId: 'm1' },
      { type: 'TOOL_CALL_END', toolCallId: 'c1' },
      ...textMessage('m2', 'Found.'),
      { type: 'TOOL_CALL_RESULT', messageId: 'r1', toolCallId: 'c1', content: 'x' },
      finished,
    ]);
    expect(transcript.messages()).toEqual({
      isWhole: false,
      messages: [
        {
          id: 'm1',
          role: 'assistant',
          content: 'Looking.',
          toolCalls: [{ id: 'c1', type: 'function', function: { name: 'find', arguments: '' } }],
        },
        { id: 'c1-result', role: 'tool', toolCallId: 'c1', content: 'x' },
        { id: 'm2', role: 'assistant', content: 'Found.' },
      ],
    });
  });
});

describe('the state of an AG-UI run', () => {
  it('is what the agent was given, replaced and patched', () => {
    const state = { items: [1], note: 'old' };
    const { run } = readEvents(
      [started, { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/items/-', value: 2 }] }, finished],
      { state },
    );
    expect(run.reportedState().state).toEqual({ items: [1, 2], note: 'old' });
    expect(state.items).toEqual([1]);
    const replaced = readEvents(
      [
        started,
        { type: 'STATE_SNAPSHOT', snapshot: { n: 1 } },
        { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/n', value: 2 }] },
        finished,
      ],
      { state },
    );
    expect(replaced.run.reportedState().state).toEqual({ n: 2 });
  });

  it('is wrong, with its place, where a patch does not fit', () => {
    const delta = [{ op: 'replace', path: '/n', value: 2 }];
    expect(() => readEvents([started, { type: 'STATE_DELTA', delta }, finished])).toThrow(
      'event 2 (STATE_DELTA) is invalid at this point: operation 1 (replace /n) cannot be applied: there is no "n"',
    );
  });
});

describe('the end of an AG-UI run', () => {
  it('tells what it brought, what it spent and what it waits for', () => {
    const usage = [
      { model: 'a', inputTokens: 10, outputTokens: 2, cachedInputTokens: 4 },
      { model: 'b', inputTokens: 1 },
    ];
    const { run } = readEvents([started, { ...finished, result: { ok: true }, usage }]);
    expect(run.reportedState().result).toEqual({ ok: true });
    expect(run.reportedState().usage).toEqual({
      inputTokens: 11,
      outputTokens: 2,
      calls: 2,
      retries: 0,
      cachedTokens: 4,
    });
    const interrupts = [{ id: 'i1', reason: 'confirmation', message: 'Pay?' }];
    const interruptedRun = readEvents([started, { ...finished, outcome: { type: 'interrupt', interrupts } }]);
    expect(interruptedRun.run.reportedState().interrupts).toEqual(interrupts);
    const legacy = readEvents([started, { type: 'CUSTOM', name: 'on_interrupt', value: 'Pay?' }, finished]);
    expect(legacy.run.reportedState().interrupts).toEqual([
      { id: 'on_interrupt-1', reason: 'on_interrupt', message: 'Pay?' },
    ]);
  });

  it.each<[string, TestEvent[], RegExp]>([
    [
      'the run fails',
      [started, { type: 'RUN_ERROR', message: 'no money', code: 'E1' }],
      /^the run failed: no money \(E1\)$/,
    ],
    ['it is cancelled', [started, { ...finished, outcome: { type: 'cancelled' } }], /cancelled, so there is no answer/],
    [
      'the stream breaks off',
      [started, ...textMessage('m1', 'a')],
      /ended after event 4 \(TEXT_MESSAGE_END\), before RUN_FINISHED/,
    ],
    ['there is no event', [], /ended without an event, before RUN_FINISHED/],
  ])('is an error when %s', (_what, events, message) => {
    expect(() => readEvents(events)).toThrow(message);
  });

  it('says where an event is wrong, and why', () => {
    const run = createAgUiRun({ transcript: createTranscript(), warn: () => undefined });
    run.read(castToJson(started));
    expect(() => run.read({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1' })).toThrow(
      'event 2 (TEXT_MESSAGE_CONTENT) is invalid at this point: "delta" is missing',
    );
    expect(() => run.read('hello')).toThrow('event 3 (without a type) is invalid at this point');
  });
});

describe('the order of events that AG-UI forbids', () => {
  const chunk: TestEvent = { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta: 'x' };
  it.each<[string, TestEvent[], RegExp]>([
    [
      'no run has begun',
      textMessage('m1', 'x'),
      /event 1 \(TEXT_MESSAGE_START\) is invalid at this point: a run must begin with RUN_STARTED/,
    ],
    ['two runs at once', [started, started], /event 2 \(RUN_STARTED\) .*the previous run has not ended/],
    [
      'something after the end',
      [started, finished, ...textMessage('m1', 'x')],
      /event 3 \(TEXT_MESSAGE_START\) .*the run has already ended/,
    ],
    ['a text that has not begun', [started, chunk], /event 2 .*the text "m1" has not begun/],
    [
      'a text that begins twice',
      [started, ...textMessage('m1').slice(0, 1), ...textMessage('m1')],
      /event 3 .*the text "m1" has already begun/,
    ],
    ['a text that has ended', [started, ...textMessage('m1'), chunk], /event 4 .*the text "m1" has not begun/],
    [
      'a text that does not end',
      [started, ...textMessage('m1').slice(0, 1), finished],
      /event 3 \(RUN_FINISHED\) .*the text "m1" has not ended/,
    ],
    [
      'a call that begins twice',
      [started, ...toolCall('c', 'a').slice(0, 1), ...toolCall('c', 'a')],
      /tool call "c" has already begun/,
    ],
    [
      'a call that does not end',
      [started, ...toolCall('c', 'a').slice(0, 1), finished],
      /the tool call "c" has not ended/,
    ],
    [
      'arguments of no call',
      [started, { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '' }],
      /tool call "c" has not begun/,
    ],
    [
      'a step that does not end',
      [started, { type: 'STEP_STARTED', stepName: 's' }, finished],
      /the step "s" has not ended/,
    ],
  ])('is an error: %s', (_what, events, message) => {
    expect(() => readEvents(events)).toThrow(message);
  });

  it('is an error where its own client would mix things up', () => {
    const result: TestEvent = { type: 'TOOL_CALL_RESULT', messageId: 'r', toolCallId: 'c9', content: 'x' };
    expect(() => readEvents([started, result, finished])).toThrow('there is no call "c9"');
    expect(() => readEvents([started, ...toolCall('c', 'a'), ...toolCall('c', 'a'), finished])).toThrow(
      'there is already a call "c"',
    );
  });
});
