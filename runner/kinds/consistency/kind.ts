import type { ConsistencyCase } from '../../contract/index.ts';
import type { Agent, RunKind } from '../../ports/index.ts';
import { toParsedCaseObject } from '../attempt/case-file-object.ts';
import { buildCommonAttemptReport } from '../report/report-attempt.ts';
import { buildMeasuresReport } from '../report/report-measures.ts';
import { countSequentialCalls } from './count-sequential-calls.ts';
import { executeConsistency } from './execute.ts';

/** The kind of case in which one question is asked several times and judges compare the answers. */
export const consistencyKind: RunKind<'consistency'> = {
  execute: executeConsistency,
  announcedFields: ({ test, samples }) => ({ test, samples }),
  resultFields: ({ test }) => ({ test }),
  expectedFields: ({ expected }) => ({ expected }),
  listCalledAgents: ({ metrics }, target) => [
    target,
    ...metrics.flatMap((metric) => (metric.type === 'context_recall' ? [] : [{ id: metric.judge }])),
  ],
  explainRefusal: findRefusalReason,
  toAuthoredCase: toParsedCaseObject,
  report: (result) => buildCommonAttemptReport(result, buildMeasuresReport(result)),
  callRounds: countSequentialCalls,
  atOnce: computeDefaultParallelAttempts,
};

/**
 * Returns why an agent cannot run the case. A test of a workflow may have no question, or may test one of its tasks;
 * only the workflow itself can run such a test.
 */
function findRefusalReason({ input, options }: ConsistencyCase, agent: Agent): string | undefined {
  if (agent.explainRefusal !== undefined) return undefined;
  const taskRef = options?.metadata?.task_ref;
  if (taskRef !== undefined && taskRef !== null)
    return `"task_ref" names a task of a workflow, and ${agent.id} is not a workflow`;
  if (input !== undefined) return undefined;
  return `the test has no question: only a workflow has questions of its own, and ${agent.id} is not a workflow`;
}

/**
 * The default number of parallel attempts: as many as the concurrency of the tests allows. Cases of one test share its
 * concurrency.
 */
function computeDefaultParallelAttempts(cases: readonly ConsistencyCase[]): number {
  const tests = [...Map.groupBy(cases, ({ test }) => test).values()];
  return tests.reduce((sum, ofTest) => sum + countCasesAtOnce(ofTest), 0);
}

function countCasesAtOnce(cases: readonly ConsistencyCase[]): number {
  const [first] = cases;
  if (first === undefined) return 0;
  return Math.min(cases.length, Math.max(1, Math.floor(first.concurrency / first.samples)));
}
