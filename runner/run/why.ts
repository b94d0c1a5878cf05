import type { Turn } from '../contract/index.ts';
import { caseKey, type RunState, textOfContent } from '../fold/index.ts';
import type { Database } from '../history/db/index.ts';
import {
  createLastPassReader,
  createResultReader,
  findPassingRun,
  getAttemptState,
  newestRunWithCase,
  readCaseHistories,
} from '../history/index.ts';
import { shortenText } from '../reporters/console/shorten-text.ts';
import { createStyleText } from '../reporters/console/style-text.ts';
import { shortRunId } from '../reporters/short-run-id.ts';
import { type ExplainedRun, explainRun } from '../reporters/why/explained-run.ts';
import { whyJson } from '../reporters/why/why-json.ts';
import { whyLines } from '../reporters/why/why-text.ts';
import { plural } from '../values/index.ts';
import type { FailureCause, NamedAttempt } from '../verdict/index.ts';
import { passedTurn, turnAnswer } from '../verdict/index.ts';
import { commandLine } from './report/rerun-command.ts';
import { type ShowFormat, unknownCase } from './show.ts';
import { type HistoryLocation, storedRun, withStoredHistory } from './stored/stored-history.ts';
import { type Terminal, usesColours } from './terminal.ts';

const QUOTED = 300;
const NAMED = 10;

type WhyOptions = { format: ShowFormat; color?: boolean | undefined };

/**
 * Explains why cases of the newest run failed, by cause; with a case id, explains that case in the newest run that
 * contains it.
 */
export function explainFailures(
  caseId: string | undefined,
  { format, color, ...historyLocation }: HistoryLocation & WhyOptions,
  terminal: Terminal,
): void {
  const { stdout } = terminal;
  withStoredHistory(historyLocation, terminal, (database) => {
    const paint = createStyleText(usesColours(terminal, { flag: color, stream: stdout }));
    const run = caseId === undefined ? undefined : newestRunWithCase(database, caseId);
    const all = explainStoredRun(database, storedRun(database, run ?? 'latest'));
    const explained = caseId === undefined ? all : withOnlyCase(database, all, caseId);
    const whyOutput = () => [
      ...whyLines(explained, paint),
      ...(caseId === undefined
        ? whyHintLines(all)
        : explained.causes.flatMap((cause) => causeDetailLines(database, all, cause))),
    ];
    stdout.write(
      format === 'json'
        ? whyJson(explained)
        : whyOutput()
            .map((line) => `${line}\n`)
            .join(''),
    );
  });
}

function explainStoredRun(database: Database, state: RunState): ExplainedRun {
  const resultsOf = createResultReader(database, state.runId);
  return explainRun(
    { ...state, lastPassing: createLastPassReader(database, state) },
    { resultsOf, pastsOf: (failing) => readCaseHistories(database, state, failing) },
  );
}

function withOnlyCase(database: Database, { state }: ExplainedRun, id: string): ExplainedRun {
  const rows = state.rows.filter((row) => row.id === id);
  if (rows.length === 0) throw unknownCase(id, state);
  return explainStoredRun(database, { ...state, rows, faults: {} });
}

function whyHintLines({ causes }: ExplainedRun): string[] {
  const id = causes[0]?.attempts[0]?.id;
  return id === undefined ? [] : ['', `One case in depth: ${commandLine(['npx', 'turntree', 'why', id])}`];
}

/**
 * The lines about a cause: other cases with the same cause, and where the conversation diverged from the passing one.
 */
function causeDetailLines(
  database: Database,
  all: ExplainedRun,
  { diagnosis, result, attempts }: FailureCause,
): string[] {
  const alike =
    all.causes.find((cause) => cause.diagnosis.cause.fingerprint === diagnosis.cause.fingerprint)?.attempts ?? [];
  const others = new Set(alike.flatMap(({ id }) => (id === result.id ? [] : [id])));
  const [first] = attempts;
  const { runId } = all.state;
  return [
    ...(others.size === 0 ? [] : ['', `Same cause as ${plural(others.size, 'other')}: ${listIds([...others])}`]),
    ...(first === undefined ? [] : turnLines(database, all, { ...first, turn: diagnosis.cause.turn })),
    '',
    `The whole attempt: ${commandLine(['npx', 'turntree', 'show', shortRunId(runId), result.id, '--attempt', String(result.attempt)])}`,
  ];
}

function listIds(ids: readonly string[]): string {
  return `${ids.slice(0, NAMED).join(', ')}${ids.length > NAMED ? ` and ${ids.length - NAMED} more` : ''}`;
}

/** The turn of the cause, side by side with the corresponding turn of the passing attempt. */
function turnLines(
  database: Database,
  all: ExplainedRun,
  { suiteKey, id, attempt, turn }: NamedAttempt & { turn: number | undefined },
): string[] {
  if (turn === undefined) return [];
  const key = { suiteKey, caseId: id, attempt };
  const casePast = all.pasts.get(caseKey(suiteKey, id));
  const place = findPassingRun(database, { runId: all.state.runId, past: casePast, ...key });
  const passed = place && getAttemptState(database, place.runId, place);
  const failed = getAttemptState(database, all.state.runId, key);
  if (passed === undefined || failed.turns.length === 0) return [];
  const after = failed.turns.find((each) => each.turn === turn);
  const before = passedTurn(passed.turns, failed.turns, turn);
  return [
    '',
    'Where the conversations diverged:',
    ...turnSummaryLines('passed', before),
    ...turnSummaryLines('failed', after),
  ];
}

function turnSummaryLines(how: 'passed' | 'failed', turn: Turn | undefined): string[] {
  if (turn === undefined) return [`  in the attempt that ${how}, the conversation had already ended`];
  const calls = (turn.response?.toolCalls ?? []).map(({ tool }) => `called ${tool}`);
  return [
    `  in the attempt that ${how}, T${turn.turn}`,
    `    user:  ${shortenText(textOfContent(turn.input), QUOTED)}`,
    ...calls.map((call) => `    agent: ${call}`),
    `    agent: ${shortenText(turnAnswer(turn), QUOTED)}`,
  ];
}
