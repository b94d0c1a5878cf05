import type { Message } from '../contract/index.ts';
import type { Json, JsonObject } from '../values/index.ts';
import type { KeptResponse } from './worker/model-fetch/kept-response.ts';
import type { ModelRequest } from './worker/model-fetch/model-request.ts';

/** A question to the model of an agent's connector. */
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
 * A question of an agent to its host: of the model of its connector, of the mocks of the case, or of the tape that a
 * model goes through which it asks itself. That is told as well what came, and whom it does not hear.
 */
export type AgentQuestion =
  | { type: 'model'; question: ModelQuestion }
  | { type: 'fetch'; number: number; request: ModelRequest }
  | { type: 'fetched'; number: number; response?: KeptResponse; error?: string }
  | { type: 'unheard'; address: string; way: string }
  | { type: 'tool'; call: { id?: string | undefined; name: string; arguments: unknown } };

/**
 * The tools of an agent, as a case has them: where it has mocks they answer, and the calls are part of the answer of the
 * agent without being reported. `call` and a member of the name of a tool do the same.
 */
export type ModuleTools = {
  /**
   * Calls a tool. `real` is called with the arguments where no mock has to answer: in cases without mocks, and for tools
   * that the case lets through. Throws what the tool fails with.
   */
  // biome-ignore lint/suspicious/noExplicitAny: what a tool answers only its author knows
  call(name: string, args?: object, real?: (args: any) => unknown): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: what a tool answers only its author knows
  [tool: string]: (...args: any[]) => Promise<any>;
};

/** The second argument of an agent that is a function of a module. */
export type ModuleContext = {
  model: { generate(question: ModelQuestion): Promise<ModelAnswer> };
  /** Calls tools so that the mocks of a case can answer. */
  tools: ModuleTools;
  /** Shows a piece of the answer while the rest is still made. The answer is what is returned. */
  write(text: string): void;
  /** Writes a line into the log of the attempt. */
  log(text: unknown): void;
  /** Aborted at the deadline of the attempt. */
  readonly signal: AbortSignal;
};
