import type { SuiteCases } from '../engine/plan-run.ts';
import type { Database } from '../history/db/index.ts';
import {
  getRun,
  type LabelledVerdicts,
  listRunsWithSuite,
  readLabelledVerdicts,
  readRecordedAttempts,
  saveJudgeCheck,
} from '../history/index.ts';
import { toJudgeCheckJson } from '../reporters/judge-check/judge-check-json.ts';
import { formatJudgeCheckMarkdown } from '../reporters/judge-check/judge-check-markdown.ts';
import {
  countUnreliableJudges,
  type JudgeCheckOfSuite,
  type JudgeCheckReport,
  otherVerdictsNote,
} from '../reporters/judge-check/judge-check-report.ts';
import { formatJudgeCheckText } from '../reporters/judge-check/judge-check-text.ts';
import { formatCountWithNoun } from '../values/index.ts';
import { assessJudges } from '../verdict/index.ts';
import type { ComparedFormat } from './compare.ts';
import { countJudgeCalls, DEFAULT_REPEATS, repeatJudgeCalls } from './judge-check/repeat-judge-calls.ts';
import {
  countVerdictsWithoutRule,
  findRepeatableVerdicts,
  type RepeatableVerdict,
} from './judge-check/repeatable-verdicts.ts';
import type { SuiteOrigin } from './load/loaded-suites.ts';
import { systemClock } from './machine/system-clock.ts';
import { type CurrentSuiteRules, openCurrentSuiteRules } from './regrade/open-rules.ts';
import { type HistoryLocation, openExistingHistory } from './stored/stored-history.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/**
 * The number of verdicts to check. If none of these verdicts changes when it is requested again, the upper bound of the
 * flip rate is below 5%.
 */
const MAX_VERDICTS = 80;
const MAX_RUNS = 20;

const judgeCheckFormatters: Readonly<Record<ComparedFormat, (report: JudgeCheckReport) => string>> = {
  text: formatJudgeCheckText,
  json: toJudgeCheckJson,
  md: formatJudgeCheckMarkdown,
};

/**
 * Calls the judges of a suite again for stored verdicts, compares all their verdicts with human reviews, and stores the
 * result in the history. `unreliable` is the number of unreliable judges.
 */
export async function checkSuiteJudges(
  suite: string,
  { format, ...historyLocation }: HistoryLocation & { format: ComparedFormat },
  terminal: Terminal,
): Promise<{ text: string; unreliable: number }> {
  const { signal } = new AbortController();
  const database = openExistingHistory(historyLocation, terminal);
  try {
    const open = await openCurrentSuiteRules([suite], { app: historyLocation.app, terminal }, signal);
    try {
      const report = await repeatJudgesOfSuites({ database, open, terminal }, signal);
      return { text: judgeCheckFormatters[format](report), unreliable: countUnreliableJudges(report) };
    } finally {
      await open.close();
    }
  } finally {
    database.close();
  }
}

type JudgeCheckTask = { database: Database; open: CurrentSuiteRules; terminal: Terminal };

async function repeatJudgesOfSuites(
  { database, open, terminal }: JudgeCheckTask,
  signal: AbortSignal,
): Promise<JudgeCheckReport> {
  const collected: CollectedSuiteVerdicts[] = [];
  for (const loadedSuite of open.suites) collected.push(await collectVerdicts(database, loadedSuite, open));
  printCallCount(collected, terminal);
  const suites: JudgeCheckOfSuite[] = [];
  for (const { suiteKey, verdicts, spared, others, labelled } of collected) {
    const { repeated, whyUnanswered } = await repeatJudgeCalls({ verdicts, width: open.parallel }, signal);
    const judges = assessJudges(repeated, labelled.verdicts);
    suites.push({ suiteKey, judges, spared, others, whyUnanswered, leftOut: labelled.leftOut });
  }
  requireJudgeAnswers(suites);
  const checkedAt = systemClock.now();
  for (const { suiteKey, judges } of suites) saveJudgeCheck(database, suiteKey, { checked: judges, checkedAt });
  return { times: DEFAULT_REPEATS, suites };
}

type CollectedSuiteVerdicts = {
  suiteKey: string;
  verdicts: RepeatableVerdict[];
  /** The number of verdicts that were left out because of the limit. */
  spared: number;
  /** The numbers of verdicts that cannot be checked: verdicts by scorer agents and by script tests. */
  others: number;
  labelled: LabelledVerdicts;
};

/** Collects the newest verdicts, one for each distinct question and judged answer. */
async function collectVerdicts(
  database: Database,
  suite: SuiteCases<SuiteOrigin>,
  open: CurrentSuiteRules,
): Promise<CollectedSuiteVerdicts> {
  const suiteKey = suite.suite.key;
  const cases = new Map(suite.cases.map((testCase) => [testCase.id, testCase]));
  const verdictsByMatter = new Map<string, RepeatableVerdict>();
  let others = 0;
  for (const runId of listRunsWithSuite(database, suiteKey, MAX_RUNS)) {
    const agentId = getRun(database, runId)?.agentId ?? '';
    for (const recordedAttempt of readRecordedAttempts(database, runId)) {
      const testCase = recordedAttempt.suiteKey === suiteKey ? cases.get(recordedAttempt.caseId) : undefined;
      if (
        testCase === undefined ||
        recordedAttempt.result.status === 'skipped' ||
        recordedAttempt.unreadable !== undefined
      )
        continue;
      const target = { suite, testCase, agentId, attempt: recordedAttempt.attempt };
      others += countVerdictsWithoutRule({ asked: target, recorded: recordedAttempt });
      for (const verdict of await findRepeatableVerdicts({ asked: target, recorded: recordedAttempt, open })) {
        if (!verdictsByMatter.has(verdict.matter)) verdictsByMatter.set(verdict.matter, verdict);
      }
    }
  }
  const groups = Map.groupBy(verdictsByMatter.values(), ({ judge, model, criterion }) =>
    JSON.stringify([judge, model, criterion]),
  );
  const verdicts = [...groups.values()].flatMap((group) => group.slice(0, MAX_VERDICTS));
  const labelled = readLabelledVerdicts(database, { suiteKey });
  return { suiteKey, verdicts, spared: verdictsByMatter.size - verdicts.length, others, labelled };
}

/** Judges cost money, so the number of calls is printed before the first of them. */
function printCallCount(collected: readonly CollectedSuiteVerdicts[], { stderr }: Terminal): void {
  const verdicts = collected.flatMap((suite) => suite.verdicts);
  const labels = collected.flatMap(({ labelled }) => labelled.verdicts);
  if (verdicts.length === 0 && labels.length === 0) {
    const others = collected.reduce((sum, suite) => sum + suite.others, 0);
    throw new UsageError('the history has no judge verdict on the cases as they are now', [
      others === 0 ? 'Run the suite first: a check repeats stored verdicts.' : `${otherVerdictsNote}: ${others}`,
      `looked in ${collected.map(({ suiteKey }) => suiteKey).join(', ')}`,
    ]);
  }
  const judges = new Set(verdicts.map(({ judge, model }) => JSON.stringify([judge, model])));
  const calls = countJudgeCalls(verdicts);
  stderr.write(
    `turntree: asking ${formatCountWithNoun(judges.size, 'judge')} again for ${formatCountWithNoun(verdicts.length, 'verdict')}, ${DEFAULT_REPEATS} times each: ${formatCountWithNoun(calls, 'call')}\n`,
  );
}

/** A check in which no judge answered has no result, and must not replace an earlier valid result. */
function requireJudgeAnswers(suites: readonly JudgeCheckOfSuite[]): void {
  const builtInJudges = suites.flatMap(({ judges }) => judges);
  const [reason] = suites.flatMap(({ whyUnanswered }) => whyUnanswered);
  if (reason !== undefined && builtInJudges.every(({ flips }) => flips.of === 0)) {
    throw new UsageError('no judge answered; the previous check still counts', [reason]);
  }
}
