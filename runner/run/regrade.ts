import { existsSync } from 'node:fs';
import path from 'node:path';
import { type CaseKey, caseKey, parseSuiteKey } from '../fold/index.ts';
import type { RecordedResult } from '../history/index.ts';
import { createJudge } from '../kinds/attempt/judge.ts';
import { isStandardOrDynamicCase } from '../kinds/kinds.ts';
import type { JudgeRecorded } from '../kinds/recorded/judge-recording.ts';
import { hasDifferentInput } from '../kinds/recorded/other-input.ts';
import { toRegradeJson } from '../reporters/regrade/regrade-json.ts';
import { formatRegradeMarkdown } from '../reporters/regrade/regrade-markdown.ts';
import { isRegression, type RegradeReport } from '../reporters/regrade/regrade-report.ts';
import { formatRegradeText } from '../reporters/regrade/regrade-text.ts';
import type { ComparedFormat } from './compare.ts';
import { createInferredRuleTally } from './regrade/inferred-tally.ts';
import { type CurrentSuiteRules, type JudgedAttemptAddress, openCurrentSuiteRules } from './regrade/open-rules.ts';
import { regradeAttempt } from './regrade/regrade-attempt.ts';
import { createLazyHistory, openStoredAttempts, type StoredAttempts } from './regrade/stored-attempts.ts';
import { isReportFile } from './stored/read-report-file.ts';
import type { HistoryLocation } from './stored/stored-history.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { resolveWorkspaceRoot } from './workspace-root.ts';

export type RegradeFlags = HistoryLocation & { judge?: boolean; format: ComparedFormat };

const regradeFormatters: Readonly<Record<ComparedFormat, (report: RegradeReport) => string>> = {
  text: formatRegradeText,
  json: toRegradeJson,
  md: formatRegradeMarkdown,
};

/**
 * Judges stored runs again with the current rules of their cases. Does not call the tested agents or change the
 * history. `regressed` is the number of attempts that passed originally, but fail under the current rules.
 */
export async function regradeRuns(
  named: readonly string[],
  { format, judge = false, ...historyLocation }: RegradeFlags,
  terminal: Terminal,
): Promise<{ text: string; regressed: number }> {
  const { references, suite } = splitReferencesAndSuite(named, terminal);
  const history = createLazyHistory();
  const { signal } = new AbortController();
  try {
    const runs = references.map((reference) =>
      openStoredAttempts({ reference, place: historyLocation, terminal }, history),
    );
    const inputs = suite === undefined ? findSuiteFilesOfRuns(runs, historyLocation, terminal) : [suite];
    const open = await openCurrentSuiteRules(inputs, { app: historyLocation.app, terminal }, signal);
    try {
      const report = await regradeAll({ runs, open, judge, isNamed: suite !== undefined }, signal);
      return { text: regradeFormatters[format](report), regressed: report.changes.filter(isRegression).length };
    } finally {
      await open.close();
    }
  } finally {
    history.close();
  }
}

/**
 * Separates the name of the suite from the names of runs: the last name is a suite if it exists as a file or folder and
 * is not a report.
 */
function splitReferencesAndSuite(
  named: readonly string[],
  { cwd }: Terminal,
): { references: readonly string[]; suite?: string } {
  const last = named.at(-1) ?? '';
  const lastExists = named.length > 1 && existsSync(path.resolve(cwd, last));
  return lastExists && !isReportFile(last, cwd)
    ? { references: named.slice(0, -1), suite: last }
    : { references: named };
}

function findSuiteFilesOfRuns(runs: readonly StoredAttempts[], { app }: HistoryLocation, { cwd }: Terminal): string[] {
  const root = resolveWorkspaceRoot(app, { cwd });
  const keys = new Set(runs.flatMap(({ suites }) => suites.map(({ key }) => parseSuiteKey(key).file)));
  const files = [...keys].map((key) => path.resolve(root, key));
  const existingFiles = files.filter((file) => existsSync(file));
  if (existingFiles.length > 0) return existingFiles;
  throw new UsageError(`no suite file exists to regrade with: ${[...keys].join(', ')}`, [
    'Name a case file after the runs: turntree regrade latest tests/cases.jsonl',
  ]);
}

type RegradeTask = { runs: readonly StoredAttempts[]; open: CurrentSuiteRules; judge: boolean; isNamed: boolean };

async function regradeAll({ runs, open, judge, isNamed }: RegradeTask, signal: AbortSignal): Promise<RegradeReport> {
  const findCase = createCaseFinder(open.suites, isNamed);
  const tally = createRegradeTally(runs);
  for (const { runId, suites, attempts } of runs) {
    const agents = new Map(suites.map(({ key, agentId }) => [key, agentId]));
    for (const recordedAttempt of attempts) {
      const match = findCase(recordedAttempt);
      if (!tally.isJudged(recordedAttempt, match)) continue;
      const { suiteKey, caseId, attempt, result } = recordedAttempt;
      const { testCase } = match;
      if (!isStandardOrDynamicCase(testCase)) continue;
      if (hasDifferentInput(testCase, recordedAttempt.answer)) tally.otherInput.add(caseId);
      const agentId = agents.get(suiteKey) ?? '';
      const target = { ...match, agentId, attempt };
      const ask: JudgeRecorded | undefined = judge
        ? (judgement) => open.inAttempt(target, async (context) => createJudge(context)(judgement))
        : undefined;
      const { inferred, ...regraded } = await regradeAttempt({ testCase, recorded: recordedAttempt, ask }, signal);
      tally.inferred.add({ suiteKey, testCase, before: result.status, results: inferred });
      const isSetAside = testCase.quarantine === true || testCase.expect === 'fail';
      tally.add({ runId, suiteKey, caseId, attempt, before: result.status, ...regraded, isSetAside });
    }
  }
  const report = tally.report();
  if (report.attempts > 0 || report.leftOut.skipped + report.leftOut.otherKinds > 0) return report;
  throw new UsageError('no attempt of these runs belongs to a case of the suite', [
    ...(report.notInSuite.length === 0 ? [] : [`the runs have ${report.notInSuite.slice(0, 10).join(', ')}`]),
    `looked in ${open.suites.map(({ suite }) => suite.key).join(', ')}`,
  ]);
}

/** An imported conversation has ended but has not been judged. */
function isImportedWithoutVerdict({ endReason }: RecordedResult['result']): boolean {
  return endReason === 'turns_played';
}

type MatchedCase = Pick<JudgedAttemptAddress, 'suite' | 'testCase'>;

/** Finds cases by suite and id; if the user names the suite, by the id alone. */
function createCaseFinder(
  suites: CurrentSuiteRules['suites'],
  isNamed: boolean,
): (recordedResult: RecordedResult) => MatchedCase | undefined {
  const byKey = new Map<CaseKey, MatchedCase>();
  const byId = new Map<string, MatchedCase>();
  for (const suite of suites) {
    for (const testCase of suite.cases) {
      const match = { suite, testCase };
      byKey.set(caseKey(suite.suite.key, testCase.id), match);
      if (isNamed) byId.set(testCase.id, match);
    }
  }
  return ({ suiteKey, caseId }) => byKey.get(caseKey(suiteKey, caseId)) ?? byId.get(caseId);
}

function createRegradeTally(runs: readonly StoredAttempts[]) {
  const otherInput = new Set<string>();
  const notInSuite = new Set<string>();
  const leftOut = { skipped: 0, otherKinds: 0 };
  const changes: RegradeReport['changes'] = [];
  const notRegradable: RegradeReport['notRegradable'] = [];
  const inferred = createInferredRuleTally();
  let attempts = 0;
  return {
    otherInput,
    inferred,
    /** Returns true if the attempt can be judged. Otherwise counts the reason why it is left out. */
    isJudged({ caseId, result }: RecordedResult, match: MatchedCase | undefined): match is MatchedCase {
      if (match === undefined) notInSuite.add(caseId);
      else if (!isStandardOrDynamicCase(match.testCase)) leftOut.otherKinds += 1;
      else if (result.status === 'skipped' && !isImportedWithoutVerdict(result)) leftOut.skipped += 1;
      else return true;
      return false;
    },
    add(regraded: RegradeReport['changes'][number]): void {
      attempts += 1;
      if (regraded.after === 'open') notRegradable.push(regraded);
      else if (regraded.after !== regraded.before) changes.push(regraded);
    },
    report: (): RegradeReport => ({
      runs: runs.map(({ runId }) => runId),
      attempts,
      unchanged: attempts - changes.length - notRegradable.length,
      changes,
      notRegradable,
      leftOut,
      notInSuite: [...notInSuite],
      otherInput: [...otherInput],
      inferred: inferred.rules(),
    }),
  };
}
