import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { readBounded } from '../../../host/bounded-file.ts';
import { parseYaml } from '../../../yaml/read-yaml.ts';

/**
 * A database in `config.yml`. For DuckDB, it has a `dataset` (a folder of CSV and Parquet files) or a `path` (a
 * database file).
 */
export type ProjectDatabase = z.infer<typeof databaseSchema>;

const nonEmptyTextSchema = z.string().min(1);
const databaseSchema = z
  .looseObject({
    name: nonEmptyTextSchema,
    type: nonEmptyTextSchema,
    dataset: nonEmptyTextSchema.optional(),
    file_search_path: nonEmptyTextSchema.optional(),
    path: nonEmptyTextSchema.optional(),
    datasets: z.record(z.string(), z.unknown()).catch({}),
  })
  .transform(({ name, type, dataset, file_search_path, path: file, datasets }) => ({
    name,
    type,
    file,
    folder: dataset ?? file_search_path,
    datasets: Object.keys(datasets),
  }));
const configSchema = z.looseObject({ databases: z.array(databaseSchema).catch([]) });

/**
 * Returns the databases in the `config.yml` of a project. Ignores other mistakes in that file, because they are
 * reported when its models are read.
 */
export function readDatabases(root: string): ProjectDatabase[] {
  const file = path.join(root, 'config.yml');
  if (!existsSync(file)) return [];
  const config = parseYaml(configSchema, { text: readBounded(file, { name: 'config.yml' }), file: 'config.yml' });
  return config.ok ? config.data.databases : [];
}
