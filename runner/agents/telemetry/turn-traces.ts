import { randomFillSync } from 'node:crypto';
import type { AgentRequest } from '../../ports/index.ts';
import type { createTraceReader, Span } from '../../traces/index.ts';
import type { SpanReceiver } from './traces-server.ts';

/** A request to an agent, to which spans are assigned. */
export type TurnTraces = SpanReceiver & {
  sessionId: string;
  traceId: string;
  /** The W3C Trace Context of the request. Spans of its trace certainly belong to the request. */
  traceparent: string;
  /** Resolves when all exports that are in progress or were announced are complete. */
  waitForExports(): Promise<void>;
  /** Returns true if there are exports to wait for. */
  isBusy(): boolean;
  /** Announces that the agent is going to export spans. `sent` resolves when that is complete. */
  expect(sent: Promise<void>): void;
  /** Called if the agent's process has sent spans that cannot be assigned to a turn. */
  reportMissedSpans(): void;
};

const MISSED_SPANS_WARNING =
  'the process of the agent sent spans in a trace of their own, so it is not certain which turn they belong to: they are not stored';

/** Returns a W3C Trace Context with a new trace id. */
export function createTraceparent(): string {
  const digits = createRandomHex(TRACE_ID_BYTES + SPAN_ID_BYTES);
  return `00-${digits.slice(0, 2 * TRACE_ID_BYTES)}-${digits.slice(2 * TRACE_ID_BYTES)}-01`;
}

export function traceTurn(
  { sessionId, context: { report } }: AgentRequest,
  traceparent: string = createTraceparent(),
): TurnTraces {
  const [, traceId = ''] = traceparent.split('-');
  let reader: ReturnType<typeof createTraceReader> | undefined;
  const pending = new Set<Promise<void>>();
  let hasMissed = false;
  function addPendingExport(pendingExport: Promise<void>): void {
    const exportEnd = pendingExport.then(() => void pending.delete(exportEnd));
    pending.add(exportEnd);
  }
  return {
    sessionId,
    traceId,
    expect: addPendingExport,
    traceparent,
    beginExport() {
      const { promise, resolve } = Promise.withResolvers<void>();
      addPendingExport(promise);
      return resolve;
    },
    receive(spans: readonly Span[], createReader: typeof createTraceReader) {
      reader ??= createReader();
      for (const call of reader.read(spans)) report?.({ type: 'call.observed', observed: call });
    },
    reportMissedSpans() {
      if (!hasMissed) report?.({ type: 'log', source: 'traces', text: MISSED_SPANS_WARNING });
      hasMissed = true;
    },
    isBusy: () => pending.size > 0,
    async waitForExports() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;
const randomBytes = Buffer.alloc(4096);
let usedBytes = randomBytes.length;

/**
 * Returns random bytes as hex digits. Takes them from a larger supply, because each call of the random generator is
 * slow.
 */
function createRandomHex(count: number): string {
  if (usedBytes + count > randomBytes.length) {
    randomFillSync(randomBytes);
    usedBytes = 0;
  }
  usedBytes += count;
  return randomBytes.toString('hex', usedBytes - count, usedBytes);
}
