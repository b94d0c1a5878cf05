import { findNearestWord } from '../values/index.ts';

/** Returns the message for an unknown or missing `type`. */
export function describeUnknownType(what: string, input: unknown, knownTypes: readonly string[]): string {
  const givenType = typeof input === 'object' && input !== null && 'type' in input ? input.type : undefined;
  const near = typeof givenType === 'string' ? findNearestWord(givenType, knownTypes) : undefined;
  const suggestion = near === undefined ? '' : `; did you mean "${near}"?`;
  const named = givenType === undefined ? 'missing' : JSON.stringify(givenType);
  return `${what} type ${named} is not supported; known types: ${knownTypes.join(', ')}${suggestion}`;
}
