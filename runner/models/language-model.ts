import type { Message, Usage } from '../contract/index.ts';
import type { AgentContext } from '../ports/index.ts';
import type { Json, JsonObject } from '../values/index.ts';

type ToolDeclaration = { name: string; description?: string; parameters: JsonObject };

/** The required form of an answer, as a JSON Schema whose root is an object. */
export type AnswerShape = { name: string; schema: JsonObject };

export type ModelRequest = {
  messages: Message[];
  tools?: ToolDeclaration[];
  /** Parameters of the chat-completions protocol, passed on as written: `temperature`, `max_tokens`, `response_format` … */
  options?: JsonObject;
  /** Like `options`, but a parameter is left out if the server refuses it. */
  preferred?: JsonObject;
  /**
   * The required shape of the answer, requested with the provider's own feature if it has one. The prompt must also ask
   * for it.
   */
  shape?: AnswerShape;
  context: AgentContext;
  /** Called with the partial text of the answer while it is streamed. */
  said?: ((text: string) => void) | undefined;
};

/**
 * A tool call that the model requests. Arguments that are not JSON stay the text that the model wrote, with an `error`.
 */
export type ModelToolCall = { id: string; tool: string; arguments: Json; error?: string };

export type ModelResponse = { content: string; toolCalls: ModelToolCall[]; usage: Usage; finishReason: string };

/** A language model behind a connector. Throws an `AgentError` of kind `model`; stops when `signal` aborts. */
export interface LanguageModel {
  readonly id: string;
  generate(request: ModelRequest, signal: AbortSignal): Promise<ModelResponse>;
}
