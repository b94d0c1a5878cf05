import {
  type CaseResult,
  type Json,
  type JsonObject,
  type RunEvent,
  type RunState,
  reportResult,
  reportSummary,
} from '../contract/index.ts';
import type { RunObserver } from '../engine/ports.ts';

export type JsonlReporter = RunObserver & {
  /** The last line. A file without it was interrupted. */
  finish(state: RunState): void;
};

/** One JSON object a line: `start`, a `result` (or, with several attempts, a `stability`) per case, `summary`. */
export function createJsonlReporter(write: (line: string) => void): JsonlReporter {
  const unfinished = new Map<string, CaseResult[]>();
  let attempts = 1;
  const writeLine = (type: string, fields: JsonObject): void => write(`${JSON.stringify({ type, ...fields })}\n`);

  const finishCase = (event: Extract<RunEvent, { type: 'case.finished' }>): void => {
    if (attempts === 1) {
      writeLine('result', reportResult([event.result]));
      return;
    }
    const key = `${event.suiteKey}\n${event.caseId}`;
    const results = [...(unfinished.get(key) ?? []), event.result];
    unfinished.set(key, results);
    if (results.length < attempts) return;
    unfinished.delete(key);
    writeLine('stability', reportResult(results.toSorted((left, right) => left.attempt - right.attempt)));
  };

  return {
    name: 'jsonl',
    onEvent(event) {
      if (event.type === 'run.started') {
        attempts = event.options.attempts;
        writeLine('start', startFields(event));
      }
      if (event.type === 'case.finished') finishCase(event);
    },
    finish: (state) => writeLine('summary', reportSummary(state)),
  };
}

function startFields(event: Extract<RunEvent, { type: 'run.started' }>): JsonObject {
  const agentId: Json = event.suites[0]?.agentId ?? '';
  return {
    timestamp: new Date(event.at).toISOString(),
    run_id: event.runId,
    agent_id: agentId,
    total_cases: event.total,
  };
}
