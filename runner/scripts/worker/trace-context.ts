/** What the API of OpenTelemetry keeps for all its copies in a process, as far as it is used here. */
type Registered = {
  context?: { active(): Context; with<Value>(context: Context, run: () => Value): Value };
  trace?: { getDelegate?(): Flushable };
};
type Context = { setValue(key: symbol, value: unknown): Context };
type Flushable = { forceFlush?: () => Promise<void> };

/** Names that all copies of `@opentelemetry/api` 1.x agree on. */
const API = Symbol.for('opentelemetry.js.api.1');
const SPAN = Symbol.for('OpenTelemetry Context Key SPAN');

/** Runs a call so that the spans of its code are below `traceparent`, where its module has set up an SDK of OpenTelemetry. */
export function belowTrace<Value>(traceparent: string | undefined, run: () => Value): Value {
  const manager = registered()?.context;
  const [, traceId, spanId] = traceparent?.split('-') ?? [];
  if (manager === undefined || traceId === undefined || spanId === undefined) return run();
  return manager.with(
    manager.active().setValue(SPAN, remoteSpan({ traceId, spanId, traceFlags: 1, isRemote: true })),
    run,
  );
}

/** Answers what sends the spans that have ended, if there is an SDK that keeps them for later. */
export function createSpanSender(): () => Promise<void> | undefined {
  let before: Promise<unknown> = Promise.resolve();
  return () => {
    const provider: Flushable | undefined = registered()?.trace?.getDelegate?.();
    const sent = provider?.forceFlush?.().catch(ignore);
    if (sent === undefined) return undefined;
    // Spans of this call may be in a batch that is on its way for another.
    const all = Promise.all([before, sent]).then(ignore);
    before = all;
    return all;
  };
}

function registered(): Registered | undefined {
  return Reflect.get(globalThis, API);
}

/** A span of another process: it can be pointed to, and nothing can be written into it. */
function remoteSpan(context: object): object {
  const span: object = new Proxy(
    { spanContext: () => context, isRecording: () => false },
    { get: (own, name) => Reflect.get(own, name) ?? (() => span) },
  );
  return span;
}

function ignore(): void {
  // Whoever cannot send says so in the log of the SDK.
}
