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
/** A data model of an application. If it declares no columns, rows may have any keys. */
export type Model = z.infer<typeof modelSchema>;

export type ModelLocations = { root: string; folders(): ReadonlyMap<string, AgentFolder> };

/**
 * Matches the ids of models that are part of the Yao engine. An application has no files for them. Rows that scripts
 * store in them are kept without a schema.
 */
const ENGINE_MODEL_PATTERN = /^__yao\./i;

/**
 * Reads the model with the given id: `user.pet` is `models/user/pet.mod.yao`. Returns undefined if there is no such
 * file, so that the caller can look elsewhere. Throws a configuration error for an id that is probably misspelt.
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

/** Returns the id of the model that describes a database table. */
export function findModelOfTable(table: string, places: ModelLocations): string | undefined {
  const ids = [...listModelFiles(places).keys()];
  return ids.find((id) => (readModel(id, places)?.table.name ?? id.replaceAll('.', '_')) === table);
}

/** Returns the model files by id, in lower case. */
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
