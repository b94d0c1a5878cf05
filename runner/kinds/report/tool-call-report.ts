import type { ToolCall } from '../../contract/index.ts';
import { type JsonObject, withoutUndefined } from '../../values/index.ts';

/** A tool call with the keys used in reports. */
export function buildToolCallReport(call: ToolCall): JsonObject {
  return withoutUndefined({
    id: call.id,
    server: call.server,
    tool: call.tool,
    arguments: call.arguments,
    result: call.result,
    error: call.error,
    duration_ms: call.durationMs,
    mocked: call.mocked,
    injected: call.injected,
  });
}
