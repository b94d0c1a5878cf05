import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseSpanRecords } from '../../../traces/index.ts';
import type { JsonObject } from '../../../values/index.ts';
import { createSpanStore, type SpanStore } from './span-store.ts';
import { createTraceJobRunner } from './trace-job-runner.ts';
import { toTraceParts } from './trace-work.ts';

/** More items than a function accepts as arguments. */
const MANY = 200_000;

let spool: SpanStore;

beforeEach(() => {
  spool = createSpanStore(createTraceJobRunner());
});

afterEach(() => {
  spool.closeDatabase();
});

const chat: JsonObject = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.input.messages': '[{"role":"user","content":"Where is it?"}]',
  'gen_ai.output.messages': '[{"role":"assistant","content":"Here."}]',
};
const records = Array.from({ length: MANY }, (_, index) => ({
  trace_id: 'a'.repeat(32),
  span_id: String(index + 1).padStart(16, '0'),
  parent_id: index === 0 ? null : '1'.padStart(16, '0'),
  name: 'work',
  start_time: 1_760_000_000_000 + index,
  end_time: 1_760_000_000_001 + index,
  attributes: index === 1 ? chat : {},
}));

it('takes a trace of any number of spans', { tags: 'thorough' }, async () => {
  const parsed = parseSpanRecords([{ spans: records }]);
  if (!parsed.ok) throw new Error(parsed.problem);
  spool.addSpans(toTraceParts(parsed.spans), { file: 'spans.json', line: 1 });
  const outlines = await Array.fromAsync(
    spool.conversationOutlines({ suiteKey: 'tests/a.jsonl', isSuiteWanted: true }),
  );
  expect(outlines).toMatchObject([{ kind: 'conversation', announced: { maxTurns: 1, preview: 'Where is it?' } }]);
  const turns = [{ input: 'Where is it?', response: { content: 'Here.', toolCalls: [] } }];
  expect(await Array.fromAsync(spool.conversations())).toMatchObject([{ id: 'a'.repeat(32), turns }]);
  expect(await Array.fromAsync(spool.proposedCases())).toMatchObject([
    { line: expect.stringContaining('Where is it?') },
  ]);
});
