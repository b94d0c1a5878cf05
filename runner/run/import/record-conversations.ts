import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../../lib/db/index.ts';
import { createHistoryWriter } from '../../../lib/history/index.ts';
import { type AnnouncedCase, defaultEnvironment, type RunEvent, type RunEventBody } from '../../contract/index.ts';
import { createEventLog } from '../../engine/event-log.ts';
import { ANNOUNCED_AT_ONCE } from '../../engine/execute-run.ts';
import { finishRun } from '../../engine/finish-run.ts';
import type { ImportedConversation } from '../../interop/import/conversation.ts';
import { createRunJudge } from '../../verdict/index.ts';
import { systemClock } from '../system-clock.ts';
import { DEFAULT_TIMEOUT_MS } from '../test-options.ts';
import { ownVersion } from '../version.ts';
import { conversationEvents } from './conversation-events.ts';

export type ConversationRecording = {
  database: Database;
  suiteKey: string;
  agentId: string;
  /** What the run was made of, as it was asked for. */
  input: string;
  redact: (text: string) => string;
  announced: readonly AnnouncedCase[];
  conversations: AsyncIterable<ImportedConversation> | Iterable<ImportedConversation>;
};

/** Events that are made while others are being written: more would only wait in memory. */
const MOST_AHEAD = 8_000;

/** Puts conversations into the history as one run. One is in memory at a time. Returns the id of the run. */
export async function recordConversations(recording: ConversationRecording): Promise<string> {
  const { database, suiteKey, agentId, input, redact, announced, conversations } = recording;
  const runId = uuidv7();
  const writing = createWaitingWriter(database.file);
  let broken: { error: unknown } | undefined;
  const log = createEventLog({
    ...{ runId, clock: systemClock, redact },
    observers: [{ name: 'history', onEvent: (event) => writing.onEvent(event) }],
    onObserverError: (_name, error) => {
      broken ??= { error };
    },
  });
  const append = (body: RunEventBody): void => {
    log.append(body);
    if (broken !== undefined) throw broken.error;
  };
  try {
    append({
      type: 'run.started',
      suites: [{ key: suiteKey, agentId }],
      total: announced.length,
      cases: announced.slice(0, ANNOUNCED_AT_ONCE),
      options: { input, attempts: 1, parallel: 1, failFast: false, timeoutMs: DEFAULT_TIMEOUT_MS },
      environment: defaultEnvironment,
      toolVersion: ownVersion(),
    });
    for (let next = ANNOUNCED_AT_ONCE; next < announced.length; next += ANNOUNCED_AT_ONCE) {
      append({ type: 'cases.announced', cases: announced.slice(next, next + ANNOUNCED_AT_ONCE) });
    }
    for await (const conversation of conversations) {
      for (const body of conversationEvents(conversation, { suiteKey, now: systemClock.now() })) append(body);
      if (writing.isHeldUp()) await writing.catchUp();
    }
    const ending = { cancelled: undefined, setupError: undefined };
    finishRun(log, { judge: createRunJudge(), ending, now: systemClock.now() });
    if (broken !== undefined) throw broken.error;
    await writing.close();
    return runId;
  } catch (error) {
    await writing.giveUp();
    throw error;
  }
}

/** Writes in a thread, all in one transaction, and says when it is behind. */
function createWaitingWriter(file: string) {
  let [made, kept] = [0, 0];
  let goOn = (): void => undefined;
  const writer = createHistoryWriter({
    ...{ file, appears: 'at its end' },
    onKept(upTo) {
      kept = upTo;
      goOn();
    },
  });
  const isFarBehind = (): boolean => made - kept > MOST_AHEAD;
  const hasEnded = (): boolean => kept === Number.POSITIVE_INFINITY;
  return {
    ...writer,
    onEvent(event: RunEvent): void {
      made = event.seq;
      writer.onEvent(event);
    },
    async catchUp(): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      goOn = () => {
        if (!isFarBehind()) resolve();
      };
      goOn();
      await promise;
      // Nothing more is written, and closing says why.
      if (hasEnded()) await writer.close();
    },
    /** There is something to wait for. */
    isHeldUp: () => isFarBehind() || hasEnded(),
  };
}
