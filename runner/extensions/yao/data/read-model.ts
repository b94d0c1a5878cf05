import { globSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { jsonSchema } from '../../../contract/index.ts';
import { loadJsonc } from '../../../models/read-jsonc.ts';
import { AgentError } from '../../../ports/index.ts';
import type { AgentFolder } from '../../../scripts/agent-folders.ts';
import { findNearestWord, formatSchemaProblems } from '../../../values/index.ts';

const modelSchema = z.object({
  table: z.object({ name: z.string().optional() }).default({}),
  columns: z
    .array(
      z.object({
        name: z.string(),
        type: z.string(),
        nullable: z.boolean().optional(),
        unique: z.boolean().optional(),
        primary: z.boolean().optional(),
        default: jsonSchema.optional(),
      }),
    )
    .default([]),
  option: z.object({ timestamps: z.boolean().optional(), soft_deletes: z.boolean().optional() }).default({}),
});
/** A data model of an application. Without columns, rows accept any keys. */
export type Model = z.infer<typeof modelSchema>;

export type ModelLocations = { root: string; folders(): ReadonlyMap<string, AgentFolder> };

/**
 * The models that are part of the Yao engine have no files in an application. Rows that scripts store in them are kept
 * without a schema.
 */
const ENGINE_MODEL_PATTERN = /^__yao\./i;

/**
 * Reads the model with an id: `user.pet` is `models/user/pet.mod.yao`. Undefined if there is no such file, so that
 * other code may answer. Throws a configuration error for an id that is probably a typo.
 */
export function readModel(id: string, places: ModelLocations): Model | undefined {
  if (ENGINE_MODEL_PATTERN.test(id)) return modelSchema.parse({});
  const files = listModelFiles(places);
  const file = files.get(id.toLowerCase());
  if (file === undefined) {
    const nearestId = findNearestWord(id, [...files.keys()]);
    if (nearestId === undefined) return undefined;
    throw new AgentError(`there is no model "${id}" below models; did you mean "${nearestId}"?`, 'configuration');
  }
  const parsed = modelSchema.safeParse(loadJsonc(file));
  if (parsed.success) return parsed.data;
  throw new AgentError(`${file}: ${formatSchemaProblems(parsed.error)}`, 'configuration');
}

/** Returns the id of the model whose rows are in a table. */
export function findModelOfTable(table: string, places: ModelLocations): string | undefined {
  const ids = [...listModelFiles(places).keys()];
  return ids.find((id) => (readModel(id, places)?.table.name ?? id.replaceAll('.', '_')) === table);
}

/** Returns the model files; the keys are the ids of the models, in lower case. */
export function listModelFiles({ root, folders }: ModelLocations): Map<string, string> {
  const listModelFilesBelow = (folder: string, prefix: string) =>
    globSync('**/*.mod.{yao,json,jsonc}', { cwd: folder }).map((file): [string, string] => [
      (prefix + file.replace(/\.mod\.\w+$/, '').replaceAll(/[/\\]/g, '.')).toLowerCase(),
      path.join(folder, file),
    ]);
  const own = [...folders().values()].flatMap(({ id, dir }) =>
    listModelFilesBelow(path.join(dir, 'models'), `agents.${id}.`),
  );
  return new Map([...own, ...listModelFilesBelow(path.join(root, 'models'), '')]);
}
