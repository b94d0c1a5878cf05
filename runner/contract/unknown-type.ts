import { findNearestWord } from '../values/index.ts';

/** Returns the error message for an unknown or missing `type`. */
export function describeUnknownType(subject: string, input: unknown, knownTypes: readonly string[]): string {
  const givenType = typeof input === 'object' && input !== null && 'type' in input ? input.type : undefined;
  const nearestType = typeof givenType === 'string' ? findNearestWord(givenType, knownTypes) : undefined;
  const suggestion = nearestType === undefined ? '' : `; did you mean "${nearestType}"?`;
  const typeLabel = givenType === undefined ? 'missing' : JSON.stringify(givenType);
  return `${subject} type ${typeLabel} is not supported; known types: ${knownTypes.join(', ')}${suggestion}`;
}
