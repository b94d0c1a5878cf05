import type {
  Checkpoint,
  ConsistencyCase,
  DynamicCase,
  ExperimentCase,
  PlannedCase,
  RunOptions,
  RunPlan,
  StandardCase,
  TestCase,
} from '../contract/index.ts';
import { defaultEnvironment } from '../contract/index.ts';

/** A standard case with the input "hello" and no checks by default. */
export function standardCase(fields: Partial<StandardCase> = {}): StandardCase {
  const id = fields.id ?? 'T001';
  return { kind: 'standard', id, hash: `hash-of-${id}`, input: 'hello', assertions: [], ...fields };
}

/** Returns a dynamic case; by default with one checkpoint (the text "done") and the simulator `simulator`. */
export function dynamicCase(fields: Partial<DynamicCase> = {}): DynamicCase {
  const id = fields.id ?? 'D001';
  return {
    kind: 'dynamic',
    id,
    hash: `hash-of-${id}`,
    input: 'hello',
    checkpoints: [checkpoint({ id: 'done' })],
    simulator: { use: 'simulator' },
    maxTurns: 20,
    ...fields,
  };
}

/** A consistency case with two answers, compared by the agent `judge`, by default. */
export function consistencyCase(fields: Partial<ConsistencyCase> = {}): ConsistencyCase {
  const id = fields.id ?? 'test-1';
  return {
    kind: 'consistency',
    id,
    hash: `hash-of-${id}`,
    input: 'hello',
    test: 1,
    aliases: ['0'],
    samples: 2,
    concurrency: 1,
    pairing: 'ring',
    metrics: [{ type: 'similarity', judge: 'judge', scores: { A: 1, B: 0 } }],
    ...fields,
  };
}

/** A row with input and expected output "hello", scored by `exact` without an agent, by default. */
export function experimentCase(fields: Partial<ExperimentCase> = {}): ExperimentCase {
  const id = fields.id ?? 'E001';
  return {
    kind: 'experiment',
    id,
    hash: `hash-of-${id}`,
    input: 'hello',
    expectedOutput: 'hello',
    range: { min: 0.5, max: 1 },
    scorers: ['exact'],
    direct: true,
    ...fields,
  };
}

/** Returns a checkpoint; by default, it is required and is reached when the text contains its id. */
export function checkpoint(fields: Partial<Checkpoint> & { id: string }): Checkpoint {
  return { assert: [{ type: 'contains', value: fields.id }], after: [], required: true, ...fields };
}

export function plannedCase(testCase: TestCase = standardCase(), fields: Partial<PlannedCase> = {}): PlannedCase {
  return {
    suiteKey: 'tests/suite.jsonl',
    case: testCase,
    agentId: 'echo',
    environment: defaultEnvironment,
    options: testCase.options ?? {},
    timeoutMs: testCase.timeoutMs ?? 120_000,
    baseDir: 'tests',
    ...fields,
  };
}

/** A run plan for planned cases, or for cases of the agent `echo`. */
export function runPlan(
  cases: readonly (TestCase | PlannedCase)[],
  fields: Partial<Omit<RunPlan, 'options' | 'cases'>> & { options?: Partial<RunOptions> } = {},
): RunPlan {
  const plannedCases = cases.map((entry) => ('suiteKey' in entry ? entry : plannedCase(entry)));
  const agentIds = new Map(plannedCases.map((entry) => [entry.suiteKey, entry.agentId]));
  return {
    runId: 'run-1',
    suites: [...agentIds].map(([key, agentId]) => ({ key, agentId })),
    environment: defaultEnvironment,
    toolVersion: '0.0.0-test',
    ...fields,
    cases: plannedCases,
    options: {
      input: 'tests/suite.jsonl',
      attempts: 1,
      parallel: 1,
      failFast: false,
      timeoutMs: 120_000,
      ...fields.options,
    },
  };
}
