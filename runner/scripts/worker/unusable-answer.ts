import { types } from 'node:util';

const COLLECT_ADVICE = 'collect what it yields, and return that';

/**
 * Describes a return value that JSON would turn into `{}` or drop, so that the agent would seem to say nothing.
 * Undefined for every value that JSON can represent.
 */
export function describeUnusableAnswer(answer: unknown): string | undefined {
  const unusableKind = describeUnusableValue(answer);
  if (unusableKind !== undefined) return `returned ${unusableKind}`;
  if (typeof answer !== 'object' || answer === null) return undefined;
  for (const key of ['content', 'next']) {
    const kind = describeUnusableValue(Reflect.get(answer, key));
    if (kind !== undefined) return `returned as "${key}" ${kind}`;
  }
  return undefined;
}

/** Describes the kind of a value that an agent returned, and what to return instead. */
function describeUnusableValue(value: unknown): string | undefined {
  if (typeof value === 'function') return 'a function; call it, and return what it answers';
  if (typeof value === 'symbol') return 'a symbol';
  if (typeof value === 'bigint') return 'a bigint; return a text or a number';
  if (typeof value !== 'object' || value === null) return undefined;
  if (types.isNativeError(value)) return `an error, ${value.message}; throw it`;
  if (types.isPromise(value)) return 'a promise inside the answer; await it';
  if (types.isMap(value)) return 'a Map; return Object.fromEntries(map)';
  if (types.isSet(value)) return 'a Set; return a list';
  if (types.isAnyArrayBuffer(value) || ArrayBuffer.isView(value)) return 'bytes; return them as text';
  return describeGeneratorOrStream(value);
}

/** Checks the tag of the value, because the first use of `Response` or `ReadableStream` loads large parts of Node. */
function describeGeneratorOrStream(value: object): string | undefined {
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1);
  if (tag === 'AsyncGenerator') return `an async generator; ${COLLECT_ADVICE}`;
  if (tag === 'Generator') return `a generator; ${COLLECT_ADVICE}`;
  if (tag === 'Response') return 'a Response; return it as the whole answer, or await response.text()';
  if (tag === 'ReadableStream') return `a stream; ${COLLECT_ADVICE}`;
  if (Symbol.asyncIterator in value)
    return `a stream of the class ${value.constructor?.name ?? 'Object'}; ${COLLECT_ADVICE}`;
  return undefined;
}
