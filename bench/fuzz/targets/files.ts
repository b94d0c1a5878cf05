import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { parseTranscripts } from '../../../runner/agents/replay/read-transcripts.ts';
import { createDocumentCheck } from '../../../runner/authoring/index.ts';
import { readMastraRecord } from '../../../runner/extensions/mastra/mastra-record.ts';
import { parseOxyFile } from '../../../runner/extensions/oxy/inputs/load-oxy-file.ts';
import { readPromptFile } from '../../../runner/extensions/yao/prompts.ts';
import { readPackage } from '../../../runner/extensions/yao/read-package.ts';
import { computeCaseHash } from '../../../runner/inputs/case-hash.ts';
import { readExperiments } from '../../../runner/inputs/experiments/read-experiments.ts';
import { type ParsedCases, parseCases } from '../../../runner/inputs/parse-cases.ts';
import type { InputProblem } from '../../../runner/inputs/problem.ts';
import { parseSourceItems } from '../../../runner/inputs/source-items.ts';
import { parseCassette } from '../../../runner/models/cassette/read-cassette.ts';
import { AgentError, BrokenFilesError } from '../../../runner/ports/index.ts';
import { parseReport } from '../../../runner/reporters/read/read-report.ts';
import { parseYaml } from '../../../runner/yaml/read-yaml.ts';
import { mutateJson, mutateLines, mutateText } from '../mutate.ts';
import { ignoreErrors, requireMessage, requireTrue, type Target } from './target.ts';

const root = path.join(import.meta.dirname, '../../..');
const examples = path.join(root, 'examples');
const readProjectFile = (...place: string[]): string => readFileSync(path.join(examples, ...place), 'utf8');

function exampleCases(): string[] {
  const files = ['expense/tests/cases.jsonl', 'expense/tests/conversations.jsonl', 'library/tests/cases.jsonl'];
  return files.flatMap((file) =>
    [...parseSourceItems(readProjectFile('assistants', file))].flatMap((item) =>
      item.kind === 'object' ? [JSON.stringify(item.value)] : [],
    ),
  );
}

let folder: string | undefined;
/** Writes an input into a temporary folder, for readers that take a path. */
function writeInput(name: string, text: string): string {
  folder ??= mkdtempSync(path.join(os.tmpdir(), 'turntree-fuzz-'));
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

function positionsAreValid(problems: readonly InputProblem[], text: string): void {
  const lines = text.split(/\r\n|\n|\r/).length;
  for (const { line, column, message } of problems) {
    requireMessage(message);
    requireTrue(Number.isInteger(line) && line >= 1 && line <= lines + 1, `line ${line} of ${lines}: ${message}`);
    requireTrue(Number.isInteger(column) && column >= 1, `column ${column}: ${message}`);
  }
}

function casesOrProblems({ cases, problems, warnings }: ParsedCases, text: string): void {
  positionsAreValid([...problems, ...warnings], text);
  requireTrue(cases.length > 0 || problems.length > 0, 'neither a case nor a problem');
}

const caseLines: Target = {
  name: 'case lines',
  weight: 8,
  mutate: mutateLines,
  seeds: exampleCases,
  check(text) {
    const parsed = parseCases({ text, file: 's.jsonl', hashOf: computeCaseHash });
    casesOrProblems(parsed, text);
    const items = [...parseSourceItems(text.startsWith('\ufeff') ? text.slice(1) : text)].filter(
      ({ kind }) => kind === 'object',
    );
    const lost = items.length - parsed.cases.length;
    requireTrue(parsed.problems.length > 0 || lost === 0, `${lost} cases lost without a problem`);
  },
};

const caseList: Target = {
  name: 'case lists',
  weight: 6,
  mutate: (seeds, random) => (random.chance(0.6) ? mutateJson(seeds, random) : mutateText(seeds, random)),
  seeds: () => exampleCases().map((line, at, all) => `[${line}, ${all[(at + 1) % all.length] ?? line}]`),
  check(text) {
    casesOrProblems(parseCases({ text, file: 's.json', hashOf: computeCaseHash }), text);
  },
};

const editorReading: Target = {
  name: 'cases in the editor',
  weight: 3,
  mutate: mutateLines,
  seeds: exampleCases,
  check(text) {
    const { cases, problems } = createDocumentCheck({ file: 's.jsonl' }).check(text);
    for (const { from, to } of cases)
      requireTrue(from >= 0 && from <= to && to <= text.length, 'a case outside the text');
    for (const { message, from, to } of problems) {
      requireMessage(message);
      requireTrue(from >= 0 && from <= to && to <= text.length, `a problem outside the text: ${message}`);
    }
    const loaded = parseCases({ text, file: 's.jsonl', hashOf: computeCaseHash });
    requireTrue(
      loaded.problems.length === 0 || problems.length > 0,
      'the loader finds problems that the editor does not',
    );
  },
};

const tables: Target = {
  name: 'tables (CSV)',
  weight: 3,
  mutate: mutateText,
  seeds: () => [
    readProjectFile('experiments/questions.csv'),
    readProjectFile('experiments/replies.csv'),
    readProjectFile('mastra-scorers/test-cases/support.csv'),
  ],
  async check(text) {
    const file = writeInput('t.csv', text);
    const { suites, problems, warnings } = await readExperiments({ path: file, name: 't.csv', direct: true });
    positionsAreValid([...problems, ...warnings], text);
    const rows = suites.reduce((sum, { cases, disabled }) => sum + cases.length + disabled, 0);
    requireTrue(rows > 0 || problems.length > 0, 'neither a row nor a problem');
    const ids = suites.flatMap(({ scorer, cases }) => cases.map(({ id }) => `${scorer}\n${id}`));
    requireTrue(new Set(ids).size === ids.length, 'two rows with one id');
  },
};

const yaml: Target = {
  name: 'YAML',
  weight: 4,
  mutate: mutateText,
  seeds: () => [
    readProjectFile('oxy/config.yml'),
    readProjectFile('oxy/data/parts.yml'),
    readProjectFile('oxy/workflows/price-list.workflow.yml'),
  ],
  check(text) {
    const result = parseYaml(z.unknown(), { text, file: 'a.yml' });
    if (!result.ok) positionsAreValid(result.problems, text);
    requireTrue(result.ok || result.problems.length > 0, 'refused without a problem');
  },
};

const oxyFolders = [
  'agents/workshop.agent.test.yml',
  'agents/parts.agent.test.yml',
  'agents/parts.agent.yml',
  'workflows/price-list.workflow.yml',
];

const oxyFiles: Target = {
  name: 'oxy files',
  weight: 4,
  mutate: mutateText,
  seeds: () => oxyFolders.map((file) => `${file}\n${readProjectFile('oxy', file)}`),
  async check(input) {
    const end = input.indexOf('\n');
    const place = oxyFolders.find((file) => input.startsWith(`${file}\n`)) ?? oxyFolders[0] ?? '';
    const text = input.slice(end + 1);
    casesOrProblems(await parseOxyFile({ text, file: place, path: path.join(examples, 'oxy', place) }), text);
  },
};

const yaoFiles: Target = {
  name: 'yao files',
  weight: 3,
  mutate: mutateText,
  seeds: () => [
    readProjectFile('assistants/expense/package.yao'),
    readProjectFile('assistants/library/package.yao'),
    readProjectFile('assistants/expense/prompts.yml'),
  ],
  async check(text) {
    const place = path.dirname(writeInput('package.yao', text));
    await ignoreErrors([BrokenFilesError], () => readPackage(place));
    await ignoreErrors([BrokenFilesError], () => readPromptFile(writeInput('prompts.yml', text), place));
  },
};

const mastraAnswers: Target = {
  name: 'mastra answers',
  weight: 20,
  mutate: mutateJson,
  seeds: () => [
    '{"score":1,"analyzePrompt":"a","analyzeStepResult":{"x":[1]},"generateReasonPrompt":"b","judge":{"analyze":{"executions":[{"usage":{"inputTokens":3,"outputTokens":1},"modelCallCount":1}]}}}',
  ],
  check(text) {
    const { usage } = readMastraRecord(JSON.parse(text));
    requireTrue(usage === undefined || usage.inputTokens >= 0, 'fewer than no tokens');
  },
};

const records: Target = {
  name: 'transcripts, cassettes, reports',
  weight: 6,
  mutate: mutateLines,
  seeds: () => [
    '{"id":"a","turns":[{"input":"hi","output":"hello","tool_calls":[{"name":"find","arguments":"{\\"a\\":1}"}]}]}',
    '{"cassette":1,"suite":"tests/cases.jsonl","now":"2026-01-01T00:00:00.000Z"}',
    '{"type":"start","run_id":"r","timestamp":"2026-01-01T00:00:00Z"}',
    '{"type":"result","id":"a","status":"passed","duration_ms":3}',
    '{"type":"summary","total":1}',
    '{"summary":{"total":1},"results":[{"id":"a","status":"passed","duration_ms":3,"run_details":[]}]}',
  ],
  async check(text) {
    const isExpectedError = (error: unknown) =>
      error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
    await ignoreErrors([Error], () => {
      try {
        for (const { id } of parseTranscripts(text)) requireTrue(id !== '', 'a transcript without an id');
      } catch (error) {
        if (isExpectedError(error)) throw new AggregateError([error], `inside: ${String(error)} is not a function`);
        throw error;
      }
    });
    await ignoreErrors([AgentError], () => parseCassette(text, 'c'));
    await ignoreErrors([SyntaxError, z.ZodError], () => parseReport(text));
  },
};

export const fileTargets: readonly Target[] = [
  caseLines,
  caseList,
  editorReading,
  tables,
  yaml,
  oxyFiles,
  yaoFiles,
  mastraAnswers,
  records,
];
