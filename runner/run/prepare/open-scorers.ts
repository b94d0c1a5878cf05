import path from 'node:path';
import { isBuiltInScorer, type TestCase } from '../../contract/index.ts';
import { isJudgedByScores, parseSuiteKey } from '../../fold/index.ts';
import type { WorkspaceScorers } from '../../scorers/create-scorer-host.ts';
import { findNearestWord, toErrorMessage } from '../../values/index.ts';
import { findAgentOfFile } from '../load/inspect-names.ts';
import type { LoadedSuites } from '../load/loaded-suites.ts';
import { findScorerWarnings, findSelfComparison } from '../load/scorer-warnings.ts';
import type { LocatedRun } from '../locate.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

type ScorerOpenContext = {
  suites: LoadedSuites['suites'];
  scorers: WorkspaceScorers;
  located: LocatedRun;
  terminal: Terminal;
};

/**
 * Finds the scorers of all rows; a row gets all scorers of its type. Throws an error that names every type without a
 * scorer. `doubts` are reasons why scorers, or the bounds of a scorer, may check nothing.
 */
export async function resolveScorersOfRows(
  { suites, scorers, located: { root, config }, terminal: { variables } }: ScorerOpenContext,
  signal: AbortSignal,
): Promise<{ suites: LoadedSuites['suites']; doubts: string[] }> {
  const problems = new Set<string>();
  const doubts = new Set<string>();
  const openedSuites: LoadedSuites['suites'] = [];
  for (const suite of suites) {
    const names = new Map<string, string[]>();
    for (const type of new Set(suite.cases.filter(isJudgedByScores).flatMap((row) => row.scorers))) {
      const scorer = { type, folder: suite.baseDir };
      try {
        names.set(type, await scorers.open(scorer, signal));
        for (const doubt of findScorerWarnings(scorer, { root, scorers, variables })) doubts.add(doubt);
      } catch (error) {
        signal.throwIfAborted();
        problems.add(toErrorMessage(error));
      }
    }
    const isScorable = suite.cases
      .filter(isJudgedByScores)
      .every((row) => row.scorers.every((type) => names.has(type)));
    if (isScorable) for (const problem of warnOfSelfComparison(suite, scorers)) problems.add(problem);
    openedSuites.push(
      names.size === 0 ? suite : { ...suite, cases: suite.cases.map((row) => replaceScorerTypes(row, names)) },
    );
  }
  if (problems.size > 0) throw new UsageError('the run cannot start', [...problems]);
  const untested = [...warnOfSelfScoring(suites, { root, scorers }), ...warnOfUntestedAgent(suites, { root, config })];
  return { suites: openedSuites, doubts: [...doubts, ...warnOfUnusedScorerBounds(openedSuites), ...untested] };
}

/** Warns about scorers that compare the output with itself, because the rows have no agent. */
function warnOfSelfScoring(
  suites: LoadedSuites['suites'],
  workspace: { root: string; scorers: WorkspaceScorers },
): Iterable<string> {
  const types = suites.flatMap(({ cases, baseDir: folder }) => {
    const rows = cases.filter(isJudgedByScores);
    const hasReference = rows.some(({ direct, groundTruth }) => !direct || groundTruth !== undefined);
    const used = new Set(hasReference ? [] : rows.flatMap((row) => row.scorers));
    return [...used].map((type) => ({ type, folder }));
  });
  return new Set(types.flatMap((scorer) => findSelfComparison(scorer, workspace)));
}

/**
 * Warns if tables have an agent, but the run only compares columns of the tables with each other, so that the agent is
 * not called. No warning for a row that expects a low score, because such a row tests the scorer.
 */
function warnOfUntestedAgent(
  suites: LoadedSuites['suites'],
  { root, config }: Pick<LocatedRun, 'root' | 'config'>,
): string[] {
  const cases = suites.flatMap((suite) => suite.cases);
  const rows = cases.filter(isJudgedByScores);
  const isCompared = rows.every(
    ({ direct, range, scorers }) => direct && range.min > 0 && scorers.every(isBuiltInScorer),
  );
  // Equal columns are reported by another warning.
  const isOtherText = rows.some(({ expectedOutput, groundTruth }) => expectedOutput !== groundTruth);
  const [suite] = suites;
  if (suite === undefined || rows.length < cases.length || !isCompared || !isOtherText) return [];
  const table = path.join(suite.baseDir, 'table.csv');
  const agentId = findAgentOfFile(table, { root, known: Object.keys(config.agents) });
  return agentId === undefined
    ? []
    : [`no agent is asked: "expected_output" is only compared with "ground_truth"; -n ${agentId} asks one`];
}

/**
 * Warns about bounds for a scorer that no row uses, if the scorer's name resembles the name of a used one. Other
 * unknown names may belong to types that this run leaves out.
 */
function warnOfUnusedScorerBounds(suites: LoadedSuites['suites']): string[] {
  const rows = suites.flatMap(({ cases }) => cases.filter(isJudgedByScores));
  const names = new Set(rows.flatMap(({ scorers }) => scorers));
  const bounded = new Set(rows.flatMap(({ ranges = {} }) => Object.keys(ranges)));
  return [...bounded].flatMap((name) => {
    const nearestName = names.has(name) ? undefined : findNearestWord(name, names);
    return nearestName === undefined
      ? []
      : `the bounds of ${JSON.stringify(name)} have no effect: no scorer has this name (did you mean ${JSON.stringify(nearestName)}?)`;
  });
}

function replaceScorerTypes(testCase: TestCase, names: ReadonlyMap<string, string[]>): TestCase {
  if (!isJudgedByScores(testCase)) return testCase;
  const [type = '', ...others] = testCase.scorers;
  const onlyFile = others.length === 0 ? names.get(type) : undefined;
  return { ...testCase, scorers: onlyFile ?? testCase.scorers.flatMap((scorer) => names.get(scorer) ?? []) };
}

type ExperimentTable = { suite: { key: string }; baseDir: string; cases: readonly TestCase[] };

/**
 * Warns about rows whose output equals the value with which their scorer compares it: such rows always get the highest
 * score.
 */
function warnOfSelfComparison(
  { suite, baseDir, cases }: ExperimentTable,
  { comparing }: Pick<WorkspaceScorers, 'comparing'>,
): string[] {
  const rows = cases.filter(isJudgedByScores);
  // The scorers of each type are looked up once, because a lookup searches folders.
  const comparingByType = new Map(
    [...new Set(rows.flatMap((row) => row.scorers))].map((type) => [type, comparing({ type, folder: baseDir })]),
  );
  return rows.flatMap((row) => {
    if (!row.direct || (row.groundTruth ?? '') !== '') return [];
    const scorer = row.scorers.flatMap((type) => comparingByType.get(type) ?? [])[0];
    if (scorer === undefined) return [];
    const location = `${parseSuiteKey(suite.key).file}:${row.line ?? 1}`;
    return `${location}: "${scorer}" would compare the expected_output of "${row.id}" with itself; give the row a ground_truth, or ask an agent with -n`;
  });
}
