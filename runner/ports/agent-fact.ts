import type { RunEventBody, ToolCall, Usage } from '../contract/index.ts';

type ModelCalledEventBody = Extract<RunEventBody, { type: 'model.called' }>;
/** What the caller of a model reports about the call. The engine adds the attempt to which the call belongs. */
export type ModelCall = Omit<
  ModelCalledEventBody,
  'type' | 'suiteKey' | 'caseId' | 'attempt' | 'turn' | 'role' | 'agentId'
>;

type StartedToolCall = Pick<ToolCall, 'server' | 'tool' | 'arguments'>;
/** A tool call that has finished. */
export type FinishedToolCall = StartedToolCall &
  Pick<ToolCall, 'result' | 'error'> &
  Pick<ModelCall, 'startedAt' | 'durationMs'>;

/** A tool call that the agent made on its own, known from its traces. */
export type CallObservedInTraces = { kind: 'model'; call: ModelCall } | { kind: 'tool'; call: FinishedToolCall };

/** The kind of service to which a network request is sent. */
export type ServiceKind = 'model' | 'server';

/** A fact that an agent, or a script that the agent runs, reports to the engine while it runs. */
export type AgentFact =
  /** The partial text of the answer. */
  | { type: 'text'; text: string }
  /** A line that was printed, and its source: `hook before`, `script checks.Polite`. */
  | { type: 'log'; source: string; text: string }
  /** A message about this attempt that a person must see; stored with the result. */
  | { type: 'warning'; text: string }
  /** The reason why the current call waits, so that a timeout can name it; `undefined` when the call continues. */
  | { type: 'wait'; reason: string | undefined }
  /**
   * Reports that a call was aborted. The promise resolves to the line of user code at which the call hangs, if it is
   * known.
   */
  | { type: 'hang'; location: Promise<string | undefined> }
  /** The connector of a model that is called for this answer. */
  | { type: 'connector'; connector: string }
  /** Usage of a model call that ended or was aborted. It counts only if the agent returns no answer. */
  | { type: 'usage'; usage: Usage }
  | { type: 'request.started'; id: number; service: ServiceKind }
  | { type: 'request.finished'; id: number }
  | ({ type: 'tool.started'; id: number } & StartedToolCall)
  | { type: 'tool.finished'; id: number; error: string | undefined }
  /** A model call ended or was aborted. */
  | { type: 'model.called'; call: ModelCall }
  /** A call found in the traces of the agent's process. It may arrive after the answer. */
  | { type: 'call.observed'; observed: CallObservedInTraces };

export type ReportFact = (fact: AgentFact) => void;

let lastRequestId = 0;

/**
 * Returns a function that reports the text of an answer so far; undefined if no observer reads the answer while it
 * streams.
 */
export function createTextReporter(context: {
  report?: ReportFact | undefined;
  streams?: boolean;
}): ((text: string) => void) | undefined {
  const { report, streams = false } = context;
  return streams && report !== undefined ? (text) => report({ type: 'text', text }) : undefined;
}

/** Reports the start of a request to a model or service; the returned function reports its end. */
export function reportRequestStart(report: ReportFact | undefined, service: ServiceKind): () => void {
  lastRequestId += 1;
  const id = lastRequestId;
  report?.({ type: 'request.started', id, service });
  return () => report?.({ type: 'request.finished', id });
}

/** Reports the start of a tool call; the returned function reports its end, with its error if there is one. */
export function reportToolStart(report: ReportFact | undefined, call: StartedToolCall): (error?: string) => void {
  lastRequestId += 1;
  const id = lastRequestId;
  report?.({ type: 'tool.started', id, server: call.server, tool: call.tool, arguments: call.arguments });
  return (error) => report?.({ type: 'tool.finished', id, error });
}
