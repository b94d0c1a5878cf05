import { parseTranscripts, type RecordedTranscript } from '../agents/replay/read-transcripts.ts';
import { toAssertionCondition } from '../assertions/assertion-types.ts';
import type { StandardOrDynamicCase, ToolCall } from '../contract/index.ts';
import { caseKey } from '../fold/index.ts';
import { readLastPassingAttempts } from '../history/index.ts';
import { isStandardOrDynamicCase } from '../kinds/kinds.ts';
import { listRules, type MutatedRecording, mutateRecording } from '../kinds/recorded/mutate-recording.ts';
import type { MutationFix } from '../kinds/recorded/mutation-fixes.ts';
import { listWritingCalls } from '../kinds/recorded/mutations.ts';
import type { RecordedAnswer } from '../kinds/recorded/recorded-answer.ts';
import { toMutationJson } from '../reporters/mutate/mutation-json.ts';
import { computeMutationScore, type MutatedCase, type MutationReport } from '../reporters/mutate/mutation-report.ts';
import { formatMutationText } from '../reporters/mutate/mutation-text.ts';
import { castToJson, isJsonObject, type JsonObject } from '../values/index.ts';
import { openCurrentSuiteRules } from './regrade/open-rules.ts';
import { readFileNamedByUser } from './stored/read-report-file.ts';
import { type HistoryLocation, withStoredHistory } from './stored/stored-history.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

export type MutateFlags = HistoryLocation & { format: 'text' | 'json' };

const mutationFormatters: Readonly<Record<MutateFlags['format'], (report: MutationReport) => string>> = {
  text: formatMutationText,
  json: toMutationJson,
};

/**
 * Mutates recorded conversations of a suite, imitating failures of an agent, and reports which mutations the suite's
 * cases do not detect. Uses the newest passing conversations, or those in a file. Calls no agent and writes nothing.
 */
export async function mutateSuite(
  { suite, recorded }: { suite: string; recorded: string | undefined },
  { format, ...historyLocation }: MutateFlags,
  terminal: Terminal,
): Promise<string> {
  const { signal } = new AbortController();
  const open = await openCurrentSuiteRules([suite], { app: historyLocation.app, terminal }, signal);
  try {
    const cases = open.suites.flatMap((loadedSuite) =>
      loadedSuite.cases.flatMap((testCase): SuiteCase[] =>
        isStandardOrDynamicCase(testCase) ? [{ suiteKey: loadedSuite.suite.key, testCase }] : [],
      ),
    );
    if (cases.length === 0) throw new UsageError(`${suite} has no case whose conversations can be mutated`);
    const recordings =
      recorded === undefined
        ? findRecordingsInHistory(cases, historyLocation, terminal)
        : findRecordingsInFile(cases, recorded, terminal);
    const report = await mutateAll({ cases, recordings }, signal);
    if (computeMutationScore(report.cases).all === 0) throw createNothingToMutateError(report, suite);
    return mutationFormatters[format](report);
  } finally {
    await open.close();
  }
}

type SuiteCase = { suiteKey: string; testCase: StandardOrDynamicCase };
type CaseWithRecording = SuiteCase & { source: string; answer: RecordedAnswer };

function findRecordingsInHistory(
  cases: readonly SuiteCase[],
  historyLocation: HistoryLocation,
  terminal: Terminal,
): CaseWithRecording[] {
  return withStoredHistory(historyLocation, terminal, (database) =>
    [...new Set(cases.map(({ suiteKey }) => suiteKey))].flatMap((suiteKey) => {
      const casesOfSuite = new Map(
        cases.filter((suiteCase) => suiteCase.suiteKey === suiteKey).map((one) => [one.testCase.id, one]),
      );
      return [...readLastPassingAttempts(database, suiteKey)].flatMap(
        ({ caseId, runId, attempt, answer }): CaseWithRecording[] => {
          const suiteCase = casesOfSuite.get(caseId);
          return suiteCase === undefined ? [] : [{ ...suiteCase, source: `run ${runId}, attempt ${attempt}`, answer }];
        },
      );
    }),
  );
}

function findRecordingsInFile(cases: readonly SuiteCase[], file: string, { cwd }: Terminal): CaseWithRecording[] {
  const transcripts = readFileNamedByUser(file, cwd, 'is not a file of recorded conversations', parseTranscripts);
  return transcripts.flatMap((transcript): CaseWithRecording[] => {
    const suiteCase = cases.find(({ testCase }) => testCase.id === transcript.id);
    return suiteCase === undefined
      ? []
      : [{ ...suiteCase, source: file, answer: toAnswerOfTranscript(transcript, suiteCase.testCase) }];
  });
}

/**
 * Converts a transcript to an answer. A transcript does not contain how the conversation ended, so the simulator is
 * assumed to have finished.
 */
function toAnswerOfTranscript({ turns }: RecordedTranscript, { input }: StandardOrDynamicCase): RecordedAnswer {
  return {
    turns: turns.map((turn, index) => ({ turn: index + 1, ...turn })),
    endReason: 'goal_achieved',
    assertions: [],
    checkpointChecks: [],
    input,
  };
}

type MutationSuiteTask = { cases: readonly SuiteCase[]; recordings: readonly CaseWithRecording[] };

async function mutateAll({ cases, recordings }: MutationSuiteTask, signal: AbortSignal): Promise<MutationReport> {
  const otherCalls: ToolCall[] = recordings.flatMap(({ answer, testCase }) =>
    listWritingCalls(answer, listRules(testCase)),
  );
  const mutated: MutatedCase[] = [];
  for (const { suiteKey, testCase, source, answer } of recordings) {
    const recording = await mutateRecording({ testCase, answer, otherCalls }, signal);
    mutated.push({ suiteKey, caseId: testCase.id, source, ...toMutationReportCase(recording) });
  }
  const recordedKeys = new Set(recordings.map(({ suiteKey, testCase }) => caseKey(suiteKey, testCase.id)));
  const casesWithoutRecording = cases.filter(
    ({ suiteKey, testCase }) => !recordedKeys.has(caseKey(suiteKey, testCase.id)),
  );
  return { cases: mutated, notRecorded: casesWithoutRecording.map(({ testCase }) => testCase.id) };
}

function toMutationReportCase({
  leftOut,
  problem,
  mutations,
}: MutatedRecording): Omit<MutatedCase, 'suiteKey' | 'caseId' | 'source'> {
  return {
    problem,
    leftOut: leftOut.map(toAssertionCondition).map(({ check, wanted }) => `${check} ${wanted}`),
    mutations: mutations.map((mutation) => {
      const { kind, turn, what, caught } = mutation;
      if (mutation.caught) return { kind, turn, what, caught, reason: mutation.reason };
      return { kind, turn, what, caught, fix: mutation.fix && toMutationPlaceJson(mutation.fix) };
    }),
  };
}

/** Formats a proposed fix as JSON, with the keys of a case file. */
function toMutationPlaceJson({ turn, checkpoints, ...otherFields }: MutationFix): JsonObject {
  const fields = {
    ...(turn === undefined ? {} : { [`turns[${turn.index}].assert`]: turn.assert }),
    ...otherFields,
    checkpoints: checkpoints?.map(({ id, after, assert }) => ({
      id,
      after: after.length === 0 ? undefined : after,
      assert,
    })),
  };
  const fix = castToJson(fields);
  return isJsonObject(fix) ? fix : {};
}

function createNothingToMutateError({ cases, notRecorded }: MutationReport, suite: string): UsageError {
  const problems = cases.flatMap(({ caseId, problem }) => (problem === undefined ? [] : [`${caseId}: ${problem}`]));
  return new UsageError(`no recorded conversation of ${suite} can be mutated`, [
    ...problems.slice(0, 5),
    ...(notRecorded.length === 0
      ? []
      : [`no passed conversation is recorded for ${notRecorded.slice(0, 10).join(', ')}`]),
    'Run the suite once, or name a file of conversations after it.',
  ]);
}
