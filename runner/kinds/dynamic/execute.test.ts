import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CaseResult, DynamicCase, RunEvent } from '../../contract/index.ts';
import { createAttachmentReader } from '../../inputs/attachments.ts';
import { checkpoint, dynamicCase, plannedCase, runPlan } from '../../testing/case-factory.ts';
import {
  answeringAgent,
  echoAgent,
  type ScriptedAnswer,
  scriptedAgent,
  unresponsiveAgent,
} from '../../testing/fake-agents.ts';
import { listResultsInEvents, recordRun } from '../../testing/record-run.ts';

type Script = {
  agent: readonly ScriptedAnswer[];
  simulator?: readonly ScriptedAnswer[];
  judge?: readonly ScriptedAnswer[];
};

async function runConversation(
  caseFields: Partial<DynamicCase>,
  { agent, simulator = [], judge = [] }: Script,
): Promise<{ result: CaseResult; events: RunEvent[]; requests: ReturnType<typeof scriptedAgent>['requests'][] }> {
  const agents = [
    scriptedAgent('target', agent),
    scriptedAgent('simulator', simulator),
    scriptedAgent('validator', judge),
  ];
  const { events, done } = recordRun(runPlan([plannedCase(dynamicCase(caseFields), { agentId: 'target' })]), agents);
  await done;
  const [result] = listResultsInEvents(events);
  if (result === undefined) throw new Error('the case did not finish');
  return { result, events, requests: agents.map((each) => each.requests) };
}

const simulatorReply = (message: string, fields: object = {}): string =>
  JSON.stringify({ message, goal_achieved: false, ...fields });

describe('a conversation that passes without coming to its point', () => {
  const neverRules = [{ type: 'contains', value: '1234' }] as const;
  const overlooked = async (caseFields: Partial<DynamicCase>, script: Script) =>
    (await runConversation({ checkpoints: [], never: [...neverRules], maxTurns: 4, ...caseFields }, script)).result
      .unjudged?.overlooked;

  it('is told where the simulator achieves its goal before any answer', async () => {
    const simulator = [simulatorReply('Hello', { goal_achieved: true })];
    expect(await overlooked({ input: undefined, until: 'done' }, { agent: ['Hi'], simulator })).toEqual([
      'the simulator achieved its goal with its first message, before the agent had answered',
    ]);
    expect(await overlooked({ until: 'done' }, { agent: ['Hi', 'Bye'], simulator })).toBeUndefined();
  });

  it('is told where the simulator says one word all the time', async () => {
    const agent = ['a', 'b', 'c', 'd'];
    expect(await overlooked({}, { agent, simulator: ['ok', 'ok', 'ok'] })).toEqual(['the simulator said only "ok"']);
    expect(await overlooked({}, { agent, simulator: ['yes', 'yes', 'no'] })).toBeUndefined();
    const stubborn = 'I want a discount.';
    expect(await overlooked({}, { agent, simulator: [stubborn, stubborn, stubborn] })).toBeUndefined();
  });

  it('is told where the agent has ended it before', async () => {
    const turns = [{ input: 'Sell' }, { input: 'More' }];
    expect(await overlooked({ turns }, { agent: [{ content: 'Bye', endsConversation: true }, 'a', 'b'] })).toEqual([
      'the agent ended the conversation in turn 1, and 2 more turns followed',
    ]);
    expect(
      await overlooked({ turns }, { agent: ['a', 'b', { content: 'Bye', endsConversation: true }] }),
    ).toBeUndefined();
  });
});

describe('a dynamic case', () => {
  it('passes at the turn that reaches the last required checkpoint', async () => {
    const { result } = await runConversation(
      { checkpoints: [checkpoint({ id: 'size' }), checkpoint({ id: 'confirm', after: ['size'] })] },
      { agent: ['what size?', 'please confirm'], simulator: [simulatorReply('large', { reasoning: 'asked' })] },
    );
    expect(result).toMatchObject({
      status: 'passed',
      endReason: 'checkpoints_reached',
      turns: [
        { turn: 1, origin: 'case', input: 'hello', output: 'what size?', checkpointsReached: ['size'] },
        { turn: 2, origin: 'simulator', input: 'large', reasoning: 'asked', checkpointsReached: ['confirm'] },
      ],
      checkpoints: [
        { id: 'size', reached: true, reachedAtTurn: 1 },
        { id: 'confirm', reached: true, reachedAtTurn: 2 },
      ],
    });
  });

  it('reaches checkpoints of one turn in any order of writing', async () => {
    const { result } = await runConversation(
      {
        checkpoints: [
          checkpoint({ id: 'c', after: ['b'] }),
          checkpoint({ id: 'b', after: ['a'] }),
          checkpoint({ id: 'a' }),
        ],
      },
      { agent: ['a b c'] },
    );
    expect(result).toMatchObject({ status: 'passed', turns: [{ checkpointsReached: ['a', 'b', 'c'] }] });
  });

  it('records a checkpoint that held before its turn, and never unreaches one', async () => {
    const { result, events } = await runConversation(
      { maxTurns: 3, checkpoints: [checkpoint({ id: 'first' }), checkpoint({ id: 'second', after: ['first'] })] },
      { agent: ['second', 'first', 'nothing'], simulator: [simulatorReply('1'), simulatorReply('2')] },
    );
    expect(result).toMatchObject({
      status: 'failed',
      endReason: 'max_turns',
      error: 'max turns (3) exceeded; missing checkpoints: second',
      checkpoints: [
        { id: 'first', reached: true, reachedAtTurn: 2 },
        { id: 'second', reached: false, outOfOrderAtTurns: [1] },
      ],
    });
    const states = events.flatMap((event) =>
      event.type === 'checkpoint.updated' ? [[event.checkpoint, event.turn, event.state]] : [],
    );
    expect(states).toEqual([
      ['first', 1, 'failed_try'],
      ['second', 1, 'out_of_order'],
      ['first', 2, 'reached'],
      ['second', 2, 'failed_try'],
      ['second', 3, 'failed_try'],
    ]);
  });

  it('reaches format of the files in reverse order in rounds, however long the chain', {
    tags: 'thorough',
  }, async () => {
    const all = (id: string, ...after: string[]) =>
      checkpoint({ id, after, assert: [{ type: 'contains', value: 'yes' }] });
    const mixedCheckpoints = [all('c', 'b'), all('b', 'a'), all('a'), all('d', 'a')];
    const { result } = await runConversation({ checkpoints: mixedCheckpoints }, { agent: ['yes'] });
    expect(result.turns?.[0]?.checkpointsReached).toEqual(['a', 'd', 'b', 'c']);
    const chain = Array.from({ length: 3_000 }, (_, index) =>
      all(`c${index}`, ...(index < 2_999 ? [`c${index + 1}`] : [])),
    );
    const chainResult = await runConversation({ checkpoints: chain }, { agent: ['yes'] });
    expect(chainResult.result).toMatchObject({ status: 'passed' });
    expect(chainResult.result.turns?.[0]?.checkpointsReached.at(-1)).toBe('c0');
  });

  it('lets the simulator open when the case has no input', async () => {
    const { result } = await runConversation(
      { input: undefined },
      { agent: ['done'], simulator: [simulatorReply('good morning')] },
    );
    expect(result).toMatchObject({ status: 'passed', turns: [{ origin: 'simulator', input: 'good morning' }] });
  });

  it('delivers a message that comes with the achieved goal before it judges', async () => {
    const passed = await runConversation(
      {},
      { agent: ['hm', 'done'], simulator: [simulatorReply('thanks, bye', { goal_achieved: true })] },
    );
    expect(passed.result).toMatchObject({ status: 'passed', turns: [{}, { input: 'thanks, bye' }] });
    const failed = await runConversation(
      {},
      { agent: ['hm', 'bye'], simulator: [simulatorReply('bye', { goal_achieved: true })] },
    );
    expect(failed.result).toMatchObject({
      status: 'failed',
      error: 'missing checkpoints: done',
      endReason: 'goal_achieved',
    });
    const silent = await runConversation({}, { agent: ['hm'], simulator: ['{"goal_achieved": true}'] });
    expect(silent.result).toMatchObject({ status: 'failed', error: 'missing checkpoints: done', turns: [{ turn: 1 }] });
  });

  it('takes plain prose, fenced JSON and the other spelling from a simulator', async () => {
    const { result } = await runConversation(
      { maxTurns: 4 },
      {
        agent: ['1', '2', '3', 'done'],
        simulator: ['a latte, please', '```json\n{"message": "fenced"}\n```', '{"input": "other"}'],
      },
    );
    expect(result.turns?.map((turn) => turn.input)).toEqual(['hello', 'a latte, please', 'fenced', 'other']);
  });

  it('takes null for a message that is not there', async () => {
    const answer = '{"message": null, "goal_achieved": true, "reasoning": null}';
    const { result, requests } = await runConversation({}, { agent: ['hm'], simulator: [answer] });
    expect(result).toMatchObject({ status: 'failed', endReason: 'goal_achieved' });
    expect(requests[1]).toHaveLength(1);
  });

  it('asks a simulator that answers nonsense again twice, then says what was wrong', async () => {
    const recovered = await runConversation(
      {},
      { agent: ['hm', 'done'], simulator: ['', '{"mesage": "typo"}', simulatorReply('at last')] },
    );
    expect(recovered.result.status).toBe('passed');
    const { result } = await runConversation({}, { agent: ['hm'], simulator: ['{"a":1}', '', '[1]'] });
    expect(result).toMatchObject({ status: 'error', endReason: 'simulator_error', turns: [{ turn: 1 }] });
    expect(result.error).toMatch(/^simulator error: .*asked 3 times/);
    const both = '{"message": "go on", "goal_achieved": false} or {"goal_achieved": true}';
    const contradictoryRun = await runConversation({}, { agent: ['hm'], simulator: [both, both, both] });
    expect(contradictoryRun.result).toMatchObject({
      status: 'error',
      error: expect.stringContaining('said both that its goal is achieved and that it is not'),
    });
  });

  it('tells the simulator persona, goal and conversation, and never the checkpoints', async () => {
    const simulator = { use: 'simulator', options: { metadata: { persona: 'P', goal: 'G', mood: 'bad' } } };
    const { requests } = await runConversation(
      { simulator },
      {
        agent: [
          { content: 'hm', toolCalls: [{ id: 't1', tool: 'look', arguments: { a: 1 }, result: { ok: true } }] },
          'done',
        ],
        simulator: [simulatorReply('next')],
      },
    );
    const [request] = requests[1] ?? [];
    const content = request?.messages[0]?.content;
    expect(JSON.parse(typeof content === 'string' ? content : '')).toEqual({
      persona: 'P',
      goal: 'G',
      extra: { mood: 'bad' },
      turn_number: 2,
      max_turns: 20,
      conversation: [
        { role: 'user', content: 'hello' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 't1', type: 'function', function: { name: 'look', arguments: '{"a":1}' } }],
        },
        { role: 'tool', tool_call_id: 't1', content: '{"ok":true}' },
        { role: 'assistant', content: 'hm' },
      ],
    });
    expect(request?.options.metadata).toMatchObject({ test_mode: 'simulator', persona: 'P', turn_number: 2 });
    expect(JSON.stringify(request)).not.toContain('"done"');
  });

  it('tells the simulator the beginning of what a tool answered at length', async () => {
    const { requests } = await runConversation(
      {},
      {
        agent: [{ content: 'hm', toolCalls: [{ tool: 'look', arguments: {}, result: 'x'.repeat(9_000) }] }, 'done'],
        simulator: [simulatorReply('next')],
      },
    );
    const content = requests[1]?.[0]?.messages[0]?.content;
    const { conversation } = JSON.parse(typeof content === 'string' ? content : '');
    expect(conversation[2].content).toBe(`${'x'.repeat(2_000)}… (9000 characters)`);
  });

  it('gives the agent the whole conversation and one session for all turns', async () => {
    const { requests } = await runConversation({}, { agent: ['hm', 'done'], simulator: [simulatorReply('next')] });
    const [first, second] = requests[0] ?? [];
    expect(second?.messages.map((message) => message.content)).toEqual(['hello', 'hm', 'next']);
    expect(second?.sessionId).toBe(first?.sessionId);
  });

  it('ends with the turn that failed when the agent fails', async () => {
    const { result } = await runConversation(
      {},
      { agent: ['hm', new Error('exploded')], simulator: [simulatorReply('next')] },
    );
    expect(result).toMatchObject({
      status: 'error',
      error: 'agent error at turn 2: exploded',
      endReason: 'agent_error',
      turns: [{ output: 'hm' }, { turn: 2, input: 'next', error: 'exploded' }],
    });
  });

  it('times out in the middle of a call and keeps what was said before', async () => {
    const simulator = scriptedAgent('simulator', [simulatorReply('next')]);
    let calls = 0;
    const deaf = unresponsiveAgent();
    const target = answeringAgent('target', (request, signal) => {
      calls += 1;
      return calls === 1 ? 'hm' : deaf.invoke(request, signal);
    });
    const plan = runPlan([plannedCase(dynamicCase(), { agentId: 'target', timeoutMs: 80 })]);
    const { events, clock, done } = recordRun(plan, [target, simulator]);
    await clock.advance(80);
    await done;
    expect(listResultsInEvents(events)).toMatchObject([
      {
        status: 'timeout',
        error: 'timeout after 80ms: waiting for the agent in turn 2',
        endReason: 'timeout',
        turns: [{ output: 'hm' }, { turn: 2, input: 'next', error: 'timeout' }],
        checkpoints: [{ id: 'done', reached: false }],
      },
    ]);
  });

  it('times out while the simulator thinks, and keeps what was said before', async () => {
    const plan = runPlan([plannedCase(dynamicCase(), { agentId: 'target', timeoutMs: 80 })]);
    const { events, clock, done } = recordRun(plan, [scriptedAgent('target', ['hm']), unresponsiveAgent('simulator')]);
    await clock.advance(80);
    await done;
    const [result] = listResultsInEvents(events);
    expect(result).toMatchObject({ status: 'timeout', endReason: 'timeout', turns: [{ turn: 1, output: 'hm' }] });
    expect(result?.turns).toHaveLength(1);
  });

  it('reads attachments beside the case file, and says which one is missing', async () => {
    const baseDir = mkdtempSync(path.join(os.tmpdir(), 'turntree-dynamic-'));
    writeFileSync(path.join(baseDir, 'receipt.png'), 'png');
    const run = (source: string) => {
      const input = { role: 'user' as const, content: [{ type: 'image' as const, source }] };
      const target = echoAgent('target');
      const testCase = dynamicCase({ input, checkpoints: [checkpoint({ id: 'image' })], simulator: undefined });
      const plan = runPlan([plannedCase(testCase, { agentId: 'target', baseDir })]);
      return { target, ...recordRun(plan, [target], { attachments: createAttachmentReader(() => undefined) }) };
    };
    const pendingRun = run('file://receipt.png');
    await pendingRun.done;
    const url = `data:image/png;base64,${Buffer.from('png').toString('base64')}`;
    expect(pendingRun.target.requests[0]?.messages).toEqual([
      { role: 'user', content: [{ type: 'image_url', image_url: { url, detail: 'auto' } }] },
    ]);
    const attachments = [{ type: 'image', source: 'file://receipt.png' }];
    expect(listResultsInEvents(pendingRun.events)).toMatchObject([{ turns: [{ input: attachments }] }]);
    expect(pendingRun.events.find(({ type }) => type === 'turn.started')).toMatchObject({ input: attachments });
    const missingImageRun = run('file://gone.png');
    await missingImageRun.done;
    expect(listResultsInEvents(missingImageRun.events)).toMatchObject([
      { status: 'error', endReason: 'input_error', error: expect.stringContaining('cannot read image "gone.png"') },
    ]);
    rmSync(baseDir, { recursive: true });
  });

  it('plays one turn when there are checkpoints and no simulator', async () => {
    const reachedRun = await runConversation({ simulator: undefined }, { agent: ['done'] });
    expect(reachedRun.result).toMatchObject({ status: 'passed', turns: [{ turn: 1 }] });
    const missedRun = await runConversation({ simulator: undefined }, { agent: ['hm'] });
    expect(missedRun.result).toMatchObject({
      status: 'failed',
      error: 'missing checkpoints: done',
      endReason: 'no_simulator',
    });
    const silent = await runConversation({ simulator: undefined, input: undefined }, { agent: ['done'] });
    expect(silent.result).toMatchObject({ status: 'error', endReason: 'input_error' });
  });

  it('looks at what each turn has spent, not at all of them together', async () => {
    const usage = (inputTokens: number) => ({ inputTokens, outputTokens: 0, calls: 1, retries: 0 });
    const { result } = await runConversation(
      {
        checkpoints: [checkpoint({ id: 'short', assert: [{ type: 'limits', turns: 1, tokens: 50, duration: '1h' }] })],
      },
      {
        agent: [
          { content: 'long', usage: usage(60) },
          { content: 'short', usage: usage(40) },
        ],
        simulator: [simulatorReply('shorter')],
      },
    );
    expect(result).toMatchObject({ status: 'passed', checkpoints: [{ reachedAtTurn: 2 }] });
  });

  it('does not wait for optional checkpoints', async () => {
    const { result } = await runConversation(
      { checkpoints: [checkpoint({ id: 'done' }), checkpoint({ id: 'extra', required: false })] },
      { agent: ['done'] },
    );
    expect(result).toMatchObject({
      status: 'passed',
      checkpoints: [{ reached: true }, { reached: false, required: false }],
    });
  });

  it('judges tool calls and the messages of their results', async () => {
    const { result } = await runConversation(
      {
        checkpoints: [
          checkpoint({ id: 'called', assert: [{ type: 'tool_called', value: 'submit' }] }),
          checkpoint({ id: 'told', assert: [{ type: 'contains', value: 'EXP-1' }] }),
        ],
      },
      { agent: [{ toolCalls: [{ tool: 'expense__submit', arguments: {}, result: { message: 'stored as EXP-1' } }] }] },
    );
    expect(result).toMatchObject({ status: 'passed', toolCalls: [{ tool: 'expense__submit' }] });
  });

  it('keeps the judge of an agent checkpoint, and is an error when the judge never made sense', async () => {
    const judgedCheckpoint = checkpoint({
      id: 'kind',
      assert: [{ type: 'agent', use: 'agents:validator', value: 'is kind' }],
    });
    const passed = await runConversation(
      { checkpoints: [judgedCheckpoint] },
      { agent: ['hi'], judge: ['{"passed": true, "reason": "warm"}'] },
    );
    expect(passed.result).toMatchObject({
      status: 'passed',
      checkpoints: [{ agentValidation: { passed: true, reason: 'warm', criteria: 'is kind', input: 'hi' } }],
    });
    const broken = await runConversation(
      { checkpoints: [judgedCheckpoint], maxTurns: 1 },
      { agent: ['hi'], judge: ['no idea'] },
    );
    expect(broken.result).toMatchObject({ status: 'error', endReason: 'judge_error' });
  });

  it('sees Next data beside the text of an answer', async () => {
    const booked = checkpoint({ id: 'booked', assert: [{ type: 'json_path', path: 'seats', value: 2 }] });
    const agent = [{ content: 'Your seats are booked.', next: { seats: 2 } }];
    const { result } = await runConversation({ checkpoints: [booked] }, { agent });
    expect(result).toMatchObject({ status: 'passed', turns: [{ checkpointsReached: ['booked'] }] });
  });

  it('mends an answer of the simulator that is nearly JSON, and says so', async () => {
    const { result } = await runConversation(
      { checkpoints: [checkpoint({ id: 'done' })] },
      { agent: ['what size?', 'done'], simulator: ['```json\n{"message": "large" "goal_achieved": false,}\n```'] },
    );
    expect(result).toMatchObject({
      status: 'passed',
      turns: [{}, { input: 'large' }],
      warnings: ["turn 2: the simulator's answer was not quite valid JSON and was repaired"],
    });
  });

  it('asks the simulator again for an answer that breaks off, and mends none', async () => {
    const { result, requests } = await runConversation(
      { checkpoints: [checkpoint({ id: 'done' })] },
      { agent: ['what size?', 'done'], simulator: ['{"message": "lar', simulatorReply('large')] },
    );
    expect(result).toMatchObject({ status: 'passed', turns: [{}, { input: 'large' }] });
    expect(result.warnings ?? []).toEqual([]);
    expect(requests[1]).toHaveLength(2);
  });

  it('starts every attempt afresh', async () => {
    const plan = runPlan([plannedCase(dynamicCase({ checkpoints: [checkpoint({ id: 'hello' })] }))], {
      options: { attempts: 3 },
    });
    const echo = echoAgent();
    const { events, done } = recordRun(plan, [echo]);
    await done;
    expect(listResultsInEvents(events).map((result) => [result.attempt, result.status, result.turns?.length])).toEqual([
      [1, 'passed', 1],
      [2, 'passed', 1],
      [3, 'passed', 1],
    ]);
    expect(echo.requests.map((request) => request.messages.length)).toEqual([1, 1, 1]);
    expect(new Set(echo.requests.map((request) => request.sessionId)).size).toBe(3);
  });
});
