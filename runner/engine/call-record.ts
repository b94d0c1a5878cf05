import {
  type AttemptContext,
  type HeardTool,
  type ModelCall,
  type RunnerPorts,
  startStopwatch,
} from '../ports/index.ts';
import { plural } from '../values/index.ts';

type CallRecord = Pick<AttemptContext, 'called' | 'heard' | 'tool'>;
type Recording = { ports: Pick<RunnerPorts, 'clock' | 'recordCalls'>; emit: AttemptContext['emit'] };
/** A call of a tool, or of a model if it has no name. */
type Told = { turn: number; tool: string | undefined } & Pick<HeardTool, 'startedAt' | 'durationMs'>;

/** An agent that tells of calls without end fills nobody's disk. */
const MOST_HEARD = 2_000;
/** The clocks of two processes differ by this much at most. */
const CLOCKS_MS = 25;

/** Whom to tell of the models and tools that are called in an attempt. Each call is told once, whoever saw it. */
export function createCallRecord({ ports, emit }: Recording): CallRecord {
  const { clock } = ports;
  const isRecorded = ports.recordCalls !== false;
  const told: Told[] = [];
  let tools = 0;
  let heard = 0;

  function finishTool(place: ToolPlace, end: ToolEnd): void {
    const { turn, tool } = place;
    told.push({ turn, tool, startedAt: end.startedAt, durationMs: end.durationMs });
    emit({ type: 'tool.finished', ...place, ...end });
  }

  function startTool({ arguments: args, ...called }: Parameters<CallRecord['tool']>[0]): ToolPlace {
    tools += 1;
    const place = { ...called, call: tools };
    emit({ type: 'tool.started', ...place, arguments: args });
    return place;
  }

  /** Whoever watches a call from outside sees it around the one that the runner made itself. */
  function isKnown(call: Told): boolean {
    return told.some(
      ({ turn, tool, startedAt, durationMs }) =>
        turn === call.turn &&
        tool === call.tool &&
        startedAt >= call.startedAt - CLOCKS_MS &&
        startedAt + durationMs <= call.startedAt + call.durationMs + CLOCKS_MS,
    );
  }

  function isTooMuch(): boolean {
    heard += 1;
    if (heard === MOST_HEARD + 1) {
      const text = `more than ${plural(MOST_HEARD, 'call')} in the traces of this attempt: the others are not kept`;
      emit({ type: 'log.written', source: 'traces', text });
    }
    return heard > MOST_HEARD;
  }

  return {
    called: (by) =>
      isRecorded
        ? (call) => {
            told.push({ turn: by.turn, tool: undefined, ...timeOf(call) });
            emit({ type: 'model.called', ...by, ...call });
          }
        : undefined,
    heard: (by) =>
      isRecorded
        ? ({ kind, call }) => {
            const tool = kind === 'tool' ? call.tool : undefined;
            if (isKnown({ turn: by.turn, tool, ...timeOf(call) }) || isTooMuch()) return;
            if (kind === 'model') return emit({ type: 'model.called', ...by, ...call });
            const { server, arguments: args, startedAt, durationMs, error } = call;
            const place = startTool({ turn: by.turn, server, tool: call.tool, arguments: args });
            emit({ type: 'tool.finished', ...place, startedAt, durationMs, error });
          }
        : undefined,
    tool(called) {
      const place = startTool(called);
      const startedAt = clock.now();
      const elapsed = startStopwatch(clock);
      return (error) => finishTool(place, { startedAt, durationMs: elapsed(), error });
    },
  };
}

type ToolPlace = { turn: number; call: number; server?: string | undefined; tool: string };
type ToolEnd = { startedAt: number; durationMs: number; error: string | undefined };

function timeOf({ startedAt, durationMs }: ModelCall | HeardTool): Pick<Told, 'startedAt' | 'durationMs'> {
  return { startedAt, durationMs };
}
