import { isJsonObject, type Json } from '../../../values/index.ts';

/** A field of a case, and the column or member that provides its value. */
export type MappedField = { field: string; column: string };

/** Fields against which an answer is checked; see `toColumnAssertion`. */
export const assertionFields = ['expected', 'equals', 'contains', 'criteria'] as const;
const mappableFields = ['id', 'name', 'input', ...assertionFields, 'tags', 'user', 'team'];

/** Parses column mappings such as `input=question,expected=answer,metadata.topic=topic`. */
export function parseColumnMap(
  text: string,
): { ok: true; mappedFields: MappedField[] } | { ok: false; problem: string } {
  const mappedFields: MappedField[] = [];
  for (const pair of text.split(',').map((part) => part.trim())) {
    const at = pair.indexOf('=');
    const [field, column] = [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()];
    if (at < 1 || column === '') return { ok: false, problem: `"${pair}" is not field=column` };
    if (!mappableFields.includes(field) && !/^metadata\.[^.]+$/.test(field)) {
      return {
        ok: false,
        problem: `a case has no field "${field}"; map ${mappableFields.join(', ')} or metadata.<name>`,
      };
    }
    if (mappedFields.some((mapping) => mapping.field === field))
      return { ok: false, problem: `"${field}" is mapped twice` };
    mappedFields.push({ field, column });
  }
  return { ok: true, mappedFields };
}

/**
 * Returns the value of a column: the member with this name or, if there is none, the value at a path such as `a.0.b`.
 */
export function findColumnValue(row: Json, column: string): Json | undefined {
  if (isJsonObject(row) && Object.hasOwn(row, column)) return row[column];
  return column.split('.').reduce<Json | undefined>((value, part) => {
    if (Array.isArray(value)) return /^\d+$/.test(part) ? value[Number(part)] : undefined;
    return isJsonObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  }, row);
}
