import { v7 as uuidv7 } from 'uuid';
import { defaultEnvironment, type RunEventBody } from '../../../contract/index.ts';
import { createEventLog } from '../../../engine/event-log.ts';
import { finishRun } from '../../../engine/finish-run.ts';
import { createTotalsFold, type RunEvaluator } from '../../../fold/index.ts';
import type { Database } from '../../../history/db/index.ts';
import { createHistoryWriter } from '../../../history/index.ts';
import { DEFAULT_TIMEOUT_MS } from '../../../run/flags/run-flags.ts';
import { startRunClock } from '../../../run/machine/system-clock.ts';
import { getOwnVersion } from '../../../run/version.ts';
import { createRunEvaluator } from '../../../verdict/index.ts';
import type { ImportedConversation } from '../readers/conversation.ts';
import type { AnnouncedCasesOnDisk } from './announced-cases.ts';
import { createConversationEvents } from './conversation-events.ts';

export type ConversationRecording = {
  database: Database;
  suiteKey: string;
  agentId: string;
  /** The largest number of attempts of any case. */
  attempts: number;
  /** What the user asked to import, for display. */
  input: string;
  redact: (text: string) => string;
  announced: AnnouncedCasesOnDisk;
  conversations: AsyncIterable<ImportedConversation> | Iterable<ImportedConversation>;
};

const defaultRunEvaluator = createRunEvaluator();
/** The outcome of an import is always a pass, because nothing is judged. */
const importRunEvaluator: RunEvaluator = {
  ...defaultRunEvaluator,
  conclude: (state, end) => ({
    ...defaultRunEvaluator.conclude(state, end),
    outcome: 'passed',
    exitCode: 0,
    reason: 'imported conversations are not judged',
  }),
};

/**
 * The maximum length in characters of the events that wait for the writer thread. More would not be faster, but take
 * memory.
 */
const MAX_EVENTS_AHEAD = 2 * 1024 ** 2;

/**
 * Stores conversations in the history as one run, keeping only one conversation in memory at a time. Returns the id of
 * the run.
 */
export async function recordConversations(recording: ConversationRecording): Promise<string> {
  const { database, suiteKey, redact, announced, conversations } = recording;
  const runId = uuidv7();
  const clock = startRunClock();
  const writer = createBackpressuredWriter(database.file);
  let observerFailure: { error: unknown } | undefined;
  const log = createEventLog({
    runId,
    clock,
    redact,
    fold: createTotalsFold(runId),
    observers: [{ name: 'history', onEvent: (event) => writer.onEvent(event) }],
    onObserverError: (_name, error) => {
      observerFailure ??= { error };
    },
  });
  const append = (body: RunEventBody): void => {
    log.append(body);
    if (observerFailure !== undefined) throw observerFailure.error;
  };
  try {
    for (const body of createRunStartEvents(recording)) {
      append(body);
      await writer.waitForWriter();
    }
    for await (const conversation of conversations) {
      for (const body of createConversationEvents(conversation, { suiteKey, now: clock.now() })) append(body);
      await writer.waitForWriter();
    }
    const conclusionInput = { cancelled: undefined, setupError: undefined };
    finishRun(log, { total: announced.count(), judge: importRunEvaluator, conclusionInput, now: clock.now() });
    if (observerFailure !== undefined) throw observerFailure.error;
    await writer.close();
    return runId;
  } catch (error) {
    await writer.terminate();
    throw error;
  }
}

function* createRunStartEvents({
  suiteKey,
  agentId,
  attempts,
  input,
  announced,
}: ConversationRecording): Generator<RunEventBody> {
  const groups = announced.caseGroups();
  const first = groups.next();
  yield {
    type: 'run.started',
    suites: [{ key: suiteKey, agentId }],
    total: announced.count(),
    cases: first.done === true ? [] : first.value,
    options: { input, attempts, parallel: 1, failFast: false, timeoutMs: DEFAULT_TIMEOUT_MS },
    environment: defaultEnvironment,
    toolVersion: getOwnVersion(),
  };
  for (const cases of groups) yield { type: 'cases.announced', cases };
}

/** Creates a writer that writes events in a separate thread, in one transaction. */
function createBackpressuredWriter(file: string) {
  let hasEnded = false;
  let resumeWriting = (): void => undefined;
  const writer = createHistoryWriter({
    file,
    appears: 'at its end',
    onKept(upTo) {
      hasEnded ||= upTo === Number.POSITIVE_INFINITY;
      resumeWriting();
    },
  });
  const isFarBehind = (): boolean => !hasEnded && writer.unwritten() > MAX_EVENTS_AHEAD;
  return {
    ...writer,
    /** Waits while too many events have not been written yet. */
    async waitForWriter(): Promise<void> {
      if (isFarBehind()) {
        const { promise, resolve } = Promise.withResolvers<void>();
        resumeWriting = () => {
          if (!isFarBehind()) resolve();
        };
        await promise;
      }
      // If the writer thread has ended too early, close() throws the reason.
      if (hasEnded) await writer.close();
    },
  };
}
