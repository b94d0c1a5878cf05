import type { Message } from '../contract/index.ts';
import type { Json, JsonObject } from '../values/index.ts';

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

/** The second argument of an agent that is a function of a module. */
export type ModuleContext = {
  model: { generate(question: ModelQuestion): Promise<ModelAnswer> };
  /** Writes a line into the log of the attempt. */
  log(text: unknown): void;
  /** Aborted at the deadline of the attempt. */
  readonly signal: AbortSignal;
};
