import { beforeEach, describe, expect, it } from 'vitest';
import { parseStreamEvents } from '@/lib/testing/event-streams';
import { createGetRequest, createRunParams } from '@/lib/testing/requests';
import { setUpServedWorkspace } from '@/lib/testing/served-workspace';
import { type Damage, damageEvent, damageKinds, damagePacks } from '@/runner/history/testing/damage-event';
import { writeEvents } from '@/runner/history/testing/temporary-histories';
import { runPlan, standardCase } from '@/runner/testing/case-factory';
import { echoAgent } from '@/runner/testing/fake-agents';
import { recordRun } from '@/runner/testing/record-run';
import { GET as search } from '../../search/route';
import { GET as readAttempt } from './attempt/route';
import { GET as readCase } from './case/route';
import { GET as readCases } from './cases/route';
import { GET as explain } from './diagnosis/route';
import { GET as readEvents } from './events/route';
import { GET as readFailures } from './failures/route';
import { GET as readRun } from './route';
import { GET as readSpending } from './spending/route';

const suite = 'tests/suite.jsonl';
const attempt = { suite, case: 'A', attempt: '1' };
const { history } = setUpServedWorkspace({});
let seqOfResult = 0;
let last = 0;

beforeEach(async () => {
  const { events, done } = recordRun(runPlan([standardCase({ id: 'A' }), standardCase({ id: 'B' })]), [
    echoAgent('echo'),
  ]);
  await done;
  await writeEvents(history(), events);
  seqOfResult = events.find(({ type }) => type === 'case.finished')?.seq ?? 0;
  last = events.length;
});

const runParams = createRunParams('run-1');
const routes: Record<string, () => Promise<Response>> = {
  run: () => readRun(createGetRequest(), runParams),
  cases: () => readCases(createGetRequest(), runParams),
  case: () => readCase(createGetRequest(attempt), runParams),
  attempt: () => readAttempt(createGetRequest(attempt), runParams),
  diagnosis: () => explain(createGetRequest(attempt), runParams),
  failures: () => readFailures(createGetRequest(), runParams),
  spending: () => readSpending(createGetRequest(), runParams),
  search: () => search(createGetRequest({ q: 'hello' })),
};

describe.each(Object.keys(damageKinds) as Damage[])('a run of which a result has %s', (damage) => {
  beforeEach(() => damageEvent(history(), { runId: 'run-1', seq: seqOfResult, stored: 'packed' }, damage));

  it.each(Object.keys(routes))('is answered by the route %s', async (name) => {
    expect((await routes[name]?.())?.status).toBe(200);
  });

  it('says how many of its events cannot be read, and counts the attempt as an error', async () => {
    const run = await (await readRun(createGetRequest(), runParams)).json();
    expect(run.counts).toMatchObject({ passed: 1, error: 1, skipped: 0 });
    expect(run.unreadable).toMatchObject([
      { seq: seqOfResult, of: 'case.finished', caseId: 'A', why: expect.any(String) },
    ]);
  });

  it('is streamed to its end', async () => {
    const response = await readEvents(createGetRequest({ after: '0' }), runParams);
    const events = parseStreamEvents(new Uint8Array(await response.arrayBuffer()));
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    expect(events.at(-1)?.type).toBe('run.finished');
  });
});

it('a run of which nothing can be unpacked is answered by every route, and streamed to its end', async () => {
  damagePacks(history(), 'run-1');
  for (const [name, sendRequest] of Object.entries(routes)) expect((await sendRequest()).status, name).toBe(200);
  const run = await (await readRun(createGetRequest(), runParams)).json();
  expect(run).toMatchObject({ counts: { passed: 0, error: 2 }, finishedAt: expect.any(Number) });
  const response = await readEvents(createGetRequest({ after: '0' }), runParams);
  expect(parseStreamEvents(new Uint8Array(await response.arrayBuffer())).at(-1)?.type).toBe('run.finished');
});
