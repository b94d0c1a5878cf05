import { type Json, type JsonObject, toJsonText } from '../../../values/index.ts';
import type { assertionFields } from './column-map.ts';
import type { RoleAgents } from './import-source.ts';

export type AssertionColumnName = (typeof assertionFields)[number];

/** An assertion. `note` explains how an ambiguous column was interpreted; it is the same for all rows. */
export type AssertionWithNote = { assertion: JsonObject; note?: string };

/**
 * Returns the assertion for a mapped column. Agents rarely repeat a reference answer word by word, so it becomes a
 * criterion for the judge; without a judge, it becomes a text that the answer must contain. Undefined if the column
 * needs a judge and there is none.
 */
export function toColumnAssertion(
  field: AssertionColumnName,
  value: Json,
  { judge }: RoleAgents,
): AssertionWithNote | undefined {
  switch (field) {
    case 'equals':
      return { assertion: { type: 'equals', value } };
    case 'contains':
      return { assertion: { type: 'contains', value: toJsonText(value), ignore_case: true } };
    case 'criteria':
      return judge === undefined ? undefined : { assertion: { type: 'agent', use: `agents:${judge}`, value } };
    case 'expected':
      return toReferenceAssertion(value, judge);
    default:
      return field satisfies never;
  }
}

function toReferenceAssertion(value: Json, judge: string | undefined): AssertionWithNote {
  if (Array.isArray(value)) {
    return { assertion: { type: 'equals', value }, note: 'is a list: the answer has to be equal to it' };
  }
  if (typeof value !== 'string') {
    return {
      assertion: { type: 'json_path', path: '$', value },
      note: 'is data: the JSON of the answer has to be equal to it',
    };
  }
  if (judge === undefined) {
    const note = 'is a text that the answer has to contain (contains); --map equals=… requires an exact match';
    return { assertion: { type: 'contains', value, ignore_case: true, ignore_space: true }, note };
  }
  const criterion = `The answer says what this reference answer says: ${value}`;
  const note = `is a criterion for the judge "${judge}"; --map equals=… or contains=… asks no judge`;
  return { assertion: { type: 'agent', use: `agents:${judge}`, value: criterion }, note };
}
