import { setTimeout as wait } from 'node:timers/promises';
import type { Variables } from '../../models/connectors.ts';
import { type AgentRequest, belongsToSession } from '../../ports/index.ts';
import { EmptyingMap } from '../../values/index.ts';
import type { LoopbackServer } from '../loopback-server.ts';
import { createToken, findByToken } from '../tokens.ts';
import type { SpanReceiver } from './traces-server.ts';
import { type TurnTraces, traceTurn } from './turn-traces.ts';

/**
 * Receives the spans that agents send with an OpenTelemetry SDK, as a server on the loopback interface. The server
 * starts with the first such agent of a run and stops with the run. Its URLs contain secret tokens.
 */
export type TraceListener = {
  /** Traces a program that handles a single request; all of its spans belong to this request. */
  traceCall(request: AgentRequest): Promise<{ variables: Variables } | undefined>;
  /** Traces a process that handles many requests. Spans belong to the request that has the same trace id. */
  traceProcess(): ProcessTraces;
  /** Waits until pending exports of a session have arrived. Returns undefined if there are none. */
  waitForExports(sessionId: string, signal: AbortSignal): Promise<void> | undefined;
  endSession(sessionId: string): void;
  close(): Promise<void>;
};

export type ProcessTraces = {
  /** Returns the environment variables that the process needs when it starts. */
  variables(): Promise<Variables>;
  /** Begins to collect the spans of a turn. `traceparent` is the W3C Trace Context that was sent with the request. */
  beginTurn(request: AgentRequest, traceparent?: string): Pick<TurnTraces, 'traceparent' | 'expect'> | undefined;
};

/**
 * How long to wait for late spans. Waiting longer would be useless, because exporters give up after ten seconds by
 * default.
 */
const LATE_SPAN_TIMEOUT_MS = 10_000;
const otlpEndpointVariables = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];

type ListenerOptions = { variables: Variables; isRecorded: boolean; patienceMs?: number };

/**
 * Creates a trace listener. Returns undefined if traces are not recorded, or if environment variables direct the spans
 * to another receiver.
 */
export function createTraceListener(options: ListenerOptions): TraceListener | undefined {
  const { variables, isRecorded, patienceMs = LATE_SPAN_TIMEOUT_MS } = options;
  const exportsElsewhere = otlpEndpointVariables.some((name) => (variables[name] ?? '') !== '');
  if (!isRecorded || exportsElsewhere || variables.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined;
  const receivers = new Map<string, SpanReceiver>();
  const turns = createOpenTurnRegistry();
  let started: Promise<LoopbackServer> | undefined;

  async function createExporterVariables(token: string): Promise<Variables> {
    started ??= import('./traces-server.ts').then((file) =>
      file.startTracesServer((candidate) => findByToken(receivers, candidate)),
    );
    const { origin } = await started;
    return { OTEL_EXPORTER_OTLP_ENDPOINT: `${origin}/${token}`, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' };
  }

  return {
    async traceCall(request) {
      if (request.context.recordsCalls !== true) return undefined;
      const token = createToken();
      const turn = traceTurn(request);
      turns.add({ turn, stopAccepting: () => receivers.delete(token) });
      receivers.set(token, turn);
      return { variables: { ...(await createExporterVariables(token)), TRACEPARENT: turn.traceparent } };
    },
    traceProcess() {
      const token = createToken();
      const ownTurns = new EmptyingMap<string, TurnTraces>();
      receivers.set(token, createSpanReceiver(ownTurns, turns));
      return {
        variables: () => createExporterVariables(token),
        beginTurn(request, traceparent) {
          if (request.context.recordsCalls !== true) return undefined;
          const turn = traceTurn(request, traceparent);
          ownTurns.set(turn.traceId, turn);
          turns.add({ turn, stopAccepting: () => ownTurns.delete(turn.traceId) });
          return turn;
        },
      };
    },
    waitForExports(sessionId, signal) {
      const busyTurns = turns.in(sessionId).filter(({ turn }) => turn.isBusy());
      if (busyTurns.length === 0) return undefined;
      const controller = new AbortController();
      const stop = AbortSignal.any([signal, controller.signal]);
      const patienceEnd = wait(patienceMs, undefined, { ref: false, signal: stop }).catch(ignoreError);
      const allExported = Promise.all(busyTurns.map(({ turn }) => turn.waitForExports()));
      return Promise.race([patienceEnd, allExported]).then(() => controller.abort());
    },
    endSession: turns.close,
    async close() {
      const open = await started?.catch(ignoreError);
      await open?.close();
    },
  };
}

/** A turn of an attempt in progress. `stopAccepting` ends the acceptance of spans for the turn. */
type OpenTurn = { turn: TurnTraces; stopAccepting(): void };
type OpenTurnRegistry = {
  add(turn: OpenTurn): void;
  in(sessionId: string): OpenTurn[];
  close(sessionId: string): void;
  /** Returns true for the trace of a turn whose attempt has ended recently. */
  wasRecentlyClosed(traceId: string): boolean;
};

const MAX_CLOSED_TURNS = 10_000;

function createOpenTurnRegistry(): OpenTurnRegistry {
  const openTurns = new EmptyingMap<string, OpenTurn>();
  const closedTraceIds = new Set<string>();
  function listOpenTurnsOfSession(sessionId: string): OpenTurn[] {
    const turnsOfSession: OpenTurn[] = [];
    for (const each of openTurns.values())
      if (belongsToSession(each.turn.sessionId, sessionId)) turnsOfSession.push(each);
    return turnsOfSession;
  }
  return {
    add: (added) => openTurns.set(added.turn.traceId, added),
    in: listOpenTurnsOfSession,
    close(sessionId) {
      for (const ended of listOpenTurnsOfSession(sessionId)) {
        ended.stopAccepting();
        openTurns.delete(ended.turn.traceId);
        closedTraceIds.add(ended.turn.traceId);
      }
      for (const traceId of closedTraceIds) {
        if (closedTraceIds.size <= MAX_CLOSED_TURNS) return;
        closedTraceIds.delete(traceId);
      }
    },
    wasRecentlyClosed: (traceId) => closedTraceIds.has(traceId),
  };
}

/**
 * Spans whose trace id belongs to no request are dropped, because it is unknown from which turn they come. All turns
 * that may have sent them report the loss.
 */
function createSpanReceiver(
  ownTurns: EmptyingMap<string, TurnTraces>,
  { wasRecentlyClosed: hasBeen }: OpenTurnRegistry,
): SpanReceiver {
  return {
    beginExport() {
      const exportEnds = [...ownTurns.values()].map((turn) => turn.beginExport());
      return () => {
        for (const endRequest of exportEnds) endRequest();
      };
    },
    receive(spans, createReader) {
      const traces = Map.groupBy(spans, ({ traceId }) => traceId);
      for (const [traceId, traceSpans] of traces) ownTurns.get(traceId)?.receive(traceSpans, createReader);
      const hasStrays = traces.keys().some((traceId) => ownTurns.get(traceId) === undefined && !hasBeen(traceId));
      if (hasStrays) for (const turn of ownTurns.values()) turn.reportMissedSpans();
    },
  };
}

function ignoreError(): undefined {
  // Ignored, because nothing uses the result of the promise.
}
