import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { readBounded } from '../../../host/bounded-file.ts';
import { AgentError } from '../../../ports/index.ts';
import { formatSchemaProblems } from '../../../values/index.ts';
import { parseYaml } from '../read-yaml.ts';

const agentFileSchema = z.object({ system: z.record(z.string(), z.unknown()).default({}) }).nullish();

export const ROLES_FILE = 'agent/agent.yml';

/** Returns the connectors that `agent/agent.yml` assigns to roles, by role. */
export function readConnectorRoles(root: string): Record<string, string> {
  const file = path.join(root, ROLES_FILE);
  if (!existsSync(file)) return {};
  const parsed = agentFileSchema.safeParse(parseYaml(readBounded(file), file));
  if (!parsed.success) throw new AgentError(`${file}: ${formatSchemaProblems(parsed.error)}`, 'configuration');
  const roles = Object.entries(parsed.data?.system ?? {});
  return Object.fromEntries(
    roles.filter((role): role is [string, string] => typeof role[1] === 'string' && role[1] !== ''),
  );
}
