import type { Turn } from '../contract/index.ts';
import { caseKey, formatContentText, type RunState } from '../fold/index.ts';
import type { Database } from '../history/db/index.ts';
import {
  createLastPassingAttemptReader,
  createResultReader,
  findNewestRunWithCase,
  findPassingRun,
  getAttemptState,
  readCaseHistories,
} from '../history/index.ts';
import { shortenText } from '../reporters/console/shorten-text.ts';
import { createStyleText } from '../reporters/console/style-text.ts';
import { shortenRunId } from '../reporters/short-run-id.ts';
import { type ExplainedRun, explainRunFailures } from '../reporters/why/explained-run.ts';
import { toWhyJson } from '../reporters/why/why-json.ts';
import { formatWhyLines } from '../reporters/why/why-text.ts';
import { formatCountWithNoun } from '../values/index.ts';
import type { FailedAttemptId, FailureCause } from '../verdict/index.ts';
import { findMatchingPassedTurn, getTurnAnswer } from '../verdict/index.ts';
import { formatCommandLine, toFlagWithValue } from './report/rerun-command.ts';
import { createUnknownCaseError, type ShowFormat } from './show.ts';
import { type HistoryLocation, readStoredRun, withStoredHistory } from './stored/stored-history.ts';
import { shouldUseColours, type Terminal } from './terminal.ts';

const MAX_QUOTE_LENGTH = 300;
const MAX_NAMED_CASES = 10;

type WhyOptions = { format: ShowFormat; color?: boolean | undefined };

/**
 * Explains by cause why cases of the newest run failed. With a case id, explains that case in the newest run that
 * contains it.
 */
export function explainFailures(
  caseId: string | undefined,
  { format, color, ...historyLocation }: HistoryLocation & WhyOptions,
  terminal: Terminal,
): void {
  const { stdout } = terminal;
  withStoredHistory(historyLocation, terminal, (database) => {
    const paint = createStyleText(shouldUseColours(terminal, { flag: color, stream: stdout }));
    const run = caseId === undefined ? undefined : findNewestRunWithCase(database, caseId);
    const all = explainFailuresOfStoredRun(database, readStoredRun(database, run ?? 'latest'));
    const explained = caseId === undefined ? all : keepOnlyCase(database, all, caseId);
    const listWhyOutputLines = () => [
      ...formatWhyLines(explained, paint),
      ...(caseId === undefined
        ? listWhyHintLines(all, historyLocation)
        : explained.causes.flatMap((cause) => listCauseDetailLines(database, all, cause))),
    ];
    stdout.write(
      format === 'json'
        ? toWhyJson(explained)
        : listWhyOutputLines()
            .map((line) => `${line}\n`)
            .join(''),
    );
  });
}

function explainFailuresOfStoredRun(database: Database, state: RunState): ExplainedRun {
  const resultsOf = createResultReader(database, state.runId);
  return explainRunFailures(
    { ...state, lastPassing: createLastPassingAttemptReader(database, state) },
    { resultsOf, pastsOf: (failing) => readCaseHistories(database, state, failing) },
  );
}

function keepOnlyCase(database: Database, { state }: ExplainedRun, id: string): ExplainedRun {
  const rows = state.rows.filter((row) => row.id === id);
  if (rows.length === 0) throw createUnknownCaseError(id, state);
  return explainFailuresOfStoredRun(database, { ...state, rows, faults: {} });
}

function listWhyHintLines({ causes }: ExplainedRun, { app, db }: HistoryLocation): string[] {
  const id = causes[0]?.attempts[0]?.id;
  if (id === undefined) return [];
  const locationFlags = [...toFlagWithValue('-a', app), ...toFlagWithValue('--db', db)];
  return ['', `One case in depth: ${formatCommandLine(['npx', 'turntree', 'why', id, ...locationFlags])}`];
}

/**
 * Returns the lines about a cause: other cases with the same cause, and where the conversation diverged from the
 * passing one.
 */
function listCauseDetailLines(
  database: Database,
  all: ExplainedRun,
  { diagnosis, result, attempts }: FailureCause,
): string[] {
  const similarCases =
    all.causes.find((cause) => cause.diagnosis.cause.fingerprint === diagnosis.cause.fingerprint)?.attempts ?? [];
  const others = new Set(similarCases.flatMap(({ id }) => (id === result.id ? [] : [id])));
  const [first] = attempts;
  const { runId } = all.state;
  return [
    ...(others.size === 0
      ? []
      : ['', `Same cause as ${formatCountWithNoun(others.size, 'other')}: ${formatFirstCaseIds([...others])}`]),
    ...(first === undefined ? [] : formatTurnComparisonLines(database, all, { ...first, turn: diagnosis.cause.turn })),
    '',
    `The whole attempt: ${formatCommandLine(['npx', 'turntree', 'show', shortenRunId(runId), result.id, '--attempt', String(result.attempt)])}`,
  ];
}

function formatFirstCaseIds(ids: readonly string[]): string {
  return `${ids.slice(0, MAX_NAMED_CASES).join(', ')}${ids.length > MAX_NAMED_CASES ? ` and ${ids.length - MAX_NAMED_CASES} more` : ''}`;
}

/** Shows the turn in which the attempt went wrong, side by side with the corresponding turn of the passing attempt. */
function formatTurnComparisonLines(
  database: Database,
  all: ExplainedRun,
  { suiteKey, id, attempt, turn }: FailedAttemptId & { turn: number | undefined },
): string[] {
  if (turn === undefined) return [];
  const key = { suiteKey, caseId: id, attempt };
  const casePast = all.pasts.get(caseKey(suiteKey, id));
  const passingRun = findPassingRun(database, { runId: all.state.runId, caseHistory: casePast, ...key });
  const passed = passingRun && getAttemptState(database, passingRun.runId, passingRun);
  const failed = getAttemptState(database, all.state.runId, key);
  if (passed === undefined || failed.turns.length === 0) return [];
  const after = failed.turns.find((each) => each.turn === turn);
  const before = findMatchingPassedTurn(passed.turns, failed.turns, turn);
  return [
    '',
    'Where the conversations diverged:',
    ...formatTurnSummaryLines('passed', before),
    ...formatTurnSummaryLines('failed', after),
  ];
}

function formatTurnSummaryLines(result: 'passed' | 'failed', turn: Turn | undefined): string[] {
  if (turn === undefined) return [`  in the attempt that ${result}, the conversation had already ended`];
  const calls = (turn.response?.toolCalls ?? []).map(({ tool }) => `called ${tool}`);
  return [
    `  in the attempt that ${result}, T${turn.turn}`,
    `    user:  ${shortenText(formatContentText(turn.input), MAX_QUOTE_LENGTH)}`,
    ...calls.map((call) => `    agent: ${call}`),
    `    agent: ${shortenText(getTurnAnswer(turn), MAX_QUOTE_LENGTH)}`,
  ];
}
