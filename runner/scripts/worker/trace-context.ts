/** The part of the OpenTelemetry API's process-wide registry that is used here. */
type TelemetryRegistry = {
  context?: { active(): OtelContext; with<Value>(context: OtelContext, run: () => Value): Value };
  trace?: { getDelegate?(): FlushableProvider };
};
type OtelContext = { setValue(key: symbol, value: unknown): OtelContext };
type FlushableProvider = { forceFlush?: () => Promise<void> };

/** The keys of the registry that all 1.x copies of `@opentelemetry/api` share. */
const OTEL_REGISTRY_SYMBOL = Symbol.for('opentelemetry.js.api.1');
const SPAN_CONTEXT_SYMBOL = Symbol.for('OpenTelemetry Context Key SPAN');

/** Runs a call with `traceparent` as the parent of its spans, if its module has set up an OpenTelemetry SDK. */
export function runInTrace<Value>(traceparent: string | undefined, run: () => Value): Value {
  const manager = getTelemetryRegistry()?.context;
  const [, traceId, spanId] = traceparent?.split('-') ?? [];
  if (manager === undefined || traceId === undefined || spanId === undefined) return run();
  return manager.with(
    manager
      .active()
      .setValue(SPAN_CONTEXT_SYMBOL, createRemoteSpan({ traceId, spanId, traceFlags: 1, isRemote: true })),
    run,
  );
}

/** Returns a function that flushes ended spans. It returns undefined if there is no SDK that buffers them. */
export function createSpanFlusher(): () => Promise<void> | undefined {
  let before: Promise<unknown> = Promise.resolve();
  return () => {
    const provider: FlushableProvider | undefined = getTelemetryRegistry()?.trace?.getDelegate?.();
    const sent = provider?.forceFlush?.().catch(ignoreError);
    if (sent === undefined) return undefined;
    // Spans of this call may be in a batch that is already being exported for another call, so this waits for that
    // export too.
    const all = Promise.all([before, sent]).then(ignoreError);
    before = all;
    return all;
  };
}

function getTelemetryRegistry(): TelemetryRegistry | undefined {
  return Reflect.get(globalThis, OTEL_REGISTRY_SYMBOL);
}

/** A span of another process. It can be referenced as a parent, but not written to. */
function createRemoteSpan(context: object): object {
  const span: object = new Proxy(
    { spanContext: () => context, isRecording: () => false },
    { get: (own, name) => Reflect.get(own, name) ?? (() => span) },
  );
  return span;
}

function ignoreError(): void {
  // The SDK logs failed exports itself, so they are ignored here.
}
