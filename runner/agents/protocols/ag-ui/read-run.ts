import type { Usage } from '../../../contract/index.ts';
import { addUsage } from '../../../fold/index.ts';
import { AgentError } from '../../../ports/index.ts';
import { formatSchemaProblems, isJsonObject, type Json, toErrorMessage } from '../../../values/index.ts';
import { applyJsonPatch } from '../json-patch.ts';
import { type AgUiEvent, type AgUiInterrupt, agUiEventSchema, isHandledEvent, isIgnoredEvent } from './events.ts';
import { createPartOrderCheck } from './part-order-check.ts';
import type { RunTranscript } from './transcript.ts';

type EventOf<Type extends AgUiEvent['type']> = Extract<AgUiEvent, { type: Type }>;

/** What a run reported besides its texts and calls. */
type RunResult = {
  state: Json | undefined;
  result?: Json;
  usage?: Usage | undefined;
  interrupts: readonly AgUiInterrupt[];
};

/** Reads the run of an agent, event by event. */
export type AgUiRun = {
  /**
   * Reads the next event.
   * @throws an `AgentError` with the position of the event and the reason, if the event is invalid at this point or
   * reports that the run failed
   */
  read(event: Json): void;
  /**
   * Call after the last event.
   * @throws an `AgentError` if the run is incomplete
   */
  end(): void;
  reportedState(): Readonly<RunResult>;
};

export type AgUiRunOptions = {
  transcript: RunTranscript;
  /** The state that was sent to the agent. */
  state?: Json | undefined;
  warn(text: string): void;
};

/** Creates a reader for the events of runs, which also checks their order. */
export function createAgUiRun({ transcript, state, warn }: AgUiRunOptions): AgUiRun {
  const runResult: RunResult = { state, interrupts: [] };
  const requireOrder = createEventOrderCheck();
  let count = 0;
  let last = '';
  let isOver = false;

  function applyEvent(event: AgUiEvent): void {
    isOver = false;
    applyToResult(runResult, event);
    if (event.type === 'RUN_ERROR')
      throw new AgentError(`the run failed: ${event.message}${formatErrorCode(event)}`, 'agent');
    requireOrder(event);
    if (event.type === 'RUN_FINISHED' && event.outcome?.type === 'cancelled') {
      throw new AgentError('the run was cancelled, so there is no answer', 'agent');
    }
    if (event.type === 'SUBAGENT_ERROR') warn(`the sub-agent ${event.subagentRunId} failed: ${event.message}`);
    transcript.take(event);
    isOver = event.type === 'RUN_FINISHED';
  }

  return {
    read(event) {
      count += 1;
      const type = isJsonObject(event) && typeof event.type === 'string' ? event.type : undefined;
      last = `event ${count} (${type ?? 'without a type'})`;
      if (type === undefined)
        throw createUnexpectedEventError(last, 'an event of AG-UI must be an object with a "type"');
      if (isIgnoredEvent(type)) return;
      if (!isHandledEvent(type)) {
        warn(`the agent sent the event ${type}, which AG-UI does not have: it was ignored`);
        return;
      }
      const parsed = agUiEventSchema.safeParse(event);
      if (!parsed.success) throw createUnexpectedEventError(last, formatSchemaProblems(parsed.error));
      try {
        applyEvent(parsed.data);
      } catch (error) {
        throw error instanceof AgentError ? error : createUnexpectedEventError(last, toErrorMessage(error), error);
      }
    },
    end() {
      if (isOver) return;
      const position = count === 0 ? 'without an event' : `after ${last}`;
      throw new AgentError(`the stream ended ${position}, before RUN_FINISHED: the answer is incomplete`, 'agent');
    },
    reportedState: () => runResult,
  };
}

function createUnexpectedEventError(location: string, why: string, cause?: unknown): AgentError {
  return new AgentError(`${location} is invalid at this point: ${why}`, 'agent', { cause });
}

/** Checks that a run has one start and one end, and that no part is still open at the end. */
function createEventOrderCheck(): (event: AgUiEvent) => void {
  const parts = createPartOrderCheck();
  let phase: 'before' | 'running' | 'finished' = 'before';
  return (event) => {
    if (event.type === 'RUN_STARTED') {
      if (phase === 'running') throw new Error('the previous run has not ended');
      phase = 'running';
      return;
    }
    if (phase === 'before') throw new Error('a run must begin with RUN_STARTED');
    if (phase === 'finished') throw new Error('the run has already ended');
    parts.check(event);
    if (event.type !== 'RUN_FINISHED') return;
    parts.requireNoneOpen();
    phase = 'finished';
  };
}

function applyToResult(runResult: RunResult, event: AgUiEvent): void {
  switch (event.type) {
    case 'RUN_STARTED':
      runResult.interrupts = [];
      break;
    case 'STATE_SNAPSHOT':
      runResult.state = event.snapshot;
      break;
    case 'STATE_DELTA':
      runResult.state = applyJsonPatch(runResult.state ?? {}, event.delta);
      break;
    case 'CUSTOM':
      runResult.interrupts = [...runResult.interrupts, ...toLangGraphInterrupts(event, runResult.interrupts.length)];
      break;
    case 'RUN_FINISHED':
      runResult.result = event.result ?? runResult.result;
      if (event.outcome?.type === 'interrupt') runResult.interrupts = event.outcome.interrupts;
      runResult.usage = addUsage(runResult.usage, sumUsage(event.usage));
      break;
    case 'RUN_ERROR':
      runResult.usage = addUsage(runResult.usage, sumUsage(event.usage));
      break;
    default:
  }
}

function formatErrorCode({ code }: EventOf<'RUN_ERROR'>): string {
  return typeof code === 'string' ? ` (${code})` : '';
}

/**
 * The name of LangGraph's event for interrupts, which is older than the interrupts of AG-UI. A run that was interrupted
 * this way is resumed by a command.
 */
export const LANGGRAPH_INTERRUPT = 'on_interrupt';

function toLangGraphInterrupts({ name, value = null }: EventOf<'CUSTOM'>, position: number): AgUiInterrupt[] {
  if (name !== LANGGRAPH_INTERRUPT) return [];
  const message = typeof value === 'string' ? value : JSON.stringify(value);
  return [{ id: `${LANGGRAPH_INTERRUPT}-${position + 1}`, reason: LANGGRAPH_INTERRUPT, message }];
}

function sumUsage(usages: EventOf<'RUN_FINISHED'>['usage']): Usage | undefined {
  return usages?.reduce<Usage | undefined>((sum, { inputTokens, outputTokens, cachedInputTokens }) => {
    const cached = cachedInputTokens ?? 0;
    const tokens = { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 };
    return addUsage(sum, { ...tokens, calls: 1, retries: 0, ...(cached === 0 ? {} : { cachedTokens: cached }) });
  }, undefined);
}
