import { type RunEvent, runEventSchema } from '../../../runner/contract/index.ts';
import {
  createAttemptFold,
  emptyAttemptState,
  emptyRunState,
  foldRun,
  listCheckpoints,
  reduceAttempt,
} from '../../../runner/fold/index.ts';
import {
  checkpoint,
  consistencyCase,
  dynamicCase,
  experimentCase,
  runPlan,
  standardCase,
} from '../../../runner/testing/case-factory.ts';
import { echoAgent, scriptedAgent } from '../../../runner/testing/fake-agents.ts';
import { recordRun } from '../../../runner/testing/record-run.ts';
import { tryParseJson } from '../../../runner/values/index.ts';
import { mutateJson } from '../mutate.ts';
import { requireEqual, type Target } from './target.ts';

async function recordedLog(): Promise<string> {
  const talk = dynamicCase({
    id: 'talk',
    checkpoints: [checkpoint({ id: 'size' }), checkpoint({ id: 'done', after: ['size'] })],
  });
  const plan = runPlan([
    talk,
    standardCase({ id: 'call', assertions: [{ type: 'contains', value: 'hi' }] }),
    consistencyCase(),
    experimentCase(),
  ]);
  const agents = [echoAgent(), scriptedAgent('simulator', ['size', 'done']), scriptedAgent('judge', ['A', 'A'])];
  const { events, done } = recordRun(plan, agents);
  await done;
  return JSON.stringify(events);
}

/** Generates event logs: complete, truncated or reordered logs, and logs with events of other runs and versions. */
const folds: Target = {
  name: 'event logs',
  weight: 3,
  mutate: mutateJson,
  seeds: async () => [await recordedLog()],
  check(input) {
    const written = tryParseJson(input, 600);
    const events = (Array.isArray(written) ? written : [written]).flatMap((value): RunEvent[] => {
      const parsed = runEventSchema.safeParse(value);
      return parsed.success ? [parsed.data] : [];
    });
    const once = foldRun(emptyRunState('run-1'), events);
    requireEqual(foldRun(once, events), once, 'the fold of the same events twice');
    const oneByOne = events.reduce((state, event) => foldRun(state, [event]), emptyRunState('run-1'));
    requireEqual(oneByOne, once, 'the fold of events one by one');
    for (const row of once.rows) {
      const key = { suiteKey: row.suiteKey, caseId: row.id, attempt: 1 };
      const attempt = events.reduce(reduceAttempt, emptyAttemptState(key));
      requireEqual(events.reduce(reduceAttempt, attempt), attempt, 'the fold of an attempt twice');
      const fold = createAttemptFold(key);
      for (const event of [...events, ...events]) fold.apply(event);
      requireEqual({ ...fold.state() }, attempt, 'the fold of an attempt in place');
      listCheckpoints(attempt, row.checkpoints ?? []);
    }
  },
};

export const logTargets: readonly Target[] = [folds];
