import { readJsonc } from '../../../models/read-jsonc.ts';
import { AgentError } from '../../../ports/index.ts';
import { asJson, isJsonObject, type Json, type JsonObject, nearestWord } from '../../../values/index.ts';
import { type ModelPlaces, modelFiles } from './read-model.ts';

/**
 * Answers the Yao processes `model.list`, `model.dsl` and `model.exists` from the model files of an application.
 * Returns undefined for other Yao processes.
 */
export function describeModels(name: string, values: readonly Json[], places: ModelPlaces): Json | undefined {
  const [first, second] = values;
  switch (name.toLowerCase()) {
    case 'model.list':
      return [...modelFiles(places)].map(([id, file]) => describeModel({ id, file }, first)).sort(compareById);
    case 'model.exists':
      return modelFiles(places).has(lowerCaseId(first));
    case 'model.dsl': {
      const files = modelFiles(places);
      const file = files.get(lowerCaseId(first));
      if (file !== undefined) return describeModel({ id: lowerCaseId(first), file }, second);
      const near = nearestWord(lowerCaseId(first), [...files.keys()]);
      const hint = near === undefined ? '' : `; did you mean "${near}"?`;
      throw new AgentError(`Exception|404: there is no model "${lowerCaseId(first)}" below models${hint}`, 'agent');
    }
    default:
      return undefined;
  }
}

function lowerCaseId(value: Json | undefined): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}

/** `columns` (by name) and `metadata` (the file) are included on request. */
function describeModel({ id, file }: { id: string; file: string }, options: Json | undefined): JsonObject {
  const model = asJson(readJsonc(file));
  const dsl = isJsonObject(model) ? model : {};
  const { name = id, description = '', columns } = dsl;
  const { columns: withColumns, metadata: withMetadata } = isJsonObject(options) ? options : {};
  const named = Array.isArray(columns)
    ? columns.filter(isJsonObject).map((column): [string, Json] => [String(column.name), column])
    : [];
  return {
    id,
    name,
    description,
    ...(withColumns === true ? { columns: Object.fromEntries(named) } : {}),
    ...(withMetadata === true ? { metadata: dsl } : {}),
  };
}

function compareById(left: JsonObject, right: JsonObject): number {
  return String(left.id) < String(right.id) ? -1 : 1;
}
