import path from 'node:path';
import type { RunState } from '../../fold/index.ts';
import { createResultReader } from '../../history/index.ts';
import type { StoredReport } from '../../reporters/read/read-report.ts';
import { writeLines } from '../../run/stored/line-file.ts';
import { type HistoryLocation, openExistingHistory, readStoredRun } from '../../run/stored/stored-history.ts';
import type { Terminal } from '../../run/terminal.ts';
import { UsageError } from '../../run/usage-error.ts';
import { buildOtlpRequest, type Span } from '../../traces/index.ts';
import { formatCountWithNoun } from '../../values/index.ts';
import { type Collector, resolveCollector, sendSpans } from './collector.ts';
import { createAttemptSpans, createRunSpan } from './spans/run-spans.ts';

export type ExportFlags = HistoryLocation & { url?: string; output?: string };

const MAX_SPANS_PER_REQUEST = 500;

/**
 * Exports a run of the history as spans: one for the run, one for each attempt, and one for each call of the agent,
 * with `gen_ai.evaluation.result` for each check. Sends them to an OpenTelemetry collector, or writes the requests to a
 * file.
 */
export async function exportOtlp(
  run: string,
  { url, output, ...historyLocation }: ExportFlags,
  terminal: Terminal,
): Promise<void> {
  const { variables, cwd, stdout } = terminal;
  if (url !== undefined && output !== undefined) throw new UsageError('use --url or -o, not both');
  const collector = output === undefined ? resolveCollector({ url, variables }) : undefined;
  const database = openExistingHistory(historyLocation, terminal);
  try {
    const state = readStoredRun(database, run);
    if (state.finishedAt === undefined)
      throw new UsageError(`the run ${state.runId} has not ended yet; export it afterwards`);
    const counts = { spans: 0, evaluations: 0 };
    const requests = buildTraceRequests({ state, resultsOf: createResultReader(database, state.runId) }, counts);
    if (collector === undefined) await writeLines(path.resolve(cwd, output ?? ''), requests);
    else await sendAllRequests(requests, collector);
    const destination = collector?.url ?? output;
    stdout.write(
      `${formatCountWithNoun(counts.spans, 'span')} with ${formatCountWithNoun(counts.evaluations, 'evaluation')} to ${destination}\n`,
    );
  } finally {
    database.close();
  }
}

async function sendAllRequests(requests: Iterable<string>, collector: Collector): Promise<void> {
  for (const takeSpansAsRequest of requests) await sendSpans(takeSpansAsRequest, collector);
}

/**
 * Yields the export requests as single lines. Only one is in memory at a time, so memory use does not grow with the
 * run.
 */
function* buildTraceRequests(run: StoredReport, counts: { spans: number; evaluations: number }): Generator<string> {
  const { state } = run;
  const resource = { 'service.name': 'turntree', ...toServiceVersionAttribute(state) };
  let spans: Span[] = [];
  const request = (): string => {
    counts.spans += spans.length;
    counts.evaluations += spans.reduce((sum, { events }) => sum + events.length, 0);
    const text = JSON.stringify(buildOtlpRequest(spans, { scope: 'turntree', resource }));
    spans = [];
    return `${text}\n`;
  };
  spans.push(createRunSpan(state));
  for (const row of state.rows) {
    for (const result of run.resultsOf(row)) spans.push(...createAttemptSpans(state, row.suiteKey, result));
    if (spans.length >= MAX_SPANS_PER_REQUEST) yield request();
  }
  if (spans.length > 0) yield request();
}

function toServiceVersionAttribute({ toolVersion }: RunState): { 'service.version'?: string } {
  return toolVersion === undefined ? {} : { 'service.version': toolVersion };
}
