import { describe, expect, it } from 'vitest';
import type { AttemptId } from '../../fold/index.ts';
import { checkpoint, dynamicCase, runPlan, standardCase } from '../../testing/case-factory.ts';
import { answeringAgent } from '../../testing/fake-agents.ts';
import { recordRun } from '../../testing/record-run.ts';
import { type Json, parseLongText, serializeLongText } from '../../values/index.ts';
import { findInAttempt, getAttemptState, getRunState, readEvents, readLongText } from '../index.ts';
import { readRows } from '../log/read-rows.ts';
import { temporaryHistories, writeEvents } from '../testing/temporary-histories.ts';

const freshHistory = temporaryHistories();

type TestAnswer = { content?: string; result?: Json };
const key: AttemptId = { suiteKey: 'tests/suite.jsonl', caseId: 'A', attempt: 1 };

async function stored(answer: TestAnswer, kind: 'standard' | 'dynamic' = 'standard') {
  const database = freshHistory();
  const testCase =
    kind === 'standard'
      ? standardCase({ id: 'A' })
      : dynamicCase({ id: 'A', checkpoints: [checkpoint({ id: 'hello' })] });
  const agent = answeringAgent('echo', () => ({
    content: answer.content ?? 'hello',
    toolCalls: answer.result === undefined ? [] : [{ tool: 'search', result: answer.result }],
  }));
  const { events, done } = recordRun(runPlan([testCase], { runId: 'run-1' }), [agent]);
  await done;
  await writeEvents(database, events);
  const suiteKey = getRunState(database, 'run-1')?.rows[0]?.suiteKey ?? '';
  const attemptId = { ...key, suiteKey };
  return {
    database,
    attemptId,
    events,
    whole: getAttemptState(database, 'run-1', attemptId),
    light: getAttemptState(database, 'run-1', { ...attemptId, bodies: 'light' }),
  };
}

describe('finding in long texts', () => {
  const neverAborted = new AbortController().signal;

  it('finds what is beyond their beginnings, whatever the case, with what stands around it', async () => {
    const { database, attemptId, light } = await stored({
      content: `${'x '.repeat(50_000)}Needle and needle ${'y '.repeat(9)}`,
    });
    const bodyPath = parseLongText(light.turns[0]?.response?.content)?.at ?? '';
    const { found, more } = await findInAttempt(database, 'run-1', { ...attemptId, text: 'NEEDLE' }, neverAborted);
    expect(Object.keys(found)).toEqual([bodyPath]);
    expect(found[bodyPath]?.map(({ before }) => before)).toEqual([0, 1]);
    expect(found[bodyPath]?.[0]?.excerpt).toMatch(/^(x ){100}Needle and needle (y )+$/);
    expect(more).toBe(false);
    expect(await findInAttempt(database, 'run-1', { ...attemptId, text: 'no such words' }, neverAborted)).toEqual({
      found: {},
      more: false,
    });
  });

  it('finds in values as they are shown, and stops where nobody would count on', async () => {
    const { database, attemptId } = await stored({
      result: Array.from({ length: 3_000 }, (_, id) => ({ id, name: 'row' })),
    });
    const spaced = await findInAttempt(database, 'run-1', { ...attemptId, text: '"id": 2999,' }, neverAborted);
    expect(Object.values(spaced.found).flat()).toHaveLength(1);
    const elsewhere = await findInAttempt(database, 'run-1', { ...attemptId, text: '"id": 2999,  x' }, neverAborted);
    expect(elsewhere.found).toEqual({});
    const matchesInRows = await findInAttempt(database, 'run-1', { ...attemptId, text: 'row' }, neverAborted);
    expect(matchesInRows.more).toBe(true);
    expect(Object.values(matchesInRows.found).flat()).toHaveLength(1_000);
  });
});

describe('a light attempt', () => {
  it.each([
    ['kept in its event', 'x'.repeat(20_000)],
    ['kept outside its event', 'ä'.repeat(300_000)],
    ['with half a character', `${'x'.repeat(999)}${'\ud800'.repeat(20_000)}`],
    [
      'that pretends to be one that is elsewhere',
      serializeLongText({ at: '[1]', size: 9, form: 'text', preview: 'x' }),
    ],
  ])('has the beginning of a text %s, and the rest where it says', async (_what, content) => {
    const { database, attemptId, light } = await stored({ content });
    const longText = parseLongText(light.turns[0]?.response?.content);
    expect(longText?.form).toBe('text');
    expect(content.toWellFormed()).toContain(longText?.preview.replace(/\ufffd+$/, ''));
    expect(JSON.stringify(light).length).toBeLessThan(12_000);
    expect(readLongText(database, 'run-1', { ...attemptId, at: longText?.at ?? '' }).toWellFormed()).toBe(
      content.toWellFormed(),
    );
  });

  it.each([
    ['a list of many small things', Array.from({ length: 30_000 }, (_, id) => ({ id, name: `item ${id}` }))],
    ['a list of some small things', Array.from({ length: 900 }, (_, id) => ({ id, name: `item ${id}` }))],
  ])('has the beginning of a result that is %s', async (_what, result) => {
    const { database, attemptId, light, whole } = await stored({ result });
    const longText = parseLongText(light.turns[0]?.response?.toolCalls[0]?.result);
    expect(longText).toMatchObject({ form: 'json', preview: expect.stringMatching(/^\[\{"id":0,/) });
    expect(JSON.parse(readLongText(database, 'run-1', { ...attemptId, at: longText?.at ?? '' }))).toEqual(result);
    expect(whole.turns[0]?.response?.toolCalls[0]?.result).toEqual(result);
  });

  it('has an object for the request of a judge, as its schema demands', async () => {
    const database = freshHistory();
    const request = { input: 'x'.repeat(9_000), criteria: 'polite' };
    const assertion = {
      type: 'agent',
      status: 'passed',
      agentValidation: { passed: true, reason: '', request },
    } as const;
    const event = { v: 1, runId: 'run-1', seq: 1, at: 1, type: 'assertion.finished', ...key, assertion } as const;
    await writeEvents(database, [event]);
    const [check] = getAttemptState(database, 'run-1', { ...key, bodies: 'light' }).assertions;
    const longText = parseLongText(check?.agentValidation?.request);
    expect(longText).toMatchObject({ form: 'json', preview: expect.stringMatching(/^\{"input":"xxx/) });
    expect(JSON.parse(readLongText(database, 'run-1', { ...key, at: longText?.at ?? '' }))).toEqual(request);
  });

  it('is the whole attempt where nothing is long', async () => {
    const { light, whole } = await stored({ content: 'hello there' });
    expect(light).toEqual(whole);
  });

  it('says nothing twice', async () => {
    const { light, whole } = await stored({ content: 'hello', result: { found: 1 } }, 'dynamic');
    expect(light.turns).toEqual(whole.turns);
    expect(light.result).not.toHaveProperty('turns');
    expect(light.result?.toolCalls).toEqual([]);
    expect(whole.result?.turns).toHaveLength(1);
    expect(whole.result?.toolCalls).toHaveLength(1);
  });

  it('lets a large result be read back with all the events', { tags: 'thorough' }, async () => {
    const result = Array.from({ length: 30_000 }, (_, id) => ({ id, name: `item ${id}` }));
    const { database, events } = await stored({ result });
    expect([...readEvents(database, 'run-1', { afterSeq: 0 })]).toEqual(events);
    const sizes = [...readRows(database, 'run-1', { afterSeq: 0 })].map(({ data }) => data.length);
    expect(Math.max(...sizes)).toBeLessThan(20_000);
  });
});

describe('a text of an attempt', () => {
  it('is given out only to those who name its attempt', async () => {
    const { database, attemptId, light } = await stored({ content: 'x'.repeat(20_000) });
    const bodyPath = parseLongText(light.turns[0]?.response?.content)?.at ?? '';
    const readText = (other: Partial<AttemptId> & { at?: string }, runId = 'run-1') =>
      readLongText(database, runId, { ...attemptId, at: bodyPath, ...other });
    expect(readText({})).toHaveLength(20_000);
    expect(() => readText({ caseId: 'B' })).toThrow('This attempt has no such text.');
    expect(() => readText({ attempt: 2 })).toThrow('This attempt has no such text.');
    expect(() => readText({}, 'run-2')).toThrow('This attempt has no such text.');
    expect(() => readText({ at: bodyPath.replace('content', 'constructor') })).toThrow(
      'This attempt has no such text.',
    );
    expect(() => readText({ at: '[1]' })).toThrow('This attempt has no such text.');
  });

  it.each(['', 'x', '{}', '[]', '["1"]', '[1,null]'])('has no place like %j', async (bodyPath) => {
    const { database, attemptId } = await stored({});
    expect(() => readLongText(database, 'run-1', { ...attemptId, at: bodyPath })).toThrow(
      'The path of a text must be a list',
    );
  });
});
