import type { Message } from '../contract/index.ts';
import type { Json, JsonObject } from '../values/index.ts';
import type { ModelRequest } from './worker/model-fetch/model-request.ts';
import type { RecordedHttpResponse } from './worker/model-fetch/recorded-response.ts';

/** A request to the model of an agent's connector. */
export type ModelQuestion = {
  messages: Message[];
  tools?: { name: string; description?: string; parameters?: JsonObject }[];
  options?: JsonObject;
};

export type ModelAnswer = {
  content: string;
  tool_calls: { id: string; tool: string; arguments: Json }[];
  finish_reason: string;
  usage: { input_tokens: number; output_tokens: number };
};

/**
 * A request from an agent's process to its host: to the model of the connector, to the mocks of the case, or to the
 * recording for a model request that the agent sends itself. `fetched` reports the model's response to that request;
 * `unheard` reports a model request that cannot be intercepted.
 */
export type AgentHostRequest =
  | { type: 'model'; question: ModelQuestion }
  | { type: 'fetch'; number: number; request: ModelRequest }
  | { type: 'fetched'; number: number; response?: RecordedHttpResponse; error?: string }
  | { type: 'unheard'; address: string; way: string }
  | { type: 'tool'; call: { id?: string | undefined; name: string; arguments: unknown } };

/**
 * The tools of an agent in a case. If the case has mocks, the mocks answer. The calls become part of the agent's answer
 * automatically. `tools.call('name', …)` and `tools.name(…)` do the same.
 */
export type ModuleTools = {
  /**
   * Calls a tool. `real` is called with the arguments when no mock answers: in cases without mocks, and for tools that
   * the case passes through. Throws the tool's error.
   */
  // biome-ignore lint/suspicious/noExplicitAny: only the author of a tool knows the types of its arguments and result
  call(name: string, args?: object, real?: (args: any) => unknown): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: only the author of a tool knows the types of its arguments and result
  [tool: string]: (...args: any[]) => Promise<any>;
};

/** The second argument of a module agent function. */
export type ModuleContext = {
  model: { generate(question: ModelQuestion): Promise<ModelAnswer> };
  /** Functions that call tools, so that the mocks of a case can answer. */
  tools: ModuleTools;
  /** Streams a piece of the answer before the answer is complete. The function's return value is still the answer. */
  write(text: string): void;
  /** Writes a line into the log of the attempt. */
  log(text: unknown): void;
  /** A signal that aborts at the deadline of the attempt. */
  readonly signal: AbortSignal;
};

/** The second argument of an agent function in the running program: like that of module agents, but without a model. */
export type LiveContext = Omit<ModuleContext, 'model'>;
