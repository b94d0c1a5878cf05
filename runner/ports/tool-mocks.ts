import type { Json, JsonObject } from '../values/index.ts';

/** A call of a tool, as the agent made it. */
export type MockedCall = {
  /** The agent's own id for the call, if it has one. The agent may report the call again with this id. */
  id?: string | undefined;
  name: string;
  server?: string | undefined;
  arguments: JsonObject;
};

/** The answer to a call. `pass` means that the case does not mock this tool, so the caller must call the real tool. */
export type MockAnswer = { type: 'result'; result: Json } | { type: 'error'; error: string } | { type: 'pass' };

/**
 * Answers the tool calls of one attempt with the mocks and the state of its case. The answered calls become part of the
 * agent's answer, marked as mocked, whether the agent reports them or not.
 */
export interface ToolMocks {
  /** The names of the mocked tools, as the author wrote them. */
  readonly tools: readonly string[];
  /** True if the case mocks this tool. If not, a call reaches the real tool or is an error of the attempt. */
  isMocked(tool: { name: string; server?: string | undefined }): boolean;
  /** Answers a call. Rejects only when `signal` aborts; if a mock never answers, it waits until then. */
  answer(call: MockedCall, signal: AbortSignal): Promise<MockAnswer>;
}
