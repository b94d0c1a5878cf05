import * as z from 'zod';
import {
  type AnnouncedCaseByKind,
  answerPathSchema,
  type CaseKind,
  type CaseResult,
  environmentSchema,
  runOptionsSchema,
  suiteSchema,
} from '../../contract/index.ts';
import {
  addUsageByRole,
  type CaseRow,
  caseKey,
  countAttempts,
  countFaults,
  emptyRunState,
  type RunState,
  toExclusionOfCase,
} from '../../fold/index.ts';
import { isJsonObject, MAX_RECORD_LEVELS, parseJson, tryParseJson } from '../../values/index.ts';
import type { ResultReader } from '../reported-cases.ts';
import { toAttemptRow } from './attempt-row.ts';
import { toCamelCaseKeys } from './camel-keys.ts';
import { parseReportedResult, type ReportedResult } from './reported-result.ts';

/**
 * A run as it was read from a report. It contains less than the history, but enough to compare the run and to report it
 * again.
 */
export type StoredReport = { state: RunState; resultsOf: ResultReader };

/**
 * Returns the schema of a part of a report that has the same fields as in events, except for the spelling of its keys.
 */
function parseWithCamelCaseKeys<Part extends z.ZodType>(part: Part) {
  return z.preprocess((value) => (isJsonObject(value) ? toCamelCaseKeys(value) : value), part);
}

const summarySchema = z.looseObject({
  agent_id: z.string().default(''),
  connector: z.string().optional(),
  runs_per_case: z.int().positive().default(1),
  outcome: z.enum(['passed', 'failed', 'cancelled', 'interrupted', 'running', 'pending']).optional(),
  exit_code: z.int().nullish(),
  reason: z.string().optional(),
  answer_paths: z.array(parseWithCamelCaseKeys(answerPathSchema)).optional(),
});
const metadataSchema = z.looseObject({
  run_id: z.string().default(''),
  started_at: z.string().optional(),
  completed_at: z.string().optional(),
  version: z.string().optional(),
  input_file: z.string().default(''),
  git_commit: z.string().optional(),
  suites: z.array(parseWithCamelCaseKeys(suiteSchema)).optional(),
  options: z
    .looseObject({
      group_by: z.array(z.string()).optional(),
      auto_runs: runOptionsSchema.shape.autoRuns,
      retries: runOptionsSchema.shape.retries,
      shard: runOptionsSchema.shape.shard,
    })
    .optional(),
});
const documentSchema = z.object({
  summary: summarySchema.optional(),
  environment: parseWithCamelCaseKeys(environmentSchema).optional(),
  results: z.array(z.unknown()),
  skipped: z.array(z.unknown()).default([]),
  quarantined: z.array(z.unknown()).default([]),
  metadata: metadataSchema,
});
type ReportDocument = z.infer<typeof documentSchema>;

const lineSchema = z.looseObject({ type: z.enum(['start', 'result', 'stability', 'summary']) });
const startLineSchema = z.looseObject({
  timestamp: z.string().optional(),
  run_id: z.string().default(''),
  shard: runOptionsSchema.shape.shard,
});

/** Reads a report in JSON or JSON Lines. If a text is neither, the error says why. */
export function parseReport(text: string): StoredReport {
  const document = text.trimStart().startsWith('{"type"')
    ? parseJsonLinesReport(text)
    : parseJson(text, MAX_RECORD_LEVELS);
  return toStoredReport(documentSchema.parse(document));
}

/** Combines the lines of a JSON Lines report into the JSON document of a finished run. */
function parseJsonLinesReport(text: string): unknown {
  const rawLines = text.split('\n').filter((line) => line.trim() !== '');
  // The last line of a report is incomplete if the run was killed while it wrote the line.
  const completeLines =
    text.endsWith('\n') || tryParseJson(rawLines.at(-1) ?? '', MAX_RECORD_LEVELS) !== undefined
      ? rawLines
      : rawLines.slice(0, -1);
  const lines = completeLines.map((line) => lineSchema.parse(parseJson(line, MAX_RECORD_LEVELS)));
  const start = startLineSchema.parse(lines.find(({ type }) => type === 'start') ?? {});
  const results = lines.filter(({ type }) => type === 'result' || type === 'stability');
  return {
    summary: lines.find(({ type }) => type === 'summary'),
    results: results.map(({ type, ...result }) => result),
    metadata: { ...start, started_at: start.timestamp, options: { shard: start.shard } },
  };
}

function toStoredReport({
  summary,
  environment,
  results,
  skipped,
  quarantined,
  metadata,
}: ReportDocument): StoredReport {
  const startedAt = parseTime(metadata.started_at) ?? 0;
  const entries = [...results, ...skipped, ...quarantined].map((entry) => parseReportedResult(entry, startedAt));
  const suites = metadata.suites ?? [{ key: metadata.input_file, agentId: summary?.agent_id ?? '' }];
  const keyed = entries.map((entry) => ({ ...entry, suite: entry.suite ?? suites[0]?.key ?? '' }));
  const all = entries.flatMap(({ attempts }) => attempts);
  const byCase = new Map(keyed.map(({ suite, id, attempts }) => [caseKey(suite, id), attempts]));
  return {
    resultsOf: (row) => byCase.get(caseKey(row.suiteKey, row.id)) ?? [],
    state: {
      ...emptyRunState(metadata.run_id),
      status: summary?.outcome ?? 'interrupted',
      startedAt,
      finishedAt: parseTime(metadata.completed_at),
      exitCode: summary?.exit_code ?? undefined,
      reason: summary?.reason,
      environment,
      toolVersion: metadata.version,
      gitCommit: metadata.git_commit,
      suites,
      options: toRunOptions({ summary, metadata, all }),
      rows: keyed.map(toCaseRow),
      counts: countAttempts(all),
      faults: countFaults(all),
      ...(summary?.answer_paths === undefined ? {} : { answerPaths: summary.answer_paths }),
      usage: all.reduce((sum, { usage }) => addUsageByRole(sum, usage), {}),
    },
  };
}

type ReportSummaryAndResults = Pick<ReportDocument, 'summary' | 'metadata'> & { all: readonly CaseResult[] };

function toRunOptions({ summary, metadata, all }: ReportSummaryAndResults): NonNullable<RunState['options']> {
  return {
    input: metadata.input_file,
    attempts: Math.max(summary?.runs_per_case ?? 1, ...all.map(({ attempt }) => attempt)),
    parallel: 1,
    failFast: false,
    timeoutMs: 1,
    connector: summary?.connector || undefined,
    groupBy: metadata.options?.group_by,
    autoRuns: metadata.options?.auto_runs,
    retries: metadata.options?.retries,
    shard: metadata.options?.shard,
  };
}

/** Creates the row of a case; its fields come from the first attempt. */
function toCaseRow({ id, suite, hash, attempts }: ReportedResult & { suite: string }): CaseRow {
  const [first] = attempts;
  const announced: AnnouncedCaseByKind[CaseKind] = {
    suiteKey: suite,
    id,
    hash,
    kind: first?.kind ?? 'standard',
    name: first?.name,
    tags: first?.tags,
    setAside: toExclusionOfCase(first?.setAside ?? null),
    test: first?.test,
    metadata: isJsonObject(first?.metadata) ? first.metadata : undefined,
    range: first?.scores?.find((score) => score.range !== undefined)?.range,
  };
  return { ...announced, attempts: attempts.map(toAttemptRow) };
}

function parseTime(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
