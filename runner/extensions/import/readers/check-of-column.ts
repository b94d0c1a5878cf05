import { type Json, type JsonObject, jsonText } from '../../../values/index.ts';
import type { checkFields } from './column-map.ts';
import type { Players } from './imported.ts';

export type CheckField = (typeof checkFields)[number];

/** `note` says, for all rows alike, what was made of them where there was a choice. */
export type CheckOfColumn = { assertion: JsonObject; note?: string };

/**
 * The assertion that a mapped column means. A reference answer is no answer that an agent would give word by word: it is a
 * criterion for the judge, or else a text that the answer has to hold. Undefined where nobody can judge.
 */
export function checkOfColumn(field: CheckField, value: Json, { judge }: Players): CheckOfColumn | undefined {
  switch (field) {
    case 'equals':
      return { assertion: { type: 'equals', value } };
    case 'contains':
      return { assertion: { type: 'contains', value: jsonText(value), ignore_case: true } };
    case 'criteria':
      return judge === undefined ? undefined : { assertion: { type: 'agent', use: `agents:${judge}`, value } };
    case 'expected':
      return checkOfReference(value, judge);
    default:
      return field satisfies never;
  }
}

function checkOfReference(value: Json, judge: string | undefined): CheckOfColumn {
  if (Array.isArray(value)) {
    return { assertion: { type: 'equals', value }, note: 'is a list: the answer has to be equal to it' };
  }
  if (typeof value !== 'string') {
    return { assertion: { type: 'json_path', path: '$', value }, note: 'is data: it has to be the JSON of the answer' };
  }
  if (judge === undefined) {
    const note = 'is a text that the answer has to hold (contains); --map equals=… demands it word by word';
    return { assertion: { type: 'contains', value, ignore_case: true, ignore_space: true }, note };
  }
  const criterion = `The answer says what this reference answer says: ${value}`;
  const note = `is a criterion for the judge "${judge}"; --map equals=… or contains=… asks no judge`;
  return { assertion: { type: 'agent', use: `agents:${judge}`, value: criterion }, note };
}
