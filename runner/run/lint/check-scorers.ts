import { readFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '../../../lib/errors.ts';
import { positionOfKey } from '../../../lib/workspace/config-place.ts';
import type { LoadedConfig } from '../../../lib/workspace/load-config.ts';
import { createAgents } from '../../agents/create-agents.ts';
import type { TestCase } from '../../contract/index.ts';
import { isScored } from '../../fold/index.ts';
import { createScorerHost } from '../../scorers/create-scorer-host.ts';
import { displayName } from '../report/display-name.ts';
import { systems } from '../systems.ts';
import type { Terminal } from '../terminal.ts';
import type { LintFinding } from './lint-finding.ts';

export type ScorerCheck = {
  /** Scorers of the config that are not there or cannot be read. */
  config(): Promise<LintFinding[]>;
  /** Types of a table's rows that nothing scores, each where it comes first. */
  rows(file: string, cases: readonly TestCase[]): Promise<LintFinding[]>;
  close(): Promise<void>;
};

/** Looks for what scores the rows of tables in a workspace. No code of the workspace is run, and nobody is asked. */
export function createScorerCheck(
  { root, config, file }: LoadedConfig & { root: string },
  { cwd, variables }: Pick<Terminal, 'cwd' | 'variables'>,
): ScorerCheck {
  const scorers = createScorerHost({ root, config, variables });
  const agents = createAgents({ root, config, variables, systems });

  async function problemOf(type: string, folder: string): Promise<string | undefined> {
    try {
      for (const id of await scorers.check({ type, folder })) agents.describe(id);
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  return {
    async config() {
      const findings: LintFinding[] = [];
      for (const type of Object.keys(config.scorers)) {
        const message = await problemOf(type, root);
        if (message === undefined) continue;
        const place = positionOfKey(readFileSync(file, 'utf8'), file, ['scorers', type]) ?? { line: 1, column: 1 };
        findings.push({ severity: 'error', file: displayName(file, cwd), ...place, message });
      }
      return findings;
    },
    async rows(table, cases) {
      const findings: LintFinding[] = [];
      for (const [type, line] of typesOf(cases)) {
        if (Object.hasOwn(config.scorers, type)) continue;
        const message = await problemOf(type, path.dirname(table));
        if (message === undefined) continue;
        findings.push({ severity: 'error', file: displayName(table, cwd), line, column: 1, message });
      }
      return findings;
    },
    async close() {
      await Promise.all([scorers.close(), agents.close()]);
    },
  };
}

function typesOf(cases: readonly TestCase[]): Map<string, number> {
  const types = new Map<string, number>();
  for (const row of cases) {
    if (!isScored(row)) continue;
    for (const type of row.scorers) if (!types.has(type)) types.set(type, row.line ?? 1);
  }
  return types;
}
