import type { RunEventBody } from '../contract/index.ts';
import {
  type AgentFact,
  type AttemptContext,
  type CallObservedInTraces,
  type FinishedToolCall,
  type ModelCall,
  type RoleOfFact,
  type RunnerPorts,
  startStopwatch,
} from '../ports/index.ts';
import { formatCountWithNoun } from '../values/index.ts';

type FactOfType<Type extends AgentFact['type']> = Extract<AgentFact, { type: Type }>;
/**
 * Records the model and tool calls of an attempt as events. A call that is both reported and found in traces is
 * recorded once.
 */
export type CallRecord = {
  addModelCall(source: RoleOfFact, call: ModelCall): void;
  addTracedCall(source: RoleOfFact, tracedCall: CallObservedInTraces): void;
  startTool(turn: number, startFact: FactOfType<'tool.started'>): void;
  finishTool(endFact: FactOfType<'tool.finished'>): void;
};
type CallRecordOptions = { ports: Pick<RunnerPorts, 'clock' | 'recordCalls'>; emit: AttemptContext['emit'] };
type StartedTool = Pick<Extract<RunEventBody, { type: 'tool.started' }>, 'turn' | 'server' | 'tool' | 'arguments'>;
/** A recorded call. `tool` is undefined for a model call. */
type TimedCall = { turn: number; tool: string | undefined } & Pick<FinishedToolCall, 'startedAt' | 'durationMs'>;

/** The maximum number of recorded calls, so that an agent with endless calls cannot fill the disk. */
const MAX_TRACED_CALLS = 2_000;
/** How much the clocks of two processes may differ, in milliseconds. */
const CLOCK_SKEW_MS = 25;

export function createCallRecord({ ports, emit }: CallRecordOptions): CallRecord {
  const { clock } = ports;
  const recordsCalls = ports.recordCalls !== false;
  const recordedCalls: TimedCall[] = [];
  let toolCallCount = 0;
  let tracedCallCount = 0;
  const runningTools = new Map<number, RunningToolCall>();

  function emitToolStart({ arguments: args, ...startedTool }: StartedTool): ToolCallIdentity {
    toolCallCount += 1;
    const callIdentity = { ...startedTool, call: toolCallCount };
    emit({ type: 'tool.started', ...callIdentity, arguments: args });
    return callIdentity;
  }

  /**
   * Returns true if the runner itself recorded a call during the time span of the traced call, which is then the same
   * call.
   */
  function isRecordedDuplicate(call: TimedCall): boolean {
    return recordedCalls.some(
      ({ turn, tool, startedAt, durationMs }) =>
        turn === call.turn &&
        tool === call.tool &&
        startedAt >= call.startedAt - CLOCK_SKEW_MS &&
        startedAt + durationMs <= call.startedAt + call.durationMs + CLOCK_SKEW_MS,
    );
  }

  function exceedsTraceLimit(): boolean {
    tracedCallCount += 1;
    if (tracedCallCount === MAX_TRACED_CALLS + 1) {
      const text = `more than ${formatCountWithNoun(MAX_TRACED_CALLS, 'call')} in the traces of this attempt: the others are not kept`;
      emit({ type: 'log.written', source: 'traces', text });
    }
    return tracedCallCount > MAX_TRACED_CALLS;
  }

  return {
    addModelCall(source, call) {
      if (!recordsCalls) return;
      recordedCalls.push({ turn: source.turn, tool: undefined, ...selectCallTiming(call) });
      emit({ type: 'model.called', ...source, ...call });
    },
    addTracedCall(source, { kind, call }) {
      if (!recordsCalls) return;
      const { turn } = source;
      const tool = kind === 'tool' ? call.tool : undefined;
      if (isRecordedDuplicate({ turn, tool, ...selectCallTiming(call) }) || exceedsTraceLimit()) return;
      if (kind === 'model') return emit({ type: 'model.called', ...source, ...call });
      const { server, arguments: args, startedAt, durationMs, error } = call;
      const callIdentity = emitToolStart({ turn, server, tool: call.tool, arguments: args });
      emit({ type: 'tool.finished', ...callIdentity, startedAt, durationMs, error });
    },
    startTool(turn, { id, server, tool, arguments: args }) {
      const callIdentity = emitToolStart({ turn, server, tool, arguments: args });
      runningTools.set(id, { identity: callIdentity, startedAt: clock.now(), elapsedMs: startStopwatch(clock) });
    },
    finishTool({ id, error }) {
      const runningTool = runningTools.get(id);
      if (runningTool === undefined) return;
      runningTools.delete(id);
      const { identity, startedAt, elapsedMs } = runningTool;
      const timing = { startedAt, durationMs: elapsedMs() };
      recordedCalls.push({ turn: identity.turn, tool: identity.tool, ...timing });
      emit({ type: 'tool.finished', ...identity, ...timing, error });
    },
  };
}

type ToolCallIdentity = { turn: number; call: number; server?: string | undefined; tool: string };
type RunningToolCall = { identity: ToolCallIdentity; startedAt: number; elapsedMs: () => number };

function selectCallTiming({
  startedAt,
  durationMs,
}: ModelCall | FinishedToolCall): Pick<TimedCall, 'startedAt' | 'durationMs'> {
  return { startedAt, durationMs };
}
