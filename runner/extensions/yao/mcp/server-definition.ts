import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { expandVariable, type Variables } from '../../../models/connectors.ts';
import { loadJsonc } from '../../../models/read-jsonc.ts';
import { AgentError, BrokenFilesError } from '../../../ports/index.ts';
import type { AgentFolder } from '../../../scripts/agent-folders.ts';
import { findNearestWord, listSchemaProblems } from '../../../values/index.ts';
import { createKeyPositions } from '../key-positions.ts';

const nonEmptyTextSchema = z.string().min(1);
const definitionSchema = z.discriminatedUnion(
  'transport',
  [
    z.object({ transport: z.literal('process'), tools: z.record(nonEmptyTextSchema, nonEmptyTextSchema).default({}) }),
    z.object({
      transport: z.literal('stdio'),
      command: nonEmptyTextSchema,
      arguments: z.array(z.string()).default([]),
      env: z.record(z.string(), z.string()).default({}),
    }),
    z.object({
      transport: z.enum(['http', 'sse']),
      url: nonEmptyTextSchema,
      authorization_token: z.string().optional(),
    }),
  ],
  { error: () => 'transport must be process, stdio, http or sse' },
);
type AuthoredServerDefinition = z.infer<typeof definitionSchema>;

/** The contents of a `*.mcp.yao` file. `mapping` is the folder with the schemas of the server's tools. */
export type ServerDefinition = AuthoredServerDefinition & { id: string; file: string; mapping: string };

export type ServerLocations = {
  root: string;
  variables: Variables;
  maxAnswer: number;
  folders(): ReadonlyMap<string, AgentFolder>;
};

const serverFileExtensions = ['.mcp.yao', '.mcp.json', '.mcp.jsonc'];

/**
 * Finds the server with the given id: `a.b` is `mcps/a/b.mcp.yao` of the workspace, `agents.<assistant>.tools` is
 * `mcps/tools.mcp.yao` of that assistant. Throws a configuration error that lists the existing servers if there is
 * none.
 */
export function findServer(id: string, places: ServerLocations): ServerDefinition {
  for (const { folder, name } of listDefinitionFiles(id, places)) {
    const stem = path.join(folder, ...name.split('.'));
    const file = serverFileExtensions.map((ending) => stem + ending).find((candidate) => existsSync(candidate));
    if (file !== undefined) {
      const mapping = path.join(folder, 'mapping', ...name.split('.'));
      return { ...readDefinition(file, places.variables), id, file, mapping };
    }
  }
  const serverIds = listKnownServers(places);
  const nearestId = serverIds.find((other) => other.endsWith(`.${id}`)) ?? findNearestWord(id, serverIds);
  const knownIdsText = serverIds.length === 0 ? 'none is defined' : `there are ${serverIds.join(', ')}`;
  const hint = nearestId === undefined ? knownIdsText : `did you mean "${nearestId}"?`;
  throw new AgentError(`there is no MCP server "${id}"; ${hint}`, 'configuration');
}

function listDefinitionFiles(id: string, { root, folders }: ServerLocations): { folder: string; name: string }[] {
  const own = [...folders().values()]
    .filter((folder) => id.startsWith(`agents.${folder.id}.`))
    .toSorted((one, other) => other.id.length - one.id.length)
    .map(({ id: agentId, dir }) => ({ folder: path.join(dir, 'mcps'), name: id.slice(`agents.${agentId}.`.length) }));
  return [...own, { folder: path.join(root, 'mcps'), name: id }];
}

function readDefinition(file: string, variables: Variables): AuthoredServerDefinition {
  const parsed = definitionSchema.safeParse(loadJsonc(file));
  if (!parsed.success) {
    const placeOf = createKeyPositions(file);
    throw new BrokenFilesError(
      listSchemaProblems(parsed.error).map(({ path: keys, message }) => ({ ...placeOf(keys), message })),
    );
  }
  const expandTemplate = (template: string) => expandVariable(template, variables) ?? '';
  const { data } = parsed;
  switch (data.transport) {
    case 'process':
      return data;
    case 'stdio':
      return {
        ...data,
        command: expandTemplate(data.command),
        arguments: data.arguments.map(expandTemplate),
        env: Object.fromEntries(Object.entries(data.env).map(([name, value]) => [name, expandTemplate(value)])),
      };
    case 'http':
    case 'sse': {
      const { authorization_token: token, ...rest } = data;
      return { ...rest, url: expandTemplate(data.url), authorization_token: token && expandTemplate(token) };
    }
    default:
      return data satisfies never;
  }
}

function listKnownServers({ root, folders }: ServerLocations): string[] {
  const own = [...folders().values()].flatMap(({ id, dir }) => listServerIds(path.join(dir, 'mcps'), `agents.${id}.`));
  return [...own, ...listServerIds(path.join(root, 'mcps'), '')];
}

/** Returns the ids of the servers that are defined in a folder and its subfolders. */
export function listServerIds(folder: string, prefix: string): string[] {
  return globSync('**/*.mcp.{yao,json,jsonc}', { cwd: folder }).map(
    (file) => prefix + file.replace(/\.mcp\.\w+$/, '').replaceAll(/[/\\]/g, '.'),
  );
}
