import { nearest } from '../values/index.ts';

/** Describes a `type` that is unknown or missing. */
export function unknownType(what: string, input: unknown, known: readonly string[]): string {
  const written = typeof input === 'object' && input !== null && 'type' in input ? input.type : undefined;
  const near = typeof written === 'string' ? nearest(written, known) : undefined;
  const suggestion = near === undefined ? '' : `; did you mean "${near}"?`;
  const named = written === undefined ? 'missing' : JSON.stringify(written);
  return `${what} type ${named} is not supported; known types: ${known.join(', ')}${suggestion}`;
}
