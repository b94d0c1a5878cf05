import { formatJsonForMessage } from '../assertions/to-plain-text.ts';
import type { Clock, MockAnswer, MockEnding, MockedCall } from '../ports/index.ts';
import { generateSeededNumber, type Json, type JsonObject, parseDuration, toErrorMessage } from '../values/index.ts';
import { fillResult, fillText, ToolFailure } from './fill-result.ts';
import { matchesCondition } from './mock-conditions.ts';
import type { MockEntry } from './mock-entries.ts';

export type MockAnswersOptions = {
  /** The initial state, which is never changed. */
  state: Json;
  clock: Clock;
  runScript(call: { use: string; arguments: JsonObject; state: Json }, signal: AbortSignal): Promise<MockEnding>;
  /** Called when the condition `when` of an entry accepts a call. */
  onMatch(entry: MockEntry): void;
  /** Called when the fault of an entry is triggered. */
  onFault(entry: MockEntry): void;
  /** Called with the reason why a call waits, if a mock never answers it. */
  onWaiting(reason: string | undefined): void;
};

/**
 * A call with its number among the calls of the attempt, from 1. `seed` determines the random faults: it differs
 * between the attempts of a run, but is the same in every run. A replayed call (`isReplayed`) does not wait for delays.
 */
export type NumberedCall = MockedCall & { number: number; seed: string; isReplayed?: boolean };

/** The error of a call that still has no answer at the end of its turn. */
export const NO_ANSWER_ERROR = 'no answer';

export type MockAnswers = {
  /** @throws BrokenMock if no entry answers, or if the entry that should answer is broken. */
  answer(entries: readonly MockEntry[], call: NumberedCall, signal: AbortSignal): Promise<MockAnswer>;
  /** Returns a copy of the current state. */
  state(): Json;
  /** Replaces the current state. */
  adopt(state: Json): void;
};

/** An error in a mock, which the author of the case must fix; the agent is not to blame. */
export class BrokenMock extends Error {}

const DEFAULT_DELAY_MS = 1_000;

/** Answers calls with its own copy of the state. Entries that use the state are executed one after the other. */
export function createMockAnswers(options: MockAnswersOptions): MockAnswers {
  const faults = createFaultCounter();
  const state = createStateCopy(options.state);
  return {
    state: state.now,
    adopt: state.replace,
    async answer(entries, call, signal) {
      let isCut = false;
      for (const [index, entry] of entries.entries()) {
        if (!handlesCall(entry, { call, index })) continue;
        const { fault } = entry;
        if (fault === undefined) {
          const answer = await state.changeStateInOrder((currentState) =>
            answerFromEntry(entry, { call, state: currentState, options }, signal),
          );
          return isCut ? truncateAnswer(answer) : answer;
        }
        if (fault.kind === 'truncate') isCut = true;
        const failed = await failByFault(fault, { call, options }, signal);
        if (failed !== undefined) return failed;
      }
      const callText = `${JSON.stringify(call.name)} answers ${formatJsonForMessage(call.arguments)}`;
      throw new BrokenMock(`no entry of the mock of ${callText}; add an entry without "when"`);
    },
  };

  /** If the fault of an entry is not triggered, the next entry handles the call. */
  function handlesCall(entry: MockEntry, { call, index }: { call: NumberedCall; index: number }): boolean {
    const { when, fault } = entry;
    if (when !== undefined && !matchesCondition(when, call.arguments)) return false;
    options.onMatch(entry);
    if (fault === undefined) return true;
    const hasStruck = faults.isTriggered(fault, { seed: call.seed, call: call.number, entry: index });
    if (hasStruck) options.onFault(entry);
    return hasStruck;
  }
}

/** An answer, and the new state if it has changed. */
type MockEntryResult = { answer: MockAnswer; state?: Json };

function createStateCopy(start: Json) {
  let state = structuredClone(start);
  let inLine: Promise<unknown> = Promise.resolve();
  return {
    now: (): Json => structuredClone(state),
    replace(next: Json): void {
      state = structuredClone(next);
    },
    /** Runs scripts one after the other, because parallel scripts would overwrite each other's changes. */
    changeStateInOrder(change: (state: Json) => Promise<MockEntryResult>): Promise<MockAnswer> {
      const pendingAnswer = inLine.then(async () => {
        const acted = await change(state);
        if (acted.state !== undefined) state = acted.state;
        return acted.answer;
      });
      inLine = pendingAnswer.catch(() => undefined);
      return pendingAnswer;
    },
  };
}

type MockEntryContext = { call: NumberedCall; state: Json; options: MockAnswersOptions };

async function answerFromEntry(
  { error, use, result = null }: MockEntry,
  entryContext: MockEntryContext,
  signal: AbortSignal,
): Promise<MockEntryResult> {
  const { call, state } = entryContext;
  const args = call.arguments;
  try {
    if (error !== undefined) return { answer: { type: 'error', error: toResultText(fillText(error, args)) } };
    if (use === undefined) return { answer: { type: 'result', result: fillResult(result, { args, state }) } };
  } catch (failure) {
    if (failure instanceof ToolFailure) return { answer: { type: 'error', error: failure.message } };
    throw failure;
  }
  const scriptEnd = await runScript(use, entryContext, signal);
  if (scriptEnd.type === 'refused') return { answer: { type: 'error', error: scriptEnd.error } };
  return { answer: { type: 'result', result: scriptEnd.result }, state: scriptEnd.state };
}

async function runScript(
  use: string,
  { call, state, options }: MockEntryContext,
  signal: AbortSignal,
): Promise<MockEnding> {
  try {
    return await options.runScript({ use, arguments: call.arguments, state }, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw new BrokenMock(`the mock of ${JSON.stringify(call.name)} is broken: ${toErrorMessage(error)}`);
  }
}

type DelayContext = Pick<MockEntryContext, 'call' | 'options'>;

/**
 * Returns the answer of a fault that replaces the mock's answer; undefined if the mock still answers, perhaps after a
 * delay.
 */
async function failByFault(
  fault: NonNullable<MockEntry['fault']>,
  delay: DelayContext,
  signal: AbortSignal,
): Promise<MockAnswer | undefined> {
  if (fault.kind === 'error') return { type: 'error', error: fault.message ?? 'the tool failed' };
  return fault.kind === 'truncate' ? undefined : delayAnswer(fault, delay, signal);
}

/**
 * Waits for the delay of a mock or, if the tool never answers, until the signal aborts. A replayed call does not wait,
 * because its result is recorded.
 */
async function delayAnswer(
  { kind, duration = '' }: NonNullable<MockEntry['fault']>,
  { call, options }: DelayContext,
  signal: AbortSignal,
): Promise<MockAnswer | undefined> {
  if (call.isReplayed === true) return kind === 'delay' ? undefined : { type: 'error', error: NO_ANSWER_ERROR };
  if (kind === 'delay') return waitOnClock(options.clock, parseDuration(duration) ?? DEFAULT_DELAY_MS, signal);
  options.onWaiting(`waiting for the mock of ${JSON.stringify(call.name)}, which never answers`);
  return waitOnClock(options.clock, undefined, signal);
}

function truncateAnswer(answer: MockAnswer): MockAnswer {
  if (answer.type !== 'result') return answer;
  const text = toResultText(answer.result);
  return { type: 'result', result: text.slice(0, Math.floor(text.length / 2)).toWellFormed() };
}

function toResultText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function waitOnClock(clock: Clock, ms: number | undefined, signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve, reject) => {
    const cancel = ms === undefined ? undefined : clock.after(ms, () => endWait(() => resolve(undefined)));
    const stopWaiting = () => {
      cancel?.();
      endWait(() => reject(signal.reason));
    };
    const endWait = (settle: () => void) => {
      signal.removeEventListener('abort', stopWaiting);
      settle();
    };
    signal.addEventListener('abort', stopWaiting, { once: true });
    if (signal.aborted) stopWaiting();
  });
}

type MockFault = NonNullable<MockEntry['fault']>;
/**
 * Identifies the random decision whether a fault is triggered: `seed` stands for the case and attempt, `call` is the
 * number of the call, and `entry` is the index of the entry in the mock.
 */
type FaultDecisionKey = { seed: string; call: number; entry: number };

/** Tracks the faults of one attempt and how often each was triggered. */
function createFaultCounter() {
  const triggeredFaults = new Map<MockFault, number>();
  return {
    /**
     * Decides whether a fault is triggered for a call of a tool. It is not triggered if it has already occurred the
     * specified number of times, or by random choice; then the next entry of the mock answers the call.
     */
    isTriggered(fault: MockFault, decisionKey: FaultDecisionKey): boolean {
      const { times = Number.POSITIVE_INFINITY, rate = 1 } = fault;
      const before = triggeredFaults.get(fault) ?? 0;
      if (before >= times || (rate < 1 && generateSeededNumber(buildFaultSeed(decisionKey)) >= rate)) return false;
      triggeredFaults.set(fault, before + 1);
      return true;
    },
  };
}

function buildFaultSeed({ seed, call, entry }: FaultDecisionKey): string {
  return `${seed}:${call}:${entry}`;
}
