import { describe, expect, it } from 'vitest';
import type { CaseResult, StandardCase, Usage } from '../../contract/index.ts';
import { addUsage } from '../../fold/index.ts';
import { plannedCase, runPlan, standardCase } from '../../testing/case-factory.ts';
import { answeringAgent, type ScriptedAnswer, scriptedAgent, unresponsiveAgent } from '../../testing/fake-agents.ts';
import { listResultsInEvents, recordRun } from '../../testing/record-run.ts';

async function judgeAnswer(
  answer: ScriptedAnswer,
  caseFields: Partial<StandardCase>,
  judge: ScriptedAnswer[] = [],
): Promise<CaseResult> {
  const plan = runPlan([plannedCase(standardCase(caseFields), { agentId: 'target' })]);
  const { events, done } = recordRun(plan, [scriptedAgent('target', [answer]), scriptedAgent('validator', judge)]);
  await done;
  const [result] = listResultsInEvents(events);
  if (result === undefined) throw new Error('the case did not finish');
  return result;
}

describe('a standard case', () => {
  it('passes when the agent answers and nothing is checked', async () => {
    expect(await judgeAnswer('hi', {})).toMatchObject({ status: 'passed', output: 'hi', assertions: [] });
  });

  it.each(['', ' \n\t', '\u200b\u2060', '\u0000\ufeff'])(
    'does not pass on an answer of which a person sees nothing: %j',
    async (answer) => {
      expect(await judgeAnswer(answer, {})).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('nothing'),
      });
      const assertions = [
        { type: 'not_contains', value: 'sorry' },
        { type: 'regex', value: 'sorry', negate: true },
      ] as const;
      const result = await judgeAnswer(answer, { assertions: [...assertions] });
      expect(result.assertions.map(({ status }) => status)).toEqual(['failed', 'failed']);
    },
  );

  it('evaluates every assertion and reports each', async () => {
    const result = await judgeAnswer('hi there', {
      assertions: [
        { type: 'contains', value: 'bye' },
        { type: 'contains', value: 'hi' },
        { type: 'not_contains', value: 'there', message: 'no pointing' },
      ],
    });
    expect(result.status).toBe('failed');
    expect(result.assertions.map(({ status }) => status)).toEqual(['failed', 'passed', 'failed']);
    expect(result.error).toContain('no pointing');
  });

  it('compares with `expected` only when there is no assertion', async () => {
    expect((await judgeAnswer('a', { expected: 'b' })).status).toBe('failed');
    expect((await judgeAnswer({ next: { a: 1, b: 2 } }, { expected: { b: 2, a: 1 } })).status).toBe('passed');
    const both = await judgeAnswer('a', { expected: 'b', assertions: [{ type: 'equals', value: 'a' }] });
    expect(both).toMatchObject({ status: 'passed', expected: 'b' });
  });

  it.each([true, false])(
    'takes no example in the prompt of a judge for its verdict, recorded or not: %s',
    async (recordCalls) => {
      const prompt = 'Judge strictly.\nAnswer {"passed": true, "reason": "…"}, or the same with false.';
      const judge = answeringAgent('validator', ({ context }) => {
        const messages = [{ role: 'system', content: prompt }];
        const call = { connector: 'fake', startedAt: 0, durationMs: 0, request: { messages } };
        context.report?.({ type: 'model.called', call });
        return prompt;
      });
      const assertions = [{ type: 'agent', use: 'validator', value: 'kind' } as const];
      const plan = runPlan([plannedCase(standardCase({ assertions }), { agentId: 'target' })]);
      const { events, done } = recordRun(plan, [scriptedAgent('target', ['hi']), judge], { recordCalls });
      await done;
      expect(listResultsInEvents(events)).toMatchObject([
        { status: 'error', fault: { by: 'judge', kind: 'undecided' } },
      ]);
      expect(judge.requests).toHaveLength(3);
    },
  );

  it('says of an expected failure that it may come from a mistake in the case', async () => {
    const total = (path: string, fields: Partial<StandardCase> = {}) =>
      judgeAnswer(
        { next: { total: 10 } },
        { expect: 'fail', assertions: [{ type: 'json_path', path, value: 12 }], ...fields },
      );
    expect((await total('$.totl')).warnings).toEqual([
      'this expected failure may be a mistake in the case: a rule looks for $.totl; the answer has "total" there',
    ]);
    const [expectedFields, unexpectedFields, text] = [
      await total('$.total'),
      await total('$.totl', { expect: undefined }),
      await total('', { assertions: [{ type: 'contains', value: 'Total' }] }),
    ];
    expect([expectedFields.warnings, unexpectedFields.warnings, text.warnings]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([expectedFields.status, unexpectedFields.status, text.status]).toEqual(['failed', 'failed', 'failed']);
  });

  it('is an error, not a failure, when a check cannot be made, also negated', async () => {
    const assertion = { type: 'agent', use: 'validator', value: 'kind', negate: true } as const;
    const result = await judgeAnswer('hi', { assertions: [assertion] }, ['I cannot say']);
    expect(result).toMatchObject({ status: 'error', assertions: [{ status: 'error' }] });
  });

  it('lists what needs nobody when a judge did not answer in time', async () => {
    const assertions = [
      { type: 'agent', use: 'validator' },
      { type: 'contains', value: 'bye' },
      { type: 'contains', value: 'hi' },
    ] as const;
    const planned = plannedCase(standardCase({ assertions: [...assertions] }), { agentId: 'target', timeoutMs: 80 });
    const agents = [scriptedAgent('target', ['hi']), unresponsiveAgent('validator')];
    const { events, clock, done } = recordRun(runPlan([planned]), agents);
    await clock.advance(80);
    await done;
    const [result] = listResultsInEvents(events);
    expect(result).toMatchObject({ status: 'timeout', error: 'timeout after 80ms: waiting for the judge in turn 1' });
    expect(result?.assertions.map(({ status }) => status)).toEqual(['error', 'failed', 'passed']);
  });

  it('knows what the answer has spent and taken, where somebody has counted', async () => {
    const limits = { type: 'limits', tokens: 10, cost: 1, duration: '1h' } as const;
    const reportedUsage = { inputTokens: 9, outputTokens: 1, calls: 1, retries: 0, cost: 0.5 };
    const judgeLimits = (usage: Usage | undefined) => judgeAnswer({ content: 'hi', usage }, { assertions: [limits] });
    expect(await judgeLimits(reportedUsage)).toMatchObject({ status: 'passed' });
    expect(await judgeLimits({ ...reportedUsage, inputTokens: 10 })).toMatchObject({
      status: 'failed',
      error: 'tokens 11 > 10',
    });
    const missingUsageError = { status: 'error', error: 'the answer reports no tokens and no cost' };
    expect(await judgeLimits(undefined)).toMatchObject(missingUsageError);
    expect(await judgeLimits({ ...reportedUsage, inputTokens: 0, outputTokens: 0, cost: 0 })).toMatchObject(
      missingUsageError,
    );
    expect(await judgeLimits({ ...reportedUsage, inputTokens: 0, outputTokens: 0, calls: 0 })).toMatchObject({
      status: 'passed',
    });
  });

  it('does not take the cost of some calls for the cost of all', async () => {
    const costLimit = { type: 'limits', cost: 1 } as const;
    const pricedUsage = { inputTokens: 9, outputTokens: 1, calls: 1, retries: 0, cost: 0.5 };
    const { cost: _, ...unpriced } = pricedUsage;
    for (const usage of [addUsage(pricedUsage, unpriced), addUsage(addUsage(unpriced, unpriced), pricedUsage)]) {
      expect(await judgeAnswer({ content: 'hi', usage }, { assertions: [costLimit] })).toMatchObject({
        status: 'error',
        error: 'only some calls of the answer have a known cost: the others have no price',
      });
    }
  });

  it('judges the data of the next hook before the text', async () => {
    const result = await judgeAnswer(
      { content: 'text', next: { ok: true } },
      { assertions: [{ type: 'json_path', path: 'ok', value: true }] },
    );
    expect(result).toMatchObject({ status: 'passed', output: { ok: true } });
  });

  it('names the attachment that cannot be read', async () => {
    const plan = runPlan([
      plannedCase(standardCase({ input: [{ role: 'user', content: [{ type: 'image', source: 'file://no.png' }] }] })),
    ]);
    const { events, done } = recordRun(plan, [], {
      attachments: { read: () => Promise.reject(new Error('cannot read no.png')) },
    });
    await done;
    expect(listResultsInEvents(events)).toMatchObject([
      { status: 'error', error: 'input error: cannot read no.png', endReason: 'input_error' },
    ]);
  });
});
