import type { RunEventBody, ToolCall, Usage } from '../contract/index.ts';

type ModelCalled = Extract<RunEventBody, { type: 'model.called' }>;
/** A call of a model, as whoever makes it knows it. */
export type ModelCall = Omit<ModelCalled, 'type' | 'suiteKey' | 'caseId' | 'attempt' | 'turn' | 'role' | 'agentId'>;

type StartedTool = Pick<ToolCall, 'server' | 'tool' | 'arguments'>;
/** A call of a tool that is over. */
export type ObservedTool = StartedTool &
  Pick<ToolCall, 'result' | 'error'> &
  Pick<ModelCall, 'startedAt' | 'durationMs'>;

/** A call that the agent made by itself, and that was seen from outside. */
export type ObservedCall = { kind: 'model'; call: ModelCall } | { kind: 'tool'; call: ObservedTool };

/** What is called over the network. */
export type Service = 'model' | 'server';

/** What an agent, or a script that works for one, tells the engine while it works. */
export type AgentFact =
  /** The text of the answer as far as it has come. */
  | { type: 'text'; text: string }
  /** A line that was printed, and by what: `hook before`, `script checks.Polite`. */
  | { type: 'log'; source: string; text: string }
  /** What a person has to know about this attempt; it is kept with the result. */
  | { type: 'warning'; text: string }
  /** What a call is held up by besides the answer, and `undefined` when it goes on: a timeout then says so. */
  | { type: 'wait'; reason: string | undefined }
  /** A call was stopped in the middle: the line of the user's code that it hangs in, if it does. */
  | { type: 'hang'; location: Promise<string | undefined> }
  /** The connector of a model that is asked for this answer. */
  | { type: 'connector'; connector: string }
  /** What a model call spent, when it ends or is broken off: it is counted if no answer of the agent comes. */
  | { type: 'usage'; usage: Usage }
  | { type: 'request.started'; id: number; service: Service }
  | { type: 'request.finished'; id: number }
  | ({ type: 'tool.started'; id: number } & StartedTool)
  | { type: 'tool.finished'; id: number; error: string | undefined }
  /** A model call ended or was broken off. */
  | { type: 'model.called'; call: ModelCall }
  /** A call that traces of the agent's process tell of, also after the answer. */
  | { type: 'call.observed'; observed: ObservedCall };

export type ReportFact = (fact: AgentFact) => void;

let calls = 0;

/** Takes the text of an answer as far as it has come, where somebody reads it. */
export function textReporter(context: {
  report?: ReportFact | undefined;
  streams?: boolean;
}): ((text: string) => void) | undefined {
  const { report, streams = false } = context;
  return streams && report !== undefined ? (text) => report({ type: 'text', text }) : undefined;
}

/** Reports that a call of a model or a service begins; the answer reports its end. */
export function reportRequest(report: ReportFact | undefined, service: Service): () => void {
  calls += 1;
  const id = calls;
  report?.({ type: 'request.started', id, service });
  return () => report?.({ type: 'request.finished', id });
}

/** Reports that a tool begins to be called; the answer reports its end, with its error if it has one. */
export function reportTool(report: ReportFact | undefined, call: StartedTool): (error?: string) => void {
  calls += 1;
  const id = calls;
  report?.({ type: 'tool.started', id, server: call.server, tool: call.tool, arguments: call.arguments });
  return (error) => report?.({ type: 'tool.finished', id, error });
}
