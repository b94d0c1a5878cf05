import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AgentEntry, AuthoredCase } from '../../contract/index.ts';
import { type CaseFinding, warningAtKey } from '../../inputs/finding.ts';
import { blankOutComments } from '../../scripts/code-text.ts';
import { isJsonObject } from '../../values/index.ts';

/**
 * Finds keys in "metadata" of a case that the agent's module reads from its metadata: agents get only the "metadata" of
 * "options". A case with hooks may need both.
 */
export function createMetadataInspection(
  entry: AgentEntry | undefined,
  root: string,
): (authored: AuthoredCase) => CaseFinding[] {
  let readKeys: ReadonlySet<string> | undefined;
  return ({ metadata = null, options, before, after }) => {
    if (entry?.type !== 'module' || !isJsonObject(metadata) || before !== undefined || after !== undefined) return [];
    readKeys ??= listMetadataKeys(path.resolve(root, entry.path));
    const reached = options?.metadata ?? {};
    return Object.keys(metadata)
      .filter((key) => readKeys?.has(key) === true && !Object.hasOwn(reached, key))
      .map((key) =>
        warningAtKey(
          ['metadata', key],
          `the agent reads metadata.${key}, but gets only the "metadata" of "options"; move "${key}" there`,
        ),
      );
  };
}

function listMetadataKeys(file: string): ReadonlySet<string> {
  if (!existsSync(file)) return new Set();
  const code = blankOutComments(readFileSync(file, 'utf8'));
  return new Set([...code.matchAll(/(?<![\w$])metadata\??\.([\w$]+)/g)].map(([, key = '']) => key));
}
