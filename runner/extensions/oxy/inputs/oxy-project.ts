import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { jsonSchema } from '../../../contract/index.ts';
import { readBounded } from '../../../host/bounded-file.ts';
import { parseYaml } from '../../../yaml/read-yaml.ts';
import { isOxyConfig } from '../oxy-config.ts';

/** A project: the folder to which agent ids and paths are relative, and the models in its config. */
export type OxyProject = { root: string; models: readonly string[] };

const MAX_FOLDER_LEVELS = 10;
const modelNameSchema = z.object({ name: z.string() });
const configSchema = z.object({ models: z.array(z.unknown()) });

/** Returns the project of a file: the nearest project folder above it, up to ten levels. */
export function findOxyProject(file: string): OxyProject | undefined {
  let folder = path.dirname(path.resolve(file));
  for (let level = 0; level <= MAX_FOLDER_LEVELS; level += 1) {
    const models = readModelNames(path.join(/* turbopackIgnore: true */ folder, 'config.yml'));
    if (models !== undefined) return { root: folder, models };
    folder = path.dirname(folder);
  }
  return undefined;
}

/**
 * Ignores errors in the config, because they are reported when the models are created; only the names are needed here.
 */
function readModelNames(file: string): string[] | undefined {
  if (!existsSync(file)) return undefined;
  const text = readBounded(file);
  if (!isOxyConfig(text)) return undefined;
  const config = parseYaml(jsonSchema, { text, file });
  if (!config.ok) return [];
  return (
    configSchema
      .safeParse(config.value)
      .data?.models.flatMap((model) => modelNameSchema.safeParse(model).data?.name ?? []) ?? []
  );
}
