import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import type { Connectors, Variables } from '../../models/connectors.ts';
import { AgentError } from '../../ports/index.ts';
import { schemaProblems } from '../../values/index.ts';

const agentFileSchema = z.object({ system: z.record(z.string(), z.unknown()).default({}) }).nullable();

/**
 * The connector that an agent means: an id, `$ENV.NAME`, or a role (`use::light`; empty is the role `default`) that
 * `agent/agent.yml` gives to a connector. Without a role it is the only connector of the workspace, or the first that says
 * that its model calls tools.
 */
export function chooseConnector(
  agent: { id: string; connector: string },
  workspace: { root: string; connectors: Connectors; variables: Variables },
): string {
  const written = expand(agent.connector, workspace.variables);
  if (written !== '' && !written.startsWith('use::')) return written;
  const role = written === '' ? 'default' : written.slice('use::'.length);
  const roles = rolesOf(workspace.root);
  const chosen = roles[role] ?? roles.default;
  if (chosen !== undefined) return expand(chosen, workspace.variables);
  const known = workspace.connectors.list();
  const ids = known.map(({ id }) => id);
  const [only] = ids;
  if (only !== undefined && ids.length === 1) return only;
  const caller = known.find(({ toolCalls }) => toolCalls === true);
  if (caller !== undefined) return caller.id;
  throw new AgentError(
    `agent "${agent.id}" names no connector and agent/agent.yml gives the role "${role}" to none; ` +
      `choose one with -c, known: ${ids.length === 0 ? 'none' : ids.join(', ')}`,
    'configuration',
  );
}

function expand(text: string, variables: Variables): string {
  return text.startsWith('$ENV.') ? (variables[text.slice('$ENV.'.length)] ?? '') : text;
}

function rolesOf(root: string): Record<string, string> {
  const file = path.join(root, 'agent', 'agent.yml');
  if (!existsSync(file)) return {};
  const parsed = agentFileSchema.safeParse(parseRoles(file));
  if (!parsed.success) throw new AgentError(`${file}: ${schemaProblems(parsed.error)}`, 'configuration');
  const roles = Object.entries(parsed.data?.system ?? {});
  return Object.fromEntries(
    roles.filter((role): role is [string, string] => typeof role[1] === 'string' && role[1] !== ''),
  );
}

function parseRoles(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8')) ?? null;
  } catch (error) {
    throw new AgentError(`${file}: ${error instanceof Error ? error.message : String(error)}`, 'configuration');
  }
}
