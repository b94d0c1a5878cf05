import type { Json, JsonObject } from '../values/index.ts';

/** A call of a tool, as the agent made it. */
export type MockedCall = {
  /** The agent's own id for the call, if there is one. The agent may report the call again under this id. */
  id?: string | undefined;
  name: string;
  server?: string | undefined;
  arguments: JsonObject;
};

/** The answer to a call. `pass` means that the case does not mock this tool, so the caller runs the real one. */
export type MockAnswer = { type: 'result'; result: Json } | { type: 'error'; error: string } | { type: 'pass' };

/**
 * Answers the tool calls of one attempt from the mocks and the state of its case. The answered calls become part of
 * the agent's answer, marked as mocked, whether the agent reports them or not.
 */
export interface ToolMocks {
  /** The names of the mocked tools, as written. */
  readonly tools: readonly string[];
  /** True if the case mocks this tool; otherwise a call passes through or is an error of the attempt. */
  isMocked(tool: { name: string; server?: string | undefined }): boolean;
  /** Rejects only when `signal` aborts; a mock that never answers waits until then. */
  answer(call: MockedCall, signal: AbortSignal): Promise<MockAnswer>;
}
