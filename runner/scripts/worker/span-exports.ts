/** The calls that have ended while their spans are still being exported. */
export type SpanExports = {
  /** Resolves when the spans have been exported, or after a timeout. */
  beginExport(id: number): Promise<void>;
  end(id: number): void;
  endAll(): void;
  size(): number;
};

/** The time to wait for an export: exporters themselves time out after ten seconds by default. */
const EXPORT_TIMEOUT_MS = 10_000;

/** Tracks exports of spans in progress; calls `onEnd` after each export. */
export function createSpanExports(onEnd: () => void): SpanExports {
  const open = new Map<number, () => void>();
  function endExport(id: number): void {
    open.get(id)?.();
    if (open.delete(id)) onEnd();
  }
  return {
    end: endExport,
    beginExport(id) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(endExport, EXPORT_TIMEOUT_MS, id).unref();
      open.set(id, () => {
        clearTimeout(timer);
        resolve();
      });
      return promise;
    },
    endAll() {
      for (const id of [...open.keys()]) endExport(id);
    },
    size: () => open.size,
  };
}
