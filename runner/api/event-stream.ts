/**
 * Passes values from a producer to any number of iterators. An iterator gets the values that are pushed after it was
 * created.
 */
export type EventStream<Value> = {
  push(value: Value): void;
  /** Ends all iterators. If there is an error, they throw it. */
  end(error?: unknown): void;
  openIterator(): AsyncIterableIterator<Value>;
};

type StreamReaderState<Value> = { queuedValues: Value[]; resolveWait: () => void; isOver: boolean };
type StreamEnd = { error?: unknown };

export function createEventStream<Value>(): EventStream<Value> {
  const readers = new Set<StreamReaderState<Value>>();
  let streamEnd: StreamEnd | undefined;

  async function* readFromQueue(reader: StreamReaderState<Value>): AsyncGenerator<Value, undefined> {
    try {
      while (!reader.isOver) {
        yield* reader.queuedValues.splice(0);
        if (reader.queuedValues.length > 0) continue;
        if (streamEnd !== undefined) {
          if ('error' in streamEnd) throw streamEnd.error;
          return undefined;
        }
        await new Promise<void>((resolve) => {
          reader.resolveWait = resolve;
        });
      }
      return undefined;
    } finally {
      readers.delete(reader);
    }
  }

  return {
    push(value) {
      for (const reader of readers) {
        reader.queuedValues.push(value);
        reader.resolveWait();
      }
    },
    end(...error) {
      streamEnd = error.length === 0 ? {} : { error: error[0] };
      for (const reader of readers) reader.resolveWait();
    },
    openIterator() {
      const reader: StreamReaderState<Value> = { queuedValues: [], resolveWait: () => undefined, isOver: false };
      readers.add(reader);
      const generator = readFromQueue(reader);
      return {
        next: () => generator.next(),
        return() {
          // Resumes the waiting reader first, because `return()` of a generator waits for its pending `next()`.
          reader.isOver = true;
          readers.delete(reader);
          reader.resolveWait();
          return generator.return(undefined);
        },
        [Symbol.asyncIterator]() {
          return this;
        },
      };
    },
  };
}
