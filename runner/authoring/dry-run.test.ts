import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../values/index.ts';
import { dryRunCase } from './dry-run.ts';
import type { DryRun } from './dry-run-result.ts';
import { createAnswerFromPastedText, type RecordedAnswer } from './recorded-answer.ts';

const signal = new AbortController().signal;

function createTurns(...texts: string[]): RecordedAnswer['turns'] {
  return texts.map((content, index) => ({ turn: index + 1, response: { content, toolCalls: [] } }));
}

function createRecordedAnswer(parts: Partial<RecordedAnswer>): RecordedAnswer {
  return { turns: [], assertions: [], checkpointChecks: [], ...parts };
}

function createCheckpoint(id: string, ...after: string[]): Json {
  return { id, after, assert: { type: 'contains', value: id } };
}

function dryRunTalk(answer: RecordedAnswer, checkpoints: Json[], more: Record<string, Json> = {}): Promise<DryRun> {
  return dryRunCase({ value: { id: 'D', checkpoints, simulator: 'someone', ...more }, answer }, signal);
}

describe('a conversation', () => {
  const ended = createRecordedAnswer({ turns: createTurns('a', 'b'), status: 'failed', endReason: 'goal_achieved' });

  it('reaches checkpoints in their order, at the turns that reached them', async () => {
    const { status, checkpoints } = await dryRunTalk(ended, [createCheckpoint('b', 'a'), createCheckpoint('a')]);
    expect(status).toBe('passed');
    expect(checkpoints.map(({ id, standing, turn }) => [id, standing, turn])).toEqual([
      ['b', 'reached', 2],
      ['a', 'reached', 1],
    ]);
  });

  it('fails with what is missing when it has ended by itself', async () => {
    expect(await dryRunTalk(ended, [createCheckpoint('a'), createCheckpoint('c')])).toMatchObject({
      status: 'failed',
      why: 'Missing: c.',
    });
  });

  it('is open when the run stopped because all was reached, and more is wanted now', async () => {
    const passed = createRecordedAnswer({
      turns: createTurns('a'),
      status: 'passed',
      endReason: 'checkpoints_reached',
    });
    expect(await dryRunTalk(passed, [createCheckpoint('a'), createCheckpoint('c')])).toMatchObject({
      status: 'open',
      why: 'Missing: c. The conversation would go on after turn 1.',
    });
  });

  it('goes on when more turns are allowed than it had, and is cut when fewer are', async () => {
    const long = createRecordedAnswer({ turns: createTurns('a', 'b'), status: 'failed', endReason: 'max_turns' });
    expect((await dryRunTalk(long, [createCheckpoint('c')], { max_turns: 3 })).status).toBe('open');
    expect((await dryRunTalk(long, [createCheckpoint('c')], { max_turns: 2 })).status).toBe('failed');
    expect((await dryRunTalk(long, [createCheckpoint('b')], { max_turns: 1 })).status).toBe('failed');
  });

  it('ends as it did where its agent broke or it took too long', async () => {
    const broke = createRecordedAnswer({
      turns: [...createTurns('a'), { turn: 2, error: 'gone' }],
      status: 'error',
      endReason: 'agent_error',
    });
    expect((await dryRunTalk(broke, [createCheckpoint('c')])).status).toBe('error');
    const late = createRecordedAnswer({ turns: createTurns('a'), status: 'timeout', endReason: 'timeout' });
    expect((await dryRunTalk(late, [createCheckpoint('c')])).status).toBe('timeout');
    expect((await dryRunTalk(late, [createCheckpoint('a')])).status).toBe('passed');
  });

  it('is certain where an open check makes no difference', async () => {
    const judged = { id: 'j', required: false, assert: { type: 'agent', use: 'judge', value: 'nice' } };
    const { status, checkpoints } = await dryRunTalk(ended, [createCheckpoint('a'), judged]);
    expect(status).toBe('passed');
    expect(checkpoints[1]).toMatchObject({ standing: 'open', checks: [{ status: 'needs_run' }] });
    expect((await dryRunTalk(ended, [createCheckpoint('c'), judged])).status).toBe('failed');
    expect((await dryRunTalk(ended, [createCheckpoint('a', 'j'), judged])).status).toBe('open');
  });
});

it('leaves a snapshot to a run, which knows what was kept', async () => {
  const checked = await dryRunCase(
    { value: { id: 'S', input: 'x', assert: { type: 'snapshot' } }, answer: createAnswerFromPastedText('hello') },
    signal,
  );
  expect(checked).toMatchObject({ status: 'open', checks: [{ status: 'needs_run' }] });
});

describe('limits', () => {
  const most: Json = { type: 'limits', tokens: 10, duration: '1s' };
  const usage = { inputTokens: 8, outputTokens: 3, calls: 1, retries: 0 };
  const [first] = createTurns('a');
  const answer = createRecordedAnswer({ turns: first === undefined ? [] : [{ ...first, usage, durationMs: 900 }] });

  it('are held against what the run has recorded', async () => {
    const { status, checks } = await dryRunCase({ value: { id: 'S', input: 'x', assert: most }, answer }, signal);
    expect(status).toBe('failed');
    expect(checks[0]?.result).toMatchObject({ message: 'tokens 11 > 10', actual: { tokens: 11, duration: '900ms' } });
    const { checkpoints } = await dryRunTalk(answer, [{ id: 'cheap', assert: most }]);
    expect(checkpoints).toMatchObject([{ standing: 'missing', message: 'tokens 11 > 10' }]);
  });

  it('cannot be held against a text that somebody pasted', async () => {
    const { status, checks } = await dryRunCase(
      { value: { id: 'S', input: 'x', assert: most }, answer: createAnswerFromPastedText('a') },
      signal,
    );
    expect(status).toBe('error');
    expect(checks[0]?.result?.message).toBe('the answer reports no tokens and no duration');
  });
});

describe('a text that somebody pasted', () => {
  it('is judged as an answer', async () => {
    const assert: Json[] = [{ type: 'json_path', path: '$.a[0]', value: 1 }, { type: 'nonsense' }];
    const { status, checks } = await dryRunCase(
      { value: { id: 'S', input: 'x', assert }, answer: createAnswerFromPastedText('{"a": [1]}') },
      signal,
    );
    expect(status).toBe('open');
    expect(checks.map((check) => check.status)).toEqual(['passed', 'unsound']);
    expect(checks.map((check) => check.path)).toEqual([
      ['assert', 0],
      ['assert', 1],
    ]);
  });
});

it('whatever is written, a dry run has an outcome', { tags: 'thorough' }, async () => {
  const part = fc.jsonValue({ maxDepth: 3 });
  const someCase = fc.oneof(part, fc.record({ input: part, assert: part, checkpoints: part }, { requiredKeys: [] }));
  await fc.assert(
    fc.asyncProperty(someCase, fc.string(), async (value, pasted) => {
      const { status } = await dryRunCase(
        { value: JSON.parse(JSON.stringify(value)), answer: createAnswerFromPastedText(pasted) },
        signal,
      );
      expect(['passed', 'failed', 'error', 'open']).toContain(status);
    }),
    { numRuns: 300 },
  );
});
