import { loadJsonc } from '../../../models/read-jsonc.ts';
import { AgentError } from '../../../ports/index.ts';
import { castToJson, findNearestWord, isJsonObject, type Json, type JsonObject } from '../../../values/index.ts';
import { listModelFiles, type ModelLocations } from './read-model.ts';

/**
 * Answers the Yao processes `model.list`, `model.dsl` and `model.exists` from the model files of an application.
 * Returns undefined for other Yao processes.
 */
export function describeModels(name: string, values: readonly Json[], places: ModelLocations): Json | undefined {
  const [first, second] = values;
  switch (name.toLowerCase()) {
    case 'model.list':
      return [...listModelFiles(places)].map(([id, file]) => describeModel({ id, file }, first)).sort(compareById);
    case 'model.exists':
      return listModelFiles(places).has(toLowerCaseId(first));
    case 'model.dsl': {
      const files = listModelFiles(places);
      const file = files.get(toLowerCaseId(first));
      if (file !== undefined) return describeModel({ id: toLowerCaseId(first), file }, second);
      const nearestId = findNearestWord(toLowerCaseId(first), [...files.keys()]);
      const hint = nearestId === undefined ? '' : `; did you mean "${nearestId}"?`;
      throw new AgentError(`Exception|404: there is no model "${toLowerCaseId(first)}" below models${hint}`, 'agent');
    }
    default:
      return undefined;
  }
}

function toLowerCaseId(value: Json | undefined): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}

/**
 * Returns the description of a model. `columns` (by name) and `metadata` (the contents of the model file) are included
 * on request.
 */
function describeModel({ id, file }: { id: string; file: string }, options: Json | undefined): JsonObject {
  const model = castToJson(loadJsonc(file));
  const dsl = isJsonObject(model) ? model : {};
  const { name = id, description = '', columns } = dsl;
  const { columns: withColumns, metadata: withMetadata } = isJsonObject(options) ? options : {};
  const listedColumns = Array.isArray(columns)
    ? columns.filter(isJsonObject).map((column): [string, Json] => [String(column.name), column])
    : [];
  return {
    id,
    name,
    description,
    ...(withColumns === true ? { columns: Object.fromEntries(listedColumns) } : {}),
    ...(withMetadata === true ? { metadata: dsl } : {}),
  };
}

function compareById(left: JsonObject, right: JsonObject): number {
  return String(left.id) < String(right.id) ? -1 : 1;
}
