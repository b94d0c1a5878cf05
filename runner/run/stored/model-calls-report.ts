import type { AttemptId } from '../../fold/index.ts';
import type { Database } from '../../history/db/index.ts';
import { readModelCalls } from '../../history/index.ts';
import { asJson, defined, type JsonObject } from '../../values/index.ts';

/** The model calls of an attempt, whole, in the keys of reports. */
export function modelCallsReport(database: Database, runId: string, key: AttemptId): JsonObject[] {
  return readModelCalls(database, runId, key).map(
    ({ attempt, turn, role, agentId, connector, startedAt, durationMs, usage, finishReason, error, ...exchange }) =>
      defined({
        attempt,
        turn,
        role,
        agent: agentId,
        connector,
        started_at: new Date(startedAt).toISOString(),
        duration_ms: durationMs,
        usage: asJson(usage),
        finish_reason: finishReason,
        error,
        request: asJson(exchange.request),
        answer: asJson(exchange.answer),
      }),
  );
}
