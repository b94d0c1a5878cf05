import { formatToolName } from '../assertions/match-tool.ts';
import type { ToolCall } from '../contract/index.ts';
import { type MockAnswer, startStopwatch, type ToolMocks } from '../ports/index.ts';
import { findNearestWord, type Json, type JsonObject } from '../values/index.ts';
import {
  BrokenMock,
  createMockAnswers,
  type MockAnswersOptions,
  NO_ANSWER_ERROR,
  type NumberedCall,
} from './answer-from-mock.ts';
import { findMock, type MockEntry, type Mocks, passesThrough } from './mock-entries.ts';
import { type RecordedCalls, replayCalls } from './replay-calls.ts';
import { type EndState, findStateChanges } from './state-changes.ts';

/** `pass` has name patterns of tools for which the real tool may be called. */
export type ToolMocksOptions = Omit<MockAnswersOptions, 'onMatch' | 'onFault'> & {
  mocks: Mocks;
  pass: readonly string[];
  /** Changes the answer of a mock. If it returns undefined, the answer stays unchanged. */
  alterAnswer?: ((call: NumberedCall, result: Json) => AnswerWithHostileText | undefined) | undefined;
  seed: string;
};

/** An answer that contains a hostile text, and the position of the text in it. */
export type AnswerWithHostileText = { result: Json; injected: NonNullable<ToolCall['injected']> };

/** The mocks of one attempt, and records of which of them were used. */
export type AttemptMocks = ToolMocks & {
  /**
   * Returns the calls that the agent made since this function was last called, in order. A call that was let through
   * to the real tool has no result.
   */
  takeCalls(): ToolCall[];
  /** The reason why a call was rejected, for the first such call. */
  refusal(): string | undefined;
  /**
   * Returns why a call that the agent reports is not allowed. All calls must be answered by mocks, except calls of
   * tools that `pass` allows.
   */
  reasonToRefuse(call: ToolCall): string | undefined;
  /**
   * Returns the parts of mocks that were not used: mocks without calls, entries whose `when` never matched, entries
   * after a fault that no call reached, and faults that were never triggered.
   */
  idle(): UnusedMock[];
  endState(): EndState;
  /** True if something may have changed the state: a script, or an agent that shares the state. */
  couldChangeState(): boolean;
  /**
   * Makes the calls of an earlier attempt again, to restore the state and the counters of the mocks. If an answer
   * differs from the recorded one, returns how the first such answer differs.
   */
  replay(recorded: RecordedCalls, signal: AbortSignal): Promise<string | undefined>;
  /** Stores a state that the agent changed. */
  replaceState(state: Json): void;
};

/** A part of a mock that had no effect. With `when`, a call that meets this condition would have used the part. */
export type UnusedMock = { part: string; tool: string; when?: JsonObject; use?: string | undefined };

export function createToolMocks(options: ToolMocksOptions): AttemptMocks {
  const { mocks, pass, seed, clock } = options;
  const used: MockUsage = { called: new Set(), matched: new Set(), triggeredEntries: new Set(), unmocked: new Set() };
  let isShared = false;
  const answers = createMockAnswers({
    ...options,
    onMatch: (entry) => void used.matched.add(entry),
    onFault: (entry) => void used.triggeredEntries.add(entry),
  });
  let calls: ToolCall[] = [];
  let refused: string | undefined;
  const nextNumber = createCallCounter();

  function refuseCall(error: string): MockAnswer {
    refused ??= error;
    return { type: 'error', error };
  }

  function insertHostileText(call: NumberedCall, answer: MockAnswer, entry: ToolCall): MockAnswer {
    const altered = answer.type === 'result' ? options.alterAnswer?.(call, answer.result) : undefined;
    if (altered === undefined) return answer;
    entry.injected = altered.injected;
    return { type: 'result', result: altered.result };
  }

  async function replyToCall(call: NumberedCall, signal: AbortSignal): Promise<MockAnswer> {
    const tool = { tool: call.name, server: call.server };
    const entries = findMock(mocks, tool);
    if (entries === undefined)
      return passesThrough(pass, tool) ? { type: 'pass' } : refuseCall(describeUnmockedCall(tool));
    used.called.add(entries);
    try {
      return await answers.answer(entries, call, signal);
    } catch (error) {
      if (error instanceof BrokenMock) return refuseCall(error.message);
      throw error;
    }
  }

  return {
    tools: Object.keys(mocks),
    isMocked: ({ name, server }) => findMock(mocks, { tool: name, server }) !== undefined,
    async answer(call, signal) {
      signal.throwIfAborted();
      const tool = { tool: call.name, server: call.server };
      const mocked = findMock(mocks, tool) === undefined ? undefined : true;
      const entry: ToolCall = { id: call.id, ...tool, arguments: call.arguments, error: NO_ANSWER_ERROR, mocked };
      if (mocked !== true) used.unmocked.add(formatToolName(tool));
      calls.push(entry);
      const elapsed = startStopwatch(clock);
      const numbered = { ...call, number: nextNumber(), seed };
      const answer = insertHostileText(numbered, await replyToCall(numbered, signal), entry);
      if (answer.type !== 'pass') entry.durationMs = elapsed();
      entry.error = answer.type === 'error' ? answer.error : undefined;
      if (answer.type === 'result') entry.result = answer.result;
      return answer;
    },
    takeCalls() {
      const takenCalls = calls;
      calls = [];
      return takenCalls;
    },
    replay: (recorded, signal) => replayCalls(recorded, { pass, nextNumber, reply: replyToCall }, signal),
    replaceState(state) {
      isShared = true;
      answers.adopt(state);
    },
    couldChangeState: () => isShared || hasScripts(mocks),
    refusal: () => refused,
    reasonToRefuse(call) {
      if (call.mocked === true || passesThrough(pass, call)) return undefined;
      if (findMock(mocks, call) === undefined) return describeUnmockedCall(call);
      return `the agent called ${JSON.stringify(formatToolName(call))} directly, bypassing its mock; it must call the mock, or the case must allow the real tool with "pass"`;
    },
    idle: () => findUnusedMocks(mocks, used),
    endState() {
      const final = answers.state();
      return { final, changes: findStateChanges(options.state, final) };
    },
  };
}

function createCallCounter(): () => number {
  let number = 0;
  return () => {
    number += 1;
    return number;
  };
}

function hasScripts(mocks: Mocks): boolean {
  return Object.values(mocks).some((entries) => entries.some(({ use }) => use !== undefined));
}

/** The mocks that were called, entries whose `when` matched, and entries whose fault was triggered. */
type MockUsage = {
  called: Set<Mocks[string]>;
  matched: Set<MockEntry>;
  triggeredEntries: Set<MockEntry>;
  /** The names of the real tools that were called. */
  unmocked: Set<string>;
};

function findUnusedMocks(mocks: Mocks, { called, matched, triggeredEntries, unmocked }: MockUsage): UnusedMock[] {
  return Object.entries(mocks).flatMap(([tool, entries]): UnusedMock[] => {
    if (!called.has(entries)) {
      const [first] = entries;
      const near = findNearestWord(tool, unmocked);
      const part = near === undefined ? `mock ${tool}` : `mock ${tool}, although the agent called the real ${near}`;
      return [{ part, tool, when: first?.when ?? {}, use: entries.find(({ use }) => use)?.use }];
    }
    return entries.flatMap((entry, index): UnusedMock[] => {
      const { when, use, fault } = entry;
      if (when !== undefined && !matched.has(entry))
        return [{ part: `"when" ${index + 1} of mock ${tool}`, tool, when, use }];
      if (isAfterLimitedFault(entries, index) && !matched.has(entry)) {
        return [{ part: `entry ${index + 1} of mock ${tool}, because every call got the fault before it`, tool }];
      }
      const isMissed = fault?.rate !== undefined && !triggeredEntries.has(entry);
      return isMissed ? [{ part: `fault ${index + 1} of mock ${tool}, which never occurred`, tool }] : [];
    });
  });
}

/**
 * True for an entry that can only be used after a fault with a limited number of occurrences. If such an entry is never
 * used, the agent did not retry after the fault.
 */
function isAfterLimitedFault(entries: Mocks[string], index: number): boolean {
  const fault = entries[index - 1]?.fault;
  return fault?.times !== undefined && (fault.kind === 'error' || fault.kind === 'timeout');
}

function describeUnmockedCall(tool: Pick<ToolCall, 'server' | 'tool'>): string {
  const name = JSON.stringify(formatToolName(tool));
  return `the agent called ${name}, which has no mock; add it to "mocks", or to "pass" if the real one may be called`;
}
