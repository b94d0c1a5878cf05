import { readFileSync } from 'node:fs';
import { messageOf } from '../../../lib/errors.ts';
import { positionOfKey } from '../../../lib/workspace/config-place.ts';
import type { LoadedConfig } from '../../../lib/workspace/load-config.ts';
import { createAgents } from '../../agents/create-agents.ts';
import { MissingVariable } from '../../models/missing-variable.ts';
import { displayName } from '../report/display-name.ts';
import { systems } from '../systems.ts';
import type { Terminal } from '../terminal.ts';
import type { LintFinding } from './lint-finding.ts';

/**
 * What keeps agents of a workspace's config from being asked: placeholders, programs, modules, connectors. Nobody is
 * asked. Variables that are not set here may be set where the tests run, so that they are warnings.
 */
export async function checkConfigAgents(
  { root, config, file }: LoadedConfig & { root: string },
  { cwd, variables }: Pick<Terminal, 'cwd' | 'variables'>,
  signal: AbortSignal,
): Promise<LintFinding[]> {
  const agents = createAgents({ root, config, variables, systems });
  const findings: LintFinding[] = [];
  for (const id of Object.keys(config.agents)) {
    try {
      await agents.agent({ id }, signal);
    } catch (error) {
      const place = positionOfKey(readFileSync(file, 'utf8'), file, ['agents', id]) ?? { line: 1, column: 1 };
      const severity = error instanceof MissingVariable ? 'warning' : 'error';
      findings.push({ severity, file: displayName(file, cwd), ...place, message: messageOf(error) });
    }
  }
  await agents.close();
  return findings;
}
