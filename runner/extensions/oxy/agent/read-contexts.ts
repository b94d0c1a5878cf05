import { globSync, statSync } from 'node:fs';
import path from 'node:path';
import { jsonSchema } from '../../../contract/index.ts';
import { readBounded } from '../../../host/bounded-file.ts';
import { AgentError } from '../../../ports/index.ts';
import { type Json, type JsonObject, toErrorMessage } from '../../../values/index.ts';
import { formatYamlProblem, parseYaml } from '../../../yaml/read-yaml.ts';
import type { OxyAgentSource } from './agent-definition.ts';

export type AgentContexts = {
  /** The values of the contexts by name: texts of files, or descriptions of semantic models. */
  values: JsonObject;
  /** Notes about contexts that work differently than in oxy. */
  notes: string[];
};

/**
 * Reads the contexts of an agent file, which its instructions use. Paths and patterns are relative to the project root.
 */
export function readAgentContexts({ definition, place }: OxyAgentSource, root: string): AgentContexts {
  const values: JsonObject = {};
  const notes: string[] = [];
  for (const [index, context] of definition.context.entries()) {
    if (context.type === 'semantic_model') {
      values[context.name] = readSemanticModel(context.src, { root, from: place(['context', index, 'src']) });
      continue;
    }
    const files = context.src.flatMap((pattern) => listMatchingFiles(pattern, root));
    values[context.name] = files.map((file) => readBounded(file, { name: path.relative(root, file) }));
    const patterns = context.src.join(', ');
    if (files.length === 0) notes.push(`${place(['context', index, 'src'])}: no file matches ${patterns}`);
  }
  return { values, notes };
}

/** Returns the files below the root that match a pattern, sorted by name. */
export function listMatchingFiles(pattern: string, root: string): string[] {
  const paths = globSync(pattern, { cwd: root }).map((file) => path.resolve(root, file));
  return paths.filter((file) => statSync(file).isFile()).toSorted();
}

function readSemanticModel(src: string, { root, from }: { root: string; from: string }): Json {
  const file = path.resolve(root, src);
  const text = readContextText(file, `${from}: the semantic model ${src}`);
  const document = parseYaml(jsonSchema, { text, file: src });
  if (document.ok) return document.value;
  throw new AgentError(document.problems.map(formatYamlProblem).join('\n'), 'configuration');
}

function readContextText(file: string, title: string): string {
  try {
    return readBounded(file);
  } catch (error) {
    throw new AgentError(`${title} cannot be read: ${toErrorMessage(error)}`, 'configuration');
  }
}
