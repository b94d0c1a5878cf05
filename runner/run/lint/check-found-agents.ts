import path from 'node:path';
import { messageOf } from '../../../lib/errors.ts';
import type { LoadedConfig } from '../../../lib/workspace/load-config.ts';
import type { FoundAgent } from '../../agents/agent-format.ts';
import { createAgents } from '../../agents/create-agents.ts';
import { MissingVariable } from '../../models/missing-variable.ts';
import type { AgentProvider } from '../../ports/index.ts';
import { createScriptHost } from '../../scripts/create-script-host.ts';
import { displayName } from '../report/display-name.ts';
import { systems } from '../systems.ts';
import type { Terminal } from '../terminal.ts';
import type { LintFinding } from './lint-finding.ts';

/**
 * What keeps agents that have files of their own from being asked, and what these files say of themselves. Nobody is asked. Variables that are not set here may be set where the tests run, so that they are warnings.
 */
export async function checkFoundAgents(
  { root, config, handlers }: LoadedConfig & { root: string },
  { cwd, variables }: Pick<Terminal, 'cwd' | 'variables'>,
  signal: AbortSignal,
): Promise<LintFinding[]> {
  const scripts = createScriptHost({ root, variables, handlers, systems });
  const agents = createAgents({ root, config, variables, systems, handlers: scripts.handlers });
  // A file that several others need is broken once.
  const findings = new Map<string, LintFinding>();
  for (const agent of agents.found()) {
    for (const { severity, line } of await linesOf(agent, agents, signal)) {
      const finding = findingOf(line, severity, agent.id);
      findings.set(line, { ...finding, file: displayName(path.join(root, finding.file), cwd) });
    }
  }
  await Promise.all([agents.close(), scripts.close()]);
  return [...findings.values()];
}

type Line = { severity: LintFinding['severity']; line: string };

async function linesOf({ id, notes }: FoundAgent, agents: AgentProvider, signal: AbortSignal): Promise<Line[]> {
  if (notes === undefined) return [];
  try {
    await agents.agent({ id }, signal);
    return notes().map((line) => ({ severity: 'warning', line }));
  } catch (error) {
    const severity = error instanceof MissingVariable ? 'warning' : 'error';
    return placedLines(messageOf(error)).map((line) => ({ severity, line }));
  }
}

const placed = /^(\S+):(\d+):(\d+): (.*)$/s;

/** Lines that say no place go on with the one before. */
function placedLines(message: string): string[] {
  const lines: string[] = [];
  for (const line of message.split('\n')) {
    if (lines.length === 0 || placed.test(line)) lines.push(line);
    else lines.push(`${lines.pop()}\n${line}`);
  }
  return lines;
}

function findingOf(line: string, severity: LintFinding['severity'], id: string): LintFinding {
  const [, file = id, at = '1', column = '1', message = line] = placed.exec(line) ?? [];
  return { severity, file, line: Number(at), column: Number(column), message };
}
