import type { RunEvent } from '../../contract/index.ts';
import { type AttemptId, type AttemptKey, attemptKey } from '../../fold/index.ts';
import type { AgentContext, RunObserver } from '../../ports/index.ts';
import type { JsonObject } from '../../values/index.ts';
import type { CassetteEntry } from './cassette.ts';
import type { RecordableCall, RecordReplayLayer } from './record-replay-layer.ts';
import { toStoredAnswer, toStoredRequest } from './to-stored-request.ts';

export type Recorder = RecordReplayLayer &
  RunObserver & {
    /**
     * Sets the suites to record. `now` is the time that the prompts of a suite contain. Model calls of hooks that run once
     * for the whole run are recorded with the first suite.
     */
    setSuites(cassettes: readonly { suite: string; now: string }[]): void;
    /** Returns all complete recordings by suite. Later calls are not recorded. */
    takeRecordings(): Map<string, CassetteEntry[]>;
  };

type RecordedAttempt = { suite: string; entries: CassetteEntry[]; calls: Map<string, number>; isOver: boolean };

/** Records every answer of a run. Answers of cancelled attempts are dropped. */
export function createRecorder(redact: (text: string) => string): Recorder {
  const timesByCall = new Map<string, string>();
  const running = new Map<AttemptKey, RecordedAttempt>();
  const complete = new Map<string, CassetteEntry[]>();
  let hooksSuite: string | undefined;

  const toSuiteName = ({ suiteKey }: AttemptId): string | undefined => (suiteKey === '' ? hooksSuite : suiteKey);

  function findOrAddAttempt(context: AgentContext): RecordedAttempt | undefined {
    const suite = toSuiteName(context);
    if (suite === undefined || !timesByCall.has(suite)) return undefined;
    const existingRecording = running.get(attemptKey(context));
    if (existingRecording !== undefined) return existingRecording;
    const attempt: RecordedAttempt = { suite, entries: [], calls: new Map(), isOver: false };
    running.set(attemptKey(context), attempt);
    return attempt;
  }

  function storeCompleteCalls(attempt: RecordedAttempt | undefined): void {
    if (attempt === undefined || attempt.entries.length === 0) return;
    complete.set(attempt.suite, [...(complete.get(attempt.suite) ?? []), ...attempt.entries]);
  }

  return {
    name: 'cassette',
    asks: 'always',
    setSuites(cassettes) {
      hooksSuite = cassettes[0]?.suite;
      for (const { suite, now } of cassettes) timesByCall.set(suite, now);
    },
    async answer(call) {
      const attempt = findOrAddAttempt(call.context);
      if (attempt === undefined) return call.ask();
      const number = takeNextCallNumber(attempt, call.context);
      const answerAndRecord = await call.ask();
      if (!attempt.isOver) attempt.entries.push(toEntry(call, { number, answer: answerAndRecord, redact }));
      return answerAndRecord;
    },
    now(context) {
      const time = timesByCall.get(toSuiteName(context) ?? '');
      return time === undefined ? new Date() : new Date(time);
    },
    onEvent(event: RunEvent) {
      if (event.type !== 'case.finished') return;
      const attempt = running.get(attemptKey(event));
      if (attempt === undefined) return;
      attempt.isOver = true;
      running.delete(attemptKey(event));
      if (event.result.reason !== 'cancelled') storeCompleteCalls(attempt);
    },
    takeRecordings() {
      storeCompleteCalls(running.get(attemptKey({ suiteKey: '', caseId: '', attempt: 1 })));
      for (const attempt of running.values()) attempt.isOver = true;
      timesByCall.clear();
      return complete;
    },
  };
}

function takeNextCallNumber({ calls }: RecordedAttempt, { role, turn }: AgentContext): number {
  const callKey = `${role} ${turn}`;
  const number = (calls.get(callKey) ?? 0) + 1;
  calls.set(callKey, number);
  return number;
}

type RecordedCall<Answer> = { number: number; answer: Answer; redact: (text: string) => string };

function toEntry<Answer extends object>(
  { context, request, schema, agent }: RecordableCall<Answer>,
  { number, answer, redact }: RecordedCall<Answer>,
): CassetteEntry {
  const { runId, caseId, attempt, turn, role } = context;
  const lean: JsonObject = toStoredAnswer(schema.parse(answer), { runId, redact });
  return {
    case: caseId,
    attempt,
    turn,
    role,
    call: number,
    ...(agent === undefined ? {} : { agent }),
    request: toStoredRequest(request, { runId, redact }),
    answer: lean,
  };
}
