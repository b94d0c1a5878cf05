import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseTranscripts } from '../../agents/replay/read-transcripts.ts';
import { formatContentText, parseSuiteKey } from '../../fold/index.ts';
import { listRunsWithSuite, type RecordedResult } from '../../history/index.ts';
import { readBounded, recordingByteLimit } from '../../host/bounded-file.ts';
import { toSimulatorCheckJson } from '../../reporters/simulator-check/simulator-check-json.ts';
import { formatSimulatorCheckMarkdown } from '../../reporters/simulator-check/simulator-check-markdown.ts';
import type {
  ConversationCounts,
  MeasureRow,
  SimulatorCheckReport,
} from '../../reporters/simulator-check/simulator-check-report.ts';
import { formatSimulatorCheckText } from '../../reporters/simulator-check/simulator-check-text.ts';
import { measureUser, type UserMeasureValues, userMeasures } from '../../simulated-user/index.ts';
import { toErrorMessage } from '../../values/index.ts';
import { computeDifferenceOfMeans, measureSeparationByRegression } from '../../verdict/index.ts';
import type { ComparedFormat } from '../compare.ts';
import { createLazyHistory, openStoredAttempts } from '../regrade/stored-attempts.ts';
import { isReportFile } from '../stored/read-report-file.ts';
import type { HistoryLocation } from '../stored/stored-history.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { resolveWorkspaceRoot } from '../workspace-root.ts';

export type SimulatorCheckFlags = HistoryLocation & { against?: string[]; format: ComparedFormat };

const simulatorCheckFormatters: Readonly<Record<ComparedFormat, (report: SimulatorCheckReport) => string>> = {
  text: formatSimulatorCheckText,
  json: toSimulatorCheckJson,
  md: formatSimulatorCheckMarkdown,
};

/** The user's messages in a conversation. `group` is the same for all conversations of one case. */
type UserMessages = { group: string; messages: string[]; result?: RecordedResult['result'] };

/** Measures the simulated users in stored conversations, without calling a model, and compares them with people. */
export function compareSimulatorsWithPeople(
  targets: readonly string[],
  { against = [], format, ...historyLocation }: SimulatorCheckFlags,
  terminal: Terminal,
): string {
  const simulated = targets.flatMap((target) => readSimulatedConversations(target, historyLocation, terminal));
  const people = against.flatMap((file) => readRecordedConversations(file, terminal));
  return simulatorCheckFormatters[format](createSimulatorReport(simulated, people));
}

function readSimulatedConversations(
  target: string,
  historyLocation: HistoryLocation,
  terminal: Terminal,
): UserMessages[] {
  const history = createLazyHistory();
  try {
    const { reference, file } = findRun(target, { place: historyLocation, terminal, history });
    const { attempts } = openStoredAttempts({ reference, place: historyLocation, terminal }, history);
    const conversations = [...attempts]
      .filter(({ suiteKey }) => file === undefined || isInSuiteFolder(parseSuiteKey(suiteKey).file, file))
      .flatMap(toUserMessages);
    if (conversations.length > 0) return conversations;
    throw new UsageError(`${target} has no conversation of a simulated user`, [
      'Run a suite whose cases have a "simulator" first.',
    ]);
  } finally {
    history.close();
  }
}

type RunLookupContext = { place: HistoryLocation; terminal: Terminal; history: ReturnType<typeof createLazyHistory> };

/** Returns the newest run of a suite, or the given run or report itself. */
function findRun(target: string, { place, terminal, history }: RunLookupContext): { reference: string; file?: string } {
  const absolute = path.resolve(terminal.cwd, target);
  if (!existsSync(absolute) || isReportFile(target, terminal.cwd)) return { reference: target };
  const file = path.relative(resolveWorkspaceRoot(place.app, terminal), absolute).replaceAll(path.sep, '/');
  if (statSync(absolute).isDirectory()) return { reference: 'latest', file };
  const [newestRun] = listRunsWithSuite(history.open(place, terminal), file, 1);
  if (newestRun === undefined) throw new UsageError(`the history has no run of ${target}`, ['Run the suite first.']);
  return { reference: newestRun, file };
}

function isInSuiteFolder(suiteFile: string, folder: string): boolean {
  return folder === '' || suiteFile === folder || suiteFile.startsWith(`${folder}/`);
}

function toUserMessages({ suiteKey, caseId, result, answer }: RecordedResult): UserMessages[] {
  if (!answer.turns.some(({ origin }) => origin === 'simulator')) return [];
  const messages = answer.turns.map(({ input }) => formatContentText(input ?? '')).filter((text) => text !== '');
  return messages.length === 0 ? [] : [{ group: `${suiteKey} ${caseId}`, messages, result }];
}

function readRecordedConversations(file: string, { cwd }: Terminal): UserMessages[] {
  try {
    const transcripts = parseTranscripts(
      readBounded(path.resolve(cwd, file), { most: recordingByteLimit, name: file }),
    );
    return transcripts.map(({ id, turns }) => ({
      group: `${file} ${id}`,
      messages: turns.map(({ input }) => formatContentText(input ?? '')).filter((text) => text !== ''),
    }));
  } catch (error) {
    throw new UsageError(`${file} cannot be read as transcripts: ${toErrorMessage(error)}`, [
      'Transcripts are JSON lines of {"id": "…", "turns": [{"input": "…", "output": "…"}]}, or a report of a run.',
    ]);
  }
}

type MeasuredMessages = UserMessages & { measured: UserMeasureValues };

function createSimulatorReport(
  simulatedTalks: readonly UserMessages[],
  peopleTalks: readonly UserMessages[],
): SimulatorCheckReport {
  const simulated = measureAllConversations(simulatedTalks);
  const people = measureAllConversations(peopleTalks);
  const contract = countBreachesAndVolunteeredFacts(simulated);
  if (peopleTalks.length === 0) {
    const measures = userMeasures.map((measure) => computeMeasureRow(measure, simulated));
    return { simulated: countConversationsAndMessages(simulated), measures, ...contract };
  }
  const rows = [...simulated.map(createConversationLabelling(true)), ...people.map(createConversationLabelling(false))];
  const separation = measureSeparationByRegression(
    rows.map(({ measured, ...row }) => ({ ...row, features: userMeasures.map(({ id }) => measured[id]) })),
  );
  const measures = userMeasures.map((measure): MeasureRow => {
    const values = rows.map(({ measured, ...row }) => ({ ...row, value: measured[measure.id] }));
    const change = computeDifferenceOfMeans(values);
    const row = { ...computeMeasureRow(measure, simulated), people: computeMeasureRow(measure, people).simulated };
    return change === undefined ? row : { ...row, change };
  });
  const report = {
    simulated: countConversationsAndMessages(simulated),
    people: countConversationsAndMessages(people),
    measures,
    ...contract,
  };
  return separation === undefined ? report : { ...report, separation };
}

/** Numbers that exist only for conversations with the built-in user. */
function countBreachesAndVolunteeredFacts(
  conversations: readonly MeasuredMessages[],
): Pick<SimulatorCheckReport, 'breaches' | 'volunteered'> {
  const counts: Pick<SimulatorCheckReport, 'breaches' | 'volunteered'> = {};
  for (const { result, messages } of conversations) {
    const { breaches, facts } = result?.simulator ?? {};
    if (breaches !== undefined) {
      counts.breaches ??= { count: 0, messages: 0 };
      counts.breaches.count += breaches;
      counts.breaches.messages += messages.length;
    }
    if (facts !== undefined) {
      counts.volunteered ??= { count: 0, facts: 0 };
      counts.volunteered.count += facts.filter(({ state }) => state === 'volunteered').length;
      counts.volunteered.facts += facts.length;
    }
  }
  return counts;
}

function measureAllConversations(conversations: readonly UserMessages[]): MeasuredMessages[] {
  return conversations.flatMap((conversation) => {
    const userMeasureValues = measureUser(conversation.messages);
    return userMeasureValues === undefined ? [] : [{ ...conversation, measured: userMeasureValues }];
  });
}

function countConversationsAndMessages(conversations: readonly MeasuredMessages[]): ConversationCounts {
  return {
    conversations: conversations.length,
    messages: conversations.reduce((sum, { messages }) => sum + messages.length, 0),
  };
}

function computeMeasureRow(
  { id, label, unit }: (typeof userMeasures)[number],
  conversations: readonly MeasuredMessages[],
): MeasureRow {
  const total = conversations.reduce((sum, { measured }) => sum + measured[id], 0);
  return { id, label, unit, simulated: total / conversations.length };
}

function createConversationLabelling(
  isPositive: boolean,
): (conversation: MeasuredMessages) => { isPositive: boolean; group: string; measured: UserMeasureValues } {
  return ({ group, measured }) => ({ isPositive, group, measured });
}
