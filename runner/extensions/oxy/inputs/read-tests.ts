import type { Metric } from '../../../contract/index.ts';
import { errorAt, errorAtKey, warningAtKey } from '../../../inputs/finding.ts';
import { isJsonObject, type Json, type JsonObject, type JsonPath, toErrorMessage } from '../../../values/index.ts';
import { describeMissingTask } from '../agent/workflow/missing-task.ts';
import { createWorkflowReader } from '../agent/workflow/read-workflow.ts';
import { workflowSchema } from '../agent/workflow/workflow-definition.ts';
import { createConsistencyCase } from './consistency-case.ts';
import {
  addCase,
  addFindings,
  findJudgeAgentId,
  type OxyFileParseState,
  validateWithSchema,
} from './oxy-file-reading.ts';
import { readDataset } from './read-dataset.ts';
import { type AuthoredMetric, type TestEntry, testEntrySchema, testedCaseSchema } from './test-schemas.ts';

export type TestedTarget = 'agent' | 'workflow';
type TestEntryOfType<Type extends TestEntry['type']> = Extract<TestEntry, { type: Type }>;
/** An entry of the list `tests` with its index. */
type IndexedTestEntry<Type extends TestEntry['type'] = TestEntry['type']> = {
  entry: TestEntryOfType<Type>;
  index: number;
  of: TestedTarget;
};

/** Parses the list `tests` of an agent or workflow file: the cases of all entries, and all mistakes in them. */
export async function parseTests(testedTarget: TestedTarget, file: OxyFileParseState): Promise<void> {
  const { value } = file.document;
  const tests = isJsonObject(value) ? (value.tests ?? []) : [];
  if (!Array.isArray(tests)) {
    addFindings([errorAt(['tests'], '"tests" must be a list')], [], file);
    return;
  }
  for (const [index, authoredEntry] of tests.entries()) {
    const path = ['tests', index];
    const shape = { schema: testEntrySchema, path, what: 'an entry of "tests"', unknownKeys: 'ignored' as const };
    if (testedTarget === 'agent') reportMissingQuestion(authoredEntry, path, file);
    const entry = validateWithSchema(authoredEntry, shape, file);
    if (entry !== undefined) await parseTestEntry({ entry, index, of: testedTarget }, file);
  }
}

/** Reports a missing question before the entry is parsed, because other mistakes in the entry would prevent that. */
function reportMissingQuestion(authoredEntry: Json, path: JsonPath, file: OxyFileParseState): void {
  if (!isJsonObject(authoredEntry) || authoredEntry.type !== 'consistency') return;
  if ((authoredEntry.task_description ?? null) !== null) return;
  addFindings([errorAt([], '"task_description" is missing: it is the question that the agent is asked')], path, file);
}

async function parseTestEntry({ entry, index, of }: IndexedTestEntry, file: OxyFileParseState): Promise<void> {
  if (of === 'agent' && entry.task_ref !== undefined) {
    addFindings(
      [errorAtKey(['task_ref'], '"task_ref" names a task of a workflow; an agent has none')],
      ['tests', index],
      file,
    );
  }
  if (of === 'workflow' && entry.task_ref !== undefined) checkTaskReference(entry.task_ref, index, file);
  switch (entry.type) {
    case 'consistency':
      parseConsistencyEntry({ entry, index, of }, file);
      return;
    case 'custom':
      await parseCustomEntry({ entry, index, of }, file);
      return;
    case 'test_case':
      parseTestCaseEntry({ entry, index, of }, file);
      return;
    default:
      entry satisfies never;
  }
}

/**
 * Checks the reference to a task only if the workflow is valid, because its mistakes are reported when it is opened.
 */
function checkTaskReference(reference: string, index: number, file: OxyFileParseState): void {
  const workflow = workflowSchema.safeParse(file.document.value);
  if (!workflow.success) return;
  try {
    const missingTask = describeMissingTask(workflow.data, reference, createWorkflowReader(file.project.root));
    if (missingTask !== undefined) addFindings([errorAtKey(['task_ref'], missingTask)], ['tests', index], file);
  } catch (error) {
    addFindings([errorAtKey(['task_ref'], toErrorMessage(error))], ['tests', index], file);
  }
}

function parseConsistencyEntry({ entry, index, of }: IndexedTestEntry<'consistency'>, file: OxyFileParseState): void {
  const { name, n, task_description } = entry;
  const path = ['tests', index];
  const id = name ?? `test-${index + 1}`;
  const aliases = [String(index), ...(task_description === undefined ? [] : [task_description])];
  const basis = createCommonCaseFields({ entry, index, of }, file);
  if (n === 1)
    addFindings(
      [warningAtKey(['n'], 'a single answer cannot be compared with another: "n" must be at least 2')],
      path,
      file,
    );
  addCase(
    createConsistencyCase({ ...basis, id, aliases, samples: n, input: task_description }),
    [...path, 'name'],
    file,
  );
}

async function parseCustomEntry(
  { entry, index, of }: IndexedTestEntry<'custom'>,
  file: OxyFileParseState,
): Promise<void> {
  const { name, dataset, workflow_variable_name: variable, is_context_id } = entry;
  const path = ['tests', index];
  if (of === 'workflow' && variable === undefined) {
    const hint = '"workflow_variable_name" is missing: without it the workflow does not get the queries of the dataset';
    addFindings([warningAtKey([], hint)], path, file);
  }
  const basis = createCommonCaseFields({ entry, index, of }, file);
  const rows = await readDataset(dataset, [...path, 'dataset'], file);
  for (const [position, { query, response, relevant_contexts }] of rows.entries()) {
    const variableOptions: JsonObject =
      of === 'workflow' && variable !== undefined ? { variables: { [variable]: query } } : {};
    const metadata: JsonObject = { ...basis.options?.metadata, ...variableOptions };
    addCase(
      createConsistencyCase({
        ...basis,
        id: `${name ?? `test-${index + 1}`}-${position + 1}`,
        aliases: [String(index), ...(name === undefined ? [] : [name]), query],
        samples: 1,
        input: query,
        expected: response,
        contexts: relevant_contexts,
        contextIds: is_context_id,
        options: Object.keys(metadata).length === 0 ? undefined : { metadata },
      }),
      path,
      file,
    );
  }
}

function parseTestCaseEntry({ entry, index, of }: IndexedTestEntry<'test_case'>, file: OxyFileParseState): void {
  const { name: title = `test-${index + 1}`, cases, runs } = entry;
  const path = ['tests', index];
  const basis = createCommonCaseFields({ entry, index, of }, file);
  for (const [position, authoredCase] of cases.entries()) {
    const at = [...path, 'cases', position];
    const shape = { schema: testedCaseSchema, path: at, what: 'a case', unknownKeys: 'ignored' as const };
    const testedCase = validateWithSchema(authoredCase, shape, file);
    if (testedCase === undefined) continue;
    const { prompt, expected, name, tags, tool } = testedCase;
    const id = name ?? `${title}-${position + 1}`;
    const aliases = [String(index), title, prompt];
    const { line } = file.document.positionOf(at, 'value');
    const caseParts = { input: prompt, expected, tool, samples: runs, tags: [...entry.tags, ...tags] };
    addCase(createConsistencyCase({ ...basis, ...caseParts, id, line, aliases }), [...at, 'name'], file);
  }
}

/** Returns the fields that all cases of an entry have in common. */
function createCommonCaseFields({ entry, index, of }: IndexedTestEntry, file: OxyFileParseState) {
  const { concurrency, pairing, tags, task_ref, metrics, prompt } = entry;
  const path = ['tests', index];
  const judgeModel = entry.type === 'test_case' ? entry.judge_model : undefined;
  return {
    test: index + 1,
    line: file.document.positionOf(path, 'value').line,
    concurrency,
    pairing,
    tags,
    metrics: parseMetrics({ metrics, prompt, judgeModel, path }, file),
    options: of === 'agent' || task_ref === undefined ? undefined : { metadata: { task_ref } },
  };
}

type AuthoredMetrics = {
  metrics: readonly AuthoredMetric[];
  /** The prompt of the entry itself; a metric may have another one. */
  prompt?: string | undefined;
  judgeModel?: string | undefined;
  path: JsonPath;
};

/**
 * Parses the metrics of an entry with their judges. The prompt of the entry is used for the first metric unless it has
 * its own.
 */
function parseMetrics({ metrics, prompt, judgeModel, path }: AuthoredMetrics, file: OxyFileParseState): Metric[] {
  const inheritedJudge = judgeModel === undefined ? undefined : { name: judgeModel, path: [...path, 'judge_model'] };
  if (prompt !== undefined) addFindings([warningAtKey(['prompt'], describePromptUse(metrics))], path, file);
  return metrics.map((metric, position): Metric => {
    if (metric.type === 'context_recall') return { type: metric.type, threshold: metric.threshold };
    const ownMetric = { name: metric.model_ref, path: [...path, 'metrics', position, 'model_ref'] };
    const named = ownMetric.name === undefined ? (inheritedJudge ?? ownMetric) : ownMetric;
    const judge = findJudgeAgentId(named.name, named.path, file);
    const metricPrompt = metric.prompt ?? (position === 0 ? prompt : undefined);
    const basis = { judge, prompt: metricPrompt };
    for (const { key, message } of findConstantScoreProblems(metric, metricPrompt)) {
      const at = ['metrics', position, key];
      addFindings([key in metric ? warningAtKey(at, message) : warningAtKey(['prompt'], message)], path, file);
    }
    return metric.type === 'similarity'
      ? { type: metric.type, ...basis, scores: metric.scores }
      : { type: metric.type, ...basis };
  });
}

/** Returns a message for each setting because of which all answers would get the same score. */
function findConstantScoreProblems(
  metric: AuthoredMetric,
  prompt: string | undefined,
): { key: string; message: string }[] {
  if (metric.type === 'context_recall') return [];
  const scores = metric.type === 'similarity' ? Object.values(metric.scores) : [];
  const isLevel = scores.length > 1 && new Set(scores).size === 1;
  const visibleVariables = metric.type === 'similarity' ? ['submission_1', 'submission_2'] : ['actual'];
  const unusedVariables =
    prompt?.includes('{{') !== true ? [] : visibleVariables.filter((name) => !new RegExp(`\\b${name}\\b`).test(prompt));
  return [
    ...(isLevel ? [{ key: 'scores', message: `"scores" checks nothing: every choice scores ${scores[0]}` }] : []),
    ...(unusedVariables.length === 0
      ? []
      : [{ key: 'prompt', message: `"prompt" lacks {{ ${unusedVariables[0]} }}: the judge does not see the answer` }]),
  ];
}

function describePromptUse([first]: readonly AuthoredMetric[]): string {
  if (first === undefined || first.type === 'context_recall')
    return '"prompt" is ignored: the first metric asks no judge';
  if (first.prompt !== undefined) return '"prompt" is ignored: the first metric has its own "prompt"';
  return '"prompt" is used as the prompt of the first metric; write it there, as "metrics: [{type: …, prompt: …}]"';
}
