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
/** Records the model and tool calls of an attempt as events. A call that is reported twice is recorded once. */
export type CallRecord = {
  addModelCall(source: RoleOfFact, call: ModelCall): void;
  addObserved(source: RoleOfFact, observed: CallObservedInTraces): void;
  startTool(turn: number, started: FactOfType<'tool.started'>): void;
  finishTool(finished: FactOfType<'tool.finished'>): void;
};
type CallRecordOptions = { ports: Pick<RunnerPorts, 'clock' | 'recordCalls'>; emit: AttemptContext['emit'] };
type StartedTool = Pick<Extract<RunEventBody, { type: 'tool.started' }>, 'turn' | 'server' | 'tool' | 'arguments'>;
/** `tool` is undefined for a model call. */
type TimedCall = { turn: number; tool: string | undefined } & Pick<FinishedToolCall, 'startedAt' | 'durationMs'>;

/** Keeps an agent that reports calls without end from filling the disk. */
const MOST_OBSERVED = 2_000;
/** Assumed maximum difference between the clocks of two processes. */
const CLOCK_SKEW_MS = 25;

export function createCallRecord({ ports, emit }: CallRecordOptions): CallRecord {
  const { clock } = ports;
  const isRecorded = ports.recordCalls !== false;
  const recorded: TimedCall[] = [];
  let tools = 0;
  let observed = 0;
  const open = new Map<number, RunningToolCall>();

  function emitToolStart({ arguments: args, ...called }: StartedTool): ToolCallIdentity {
    tools += 1;
    const callAddress = { ...called, call: tools };
    emit({ type: 'tool.started', ...callAddress, arguments: args });
    return callAddress;
  }

  /** A traced call is a duplicate if it encloses one that the runner recorded itself. */
  function isRecordedDuplicate(call: TimedCall): boolean {
    return recorded.some(
      ({ turn, tool, startedAt, durationMs }) =>
        turn === call.turn &&
        tool === call.tool &&
        startedAt >= call.startedAt - CLOCK_SKEW_MS &&
        startedAt + durationMs <= call.startedAt + call.durationMs + CLOCK_SKEW_MS,
    );
  }

  function exceedsTraceLimit(): boolean {
    observed += 1;
    if (observed === MOST_OBSERVED + 1) {
      const text = `more than ${formatCountWithNoun(MOST_OBSERVED, 'call')} in the traces of this attempt: the others are not kept`;
      emit({ type: 'log.written', source: 'traces', text });
    }
    return observed > MOST_OBSERVED;
  }

  return {
    addModelCall(source, call) {
      if (!isRecorded) return;
      recorded.push({ turn: source.turn, tool: undefined, ...selectCallTiming(call) });
      emit({ type: 'model.called', ...source, ...call });
    },
    addObserved(source, { kind, call }) {
      if (!isRecorded) return;
      const { turn } = source;
      const tool = kind === 'tool' ? call.tool : undefined;
      if (isRecordedDuplicate({ turn, tool, ...selectCallTiming(call) }) || exceedsTraceLimit()) return;
      if (kind === 'model') return emit({ type: 'model.called', ...source, ...call });
      const { server, arguments: args, startedAt, durationMs, error } = call;
      const address = emitToolStart({ turn, server, tool: call.tool, arguments: args });
      emit({ type: 'tool.finished', ...address, startedAt, durationMs, error });
    },
    startTool(turn, { id, server, tool, arguments: args }) {
      const address = emitToolStart({ turn, server, tool, arguments: args });
      open.set(id, { place: address, startedAt: clock.now(), elapsed: startStopwatch(clock) });
    },
    finishTool({ id, error }) {
      const started = open.get(id);
      if (started === undefined) return;
      open.delete(id);
      const { place, startedAt, elapsed } = started;
      const end = { startedAt, durationMs: elapsed() };
      recorded.push({ turn: place.turn, tool: place.tool, ...end });
      emit({ type: 'tool.finished', ...place, ...end, error });
    },
  };
}

type ToolCallIdentity = { turn: number; call: number; server?: string | undefined; tool: string };
type RunningToolCall = { place: ToolCallIdentity; startedAt: number; elapsed: () => number };

function selectCallTiming({
  startedAt,
  durationMs,
}: ModelCall | FinishedToolCall): Pick<TimedCall, 'startedAt' | 'durationMs'> {
  return { startedAt, durationMs };
}
