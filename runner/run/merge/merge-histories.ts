import os from 'node:os';
import path from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import type { RunEvent } from '../../contract/index.ts';
import { mergeShards, type ShardLog } from '../../engine/merge-shards.ts';
import type { RunState } from '../../fold/index.ts';
import { type Database, openDatabase } from '../../history/db/index.ts';
import {
  createResultReader,
  createRunImport,
  findRun,
  getRunState,
  readEvents,
  withCaseHealth,
} from '../../history/index.ts';
import { createCaseOutputForConsole } from '../../reporters/console/case-output.ts';
import { createConsoleReporter } from '../../reporters/console/console-reporter.ts';
import { createRunEvaluator } from '../../verdict/index.ts';
import { findWorkspace } from '../../workspace/find-workspace.ts';
import type { BaselineChoiceRequest } from '../prepare/choose-baseline.ts';
import { createBaselineEventReader } from '../record.ts';
import { formatGateNotes } from '../report/gate-notes.ts';
import { reportToGitHub } from '../report/github-actions.ts';
import type { OutputTarget } from '../report/output-target.ts';
import { writeReports } from '../report/reports.ts';
import {
  addFailingCaseHistories,
  collectCausesOfFinishedRun,
  readFailingCaseHistories,
} from '../stored/failing-case-histories.ts';
import { chooseNewestShards, openShardHistories, type ShardPart } from '../stored/shard-histories.ts';
import { getHistoryFile, type HistoryLocation } from '../stored/stored-history.ts';
import { shouldUseColours, type Terminal } from '../terminal.ts';

/** `complaints` lists problems that belong to no case. */
type MergedRun = { state: RunState; complaints: string[] };

/**
 * Merges the parts that machines ran with `--shard` into one run, from their histories, and stores it in the history
 * of the workspace, with the verdict, the gates and the exit code of the merged run. Throws, without writing anything,
 * if a part is missing, was stopped, or belongs to another plan.
 */
export async function mergeHistories(
  files: readonly string[],
  { targets, ...historyLocation }: HistoryLocation & { targets: readonly OutputTarget[] },
  terminal: Terminal,
): Promise<MergedRun> {
  const histories = await openShardHistories(files, terminal.cwd);
  try {
    const { parts, warnings } = chooseNewestShards(histories);
    for (const warning of warnings) terminal.stderr.write(`turntree: warning: ${warning}\n`);
    const database = openDatabase(getHistoryFile(historyLocation, terminal));
    try {
      const root = path.resolve(terminal.cwd, historyLocation.app ?? findWorkspace(terminal.cwd) ?? terminal.cwd);
      return mergeShardsInto(database, { parts, targets, root }, terminal);
    } finally {
      database.close();
    }
  } finally {
    for (const { close } of histories) close();
  }
}

type ShardMergeOptions = { parts: readonly ShardPart[]; targets: readonly OutputTarget[]; root: string };

function mergeShardsInto(
  database: Database,
  { parts, targets, root }: ShardMergeOptions,
  terminal: Terminal,
): MergedRun {
  const runId = uuidv7();
  const complaints: string[] = [];
  const logs = parts.map(readShardLog);
  const baseline = findRequestedBaseline(database, logs[0]?.run.options?.baseline);
  const display = createConsoleReporter(
    {
      output: terminal.stdout,
      live: false,
      verbose: false,
      quiet: true,
      next: () => [],
      colours: shouldUseColours(terminal, { flag: undefined, stream: terminal.stdout }),
    },
    createCaseOutputForConsole,
  );
  const writing = createRunImport(database, { head: { type: 'run', runId, host: os.hostname() }, isKnown: false });
  let state: RunState;
  try {
    state = mergeShards(logs, {
      runId,
      judge: createRunEvaluator(createBaselineEventReader({ database, wanted: baseline, complaints })),
      onEvent(event) {
        writing.takeEvent(event);
        display.onEvent(event);
      },
    });
    writing.finish(undefined);
  } catch (error) {
    writing.rollBack();
    throw error;
  }
  const resultsOf = createResultReader(database, runId);
  const caseHistories = readFailingCaseHistories(database, state);
  const reported = addFailingCaseHistories(database, withCaseHealth(database, state), caseHistories);
  display.finish(state, [], { pasts: caseHistories, causes: collectCausesOfFinishedRun(reported, resultsOf) });
  writeReports(targets, { state: reported, resultsOf }, terminal);
  terminal.stderr.write(formatGateNotes(state, database));
  complaints.push(...reportToGitHub({ state: reported, resultsOf, root }, terminal));
  return { state, complaints };
}

/**
 * The baseline is looked up in the history that receives the merged run, because each machine knows only its own shard.
 */
function findRequestedBaseline(database: Database, reference: string | undefined): BaselineChoiceRequest {
  if (reference === undefined || reference === 'passed') return { kind: 'usual' };
  const lookup = findRun(database, reference);
  return lookup.ok ? { kind: 'run', runId: lookup.run.runId } : { kind: 'usual' };
}

function readShardLog({ database, run: { runId } }: ShardPart): ShardLog {
  const run = getRunState(database, runId);
  if (run === undefined) throw new Error(`the run ${runId} was removed meanwhile`);
  const first = readEvents(database, runId, { afterSeq: 0, types: ['run.started', 'cases.announced'] });
  const announcedCases = [...first].flatMap((event: RunEvent) =>
    event.type === 'run.started' || event.type === 'cases.announced' ? event.cases : [],
  );
  // If the list of announced cases cannot be read, the cases with results are used instead.
  const cases = run.unreadable === undefined ? announcedCases : run.rows.map(({ attempts, standing, ...row }) => row);
  return { run, announced: cases, events: () => readEvents(database, runId, { afterSeq: 0 }) };
}
