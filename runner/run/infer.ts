import type { StandardOrDynamicCase } from '../contract/index.ts';
import {
  type CaseConversations,
  type Conversation,
  defaultReadTools,
  type InferredCase,
  inferRules,
} from '../experiments/infer/index.ts';
import type { AttemptId } from '../fold/index.ts';
import type { Database } from '../history/db/index.ts';
import { type LabelledAttempt, listLabelledAttempts, type RecordedResult } from '../history/index.ts';
import { isConversation, isStandardOrDynamicCase } from '../kinds/kinds.ts';
import { formatInferJson } from '../reporters/inference/infer-json.ts';
import type { InferReport, InferredCaseReport } from '../reporters/inference/infer-report.ts';
import { formatInferText } from '../reporters/inference/infer-text.ts';
import { shortenRunId } from '../reporters/short-run-id.ts';
import { formatCountWithNoun } from '../values/index.ts';
import { findCommonReviewVerdict } from '../verdict/index.ts';
import { toLabelledConversation } from './inference/conversation-of-attempt.ts';
import { type GoodReference, resolveGoodReference } from './inference/good-references.ts';
import { readRecordings } from './inference/read-recordings.ts';
import { writeInferredRulesToFiles } from './inference/write-inferred.ts';
import { openCurrentSuiteRules } from './regrade/open-rules.ts';
import { type HistoryLocation, openExistingHistory, requireRun } from './stored/stored-history.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { resolveWorkspaceRoot } from './workspace-root.ts';

export type InferFlags = HistoryLocation & {
  runs?: string[] | undefined;
  good?: string[] | undefined;
  case?: string[] | undefined;
  /** True to write the inferred rules into the case files. */
  write?: boolean | undefined;
  format: 'text' | 'json';
};

const inferFormatters: Readonly<Record<InferFlags['format'], (report: InferReport) => string>> = {
  text: formatInferText,
  json: formatInferJson,
};

/** The maximum number of attempts that are read per case, newest first. */
const MAX_ATTEMPTS = 200;

/**
 * Finds rules that hold in the good recorded conversations of a suite, and lists the bad conversations that these rules
 * catch. Calls no agent. Writes the rules into the case files only with `write`. Throws a `UsageError` if there is no
 * good conversation.
 */
export async function inferSuite(suite: string, flags: InferFlags, terminal: Terminal): Promise<string> {
  const { format, write = false, ...choice } = flags;
  const open = await openCurrentSuiteRules([suite], { app: choice.app, terminal }, new AbortController().signal);
  let database: Database | undefined;
  try {
    const all = open.suites.flatMap((loadedSuite) =>
      loadedSuite.cases.flatMap((testCase): SuiteCase[] =>
        isStandardOrDynamicCase(testCase) ? [{ suiteKey: loadedSuite.suite.key, testCase }] : [],
      ),
    );
    const cases = selectCases(all, choice.case ?? [], suite);
    const reads = open.reads ?? defaultReadTools;
    database = openExistingHistory(choice, terminal);
    const collected = await collectLabelledConversations(database, cases, choice);
    const labelled = collected.flatMap(({ conversations }) => conversations);
    const goodCount = labelled.filter(({ isGood }) => isGood).length;
    if (goodCount === 0) throw createNothingInferredError(suite, labelled.length, collected);
    const inferred: InferredCase[] = inferRules(collected, reads);
    const reported = collected.map(({ testCase, ...each }, index): InferredCaseReport => {
      const { rules = [], missed: missedMutations = [] } = inferred[index] ?? {};
      return { ...each, isConversation: isConversation(testCase), rules, missed: missedMutations };
    });
    if (write)
      await writeRulesOfCollected(collected, reported, {
        workspace: resolveWorkspaceRoot(choice.app, terminal),
        reads,
        database,
      });
    return inferFormatters[format]({ reads, cases: reported });
  } finally {
    database?.close();
    await open.close();
  }
}

type SuiteCase = { suiteKey: string; testCase: StandardOrDynamicCase };
type CollectedConversations = Omit<CaseConversations, 'conversations'> &
  Pick<InferredCaseReport, 'leftOut' | 'conversations'> &
  Pick<SuiteCase, 'testCase'>;

/** Writes the rules of each case and reports which of them were written. */
async function writeRulesOfCollected(
  collected: readonly CollectedConversations[],
  reported: readonly InferredCaseReport[],
  place: Parameters<typeof writeInferredRulesToFiles>[1],
): Promise<void> {
  const tasks = collected.flatMap(({ suiteKey, testCase, conversations }, index) => {
    const target = reported[index];
    if (target === undefined || target.rules.length === 0) return [];
    return [{ suiteKey, testCase, rules: target.rules, good: conversations.filter(({ isGood }) => isGood), target }];
  });
  for (const [{ target }, writtenRules] of await writeInferredRulesToFiles(tasks, place)) target.written = writtenRules;
}

function selectCases(all: readonly SuiteCase[], ids: readonly string[], suite: string): SuiteCase[] {
  if (all.length === 0) throw new UsageError(`${suite} has no case with conversations to learn from`);
  const unknown = ids.find((id) => !all.some(({ testCase }) => testCase.id === id));
  if (unknown !== undefined) {
    throw new UsageError(`${suite} has no case "${unknown}"`, [
      `its cases: ${all
        .map(({ testCase }) => testCase.id)
        .slice(0, 10)
        .join(', ')}`,
    ]);
  }
  return ids.length === 0 ? [...all] : all.filter(({ testCase }) => ids.includes(testCase.id));
}

async function collectLabelledConversations(
  database: Database,
  cases: readonly SuiteCase[],
  { runs = [], good = [] }: Pick<InferFlags, 'runs' | 'good'>,
): Promise<CollectedConversations[]> {
  const runIds = new Set(runs.map((reference) => requireRun(database, reference).runId));
  const caseIds = new Set(cases.map(({ testCase }) => testCase.id));
  const named = good.map((text) => resolveGoodReference(database, text, caseIds));
  const usedReferences = new Set<GoodReference>();
  const chooseLabel: ChooseAttemptLabel = (caseId, attempt) => {
    const reference = named.find((goodReference) => refersToAttempt(goodReference, caseId, attempt));
    if (reference === undefined)
      return runIds.size > 0 && !runIds.has(attempt.runId) ? undefined : getLabelOfAttempt(attempt);
    usedReferences.add(reference);
    return { isGood: true, labelFrom: 'person' };
  };
  const collected = await collectConversationsOfCases(database, cases, chooseLabel);
  const unused = named.find((reference) => !usedReferences.has(reference));
  if (unused === undefined) return collected;
  throw new UsageError(`--good: "${unused.text}" is not a conversation of the case as it is now`, [
    'The run has no such attempt, or the case was changed since. Run the suite again, or name another attempt.',
  ]);
}

type GoodOrBadLabel = Pick<Conversation, 'isGood' | 'labelFrom'>;

/**
 * `as imported` means that nobody has reviewed the attempt, so that the verdict in an imported recording counts, if
 * there is one.
 */
type LabelChoice = GoodOrBadLabel | 'as imported' | { leftOut: string };

/** Returns the label of an attempt, good or bad; undefined for attempts that are not selected. */
type ChooseAttemptLabel = (caseId: string, attempt: LabelledAttempt) => LabelChoice | undefined;

async function collectConversationsOfCases(
  database: Database,
  cases: readonly SuiteCase[],
  labelFor: ChooseAttemptLabel,
): Promise<CollectedConversations[]> {
  const chosenAttempts = cases.map((suiteCase) => chooseAttempts(database, suiteCase, labelFor));
  const conversations = new Map<ChosenAttempt, Conversation>();
  const unlabelled = new Set<ChosenAttempt>();
  for await (const { attempt, recording } of readRecordings(
    database,
    chosenAttempts.flatMap(({ attempts }) => attempts),
  )) {
    const label = attempt.label === 'as imported' ? getImportedLabel(recording) : attempt.label;
    const conversation = label && toLabelledConversation(recording, { source: attempt.source, ...label });
    if (conversation !== undefined) conversations.set(attempt, conversation);
    else if (label === undefined) unlabelled.add(attempt);
  }
  return chosenAttempts.map(({ suiteKey, testCase, attempts, leftOut }) => ({
    suiteKey,
    caseId: testCase.id,
    testCase,
    conversations: attempts.flatMap((attempt) => {
      const conversation = conversations.get(attempt);
      return conversation === undefined ? [] : [{ ...conversation, runId: attempt.runId, attempt: attempt.attempt }];
    }),
    leftOut: [
      ...leftOut,
      ...attempts
        .filter((attempt) => !conversations.has(attempt))
        .map((attempt) => ({
          source: attempt.source,
          reason: unlabelled.has(attempt)
            ? 'the conversation has neither a review nor a verdict'
            : 'the agent gave no readable answer',
        })),
    ],
  }));
}

type ChosenAttempt = AttemptId & { runId: string; source: string; label: GoodOrBadLabel | 'as imported' };

function chooseAttempts(database: Database, { suiteKey, testCase }: SuiteCase, labelFor: ChooseAttemptLabel) {
  const { id: caseId, hash: caseHash } = testCase;
  const attempts: ChosenAttempt[] = [];
  const leftOut: CollectedConversations['leftOut'] = [];
  for (const labelled of listLabelledAttempts(database, { suiteKey, caseId, caseHash, limit: MAX_ATTEMPTS })) {
    const label = labelFor(caseId, labelled);
    if (label === undefined) continue;
    const { runId, attempt } = labelled;
    const source = `${shortenRunId(runId)}#${attempt}`;
    if (typeof label === 'object' && 'leftOut' in label) leftOut.push({ source, reason: label.leftOut });
    else attempts.push({ suiteKey, caseId, attempt, runId, source, label });
  }
  return { suiteKey, testCase, attempts, leftOut };
}

function refersToAttempt(reference: GoodReference, caseId: string, { runId, attempt }: LabelledAttempt): boolean {
  if (reference.caseId !== caseId || reference.runId !== runId) return false;
  return reference.attempt === undefined || reference.attempt === attempt;
}

/**
 * Returns the label of an attempt, good or bad. A person's review takes precedence over an imported verdict and over
 * the verdict of the case.
 */
function getLabelOfAttempt({ status, reviews }: LabelledAttempt): LabelChoice {
  const label = findCommonReviewVerdict(reviews);
  if (label !== undefined) return { isGood: label === 'good', labelFrom: 'person' };
  const verdicts = new Set(reviews.filter(({ reviewer }) => reviewer.trim() !== '').map(({ verdict }) => verdict));
  if (verdicts.has('good') && verdicts.has('bad'))
    return { leftOut: 'the reviews of the conversation contradict each other' };
  if (verdicts.has('not_agent')) return { leftOut: 'the review says that the agent is not to blame' };
  if (status === 'passed' || status === 'failed') return { isGood: status === 'passed', labelFrom: 'case_verdict' };
  return status === 'skipped' ? 'as imported' : { leftOut: `the attempt ended with ${status}` };
}

function getImportedLabel({ result }: RecordedResult): GoodOrBadLabel | undefined {
  const verdict = isConversation(result) ? result.importedVerdict : undefined;
  return verdict && { isGood: verdict.passed, labelFrom: 'imported_verdict' };
}

function createNothingInferredError(
  suite: string,
  badCount: number,
  collected: readonly CollectedConversations[],
): UsageError {
  const leftOut = collected.flatMap((each) =>
    each.leftOut.map(({ source, reason }) => `${each.caseId} ${source}: ${reason}`),
  );
  return new UsageError(`nothing to learn from: 0 good, ${badCount} bad`, [
    `No good conversation of ${suite} is recorded for ${formatCountWithNoun(collected.length, 'case')} as they are now.`,
    ...leftOut.slice(0, 5),
    'Run the suite, review an attempt as good, or name one: --good latest/<case>.',
  ]);
}
