import path from 'node:path';
import { messageOf } from '../../../lib/errors.ts';
import type { LoadedConfig } from '../../../lib/workspace/load-config.ts';
import { createAgents } from '../../agents/create-agents.ts';
import { readOxyAgent } from '../../compat/oxy/agent/agent-definition.ts';
import { readInstructions } from '../../compat/oxy/agent/instructions.ts';
import { listOxyFiles, type OxyFile } from '../../compat/oxy/agent/oxy-files.ts';
import { readWorkflow } from '../../compat/oxy/agent/workflow/read-workflow.ts';
import { MissingVariable } from '../../models/missing-variable.ts';
import type { AgentProvider } from '../../ports/index.ts';
import { createScriptHost } from '../../scripts/create-script-host.ts';
import { displayName } from '../report/display-name.ts';
import type { Terminal } from '../terminal.ts';
import type { LintFinding } from './lint-finding.ts';

/**
 * What keeps the agents and workflows of an oxy project from being asked, and what their templates name that nothing
 * gives. Nobody is asked. Variables that are not set here may be set where the tests run, so that they are warnings.
 */
export async function checkOxyFiles(
  { root, config, handlers }: LoadedConfig & { root: string },
  { cwd, variables }: Pick<Terminal, 'cwd' | 'variables'>,
  signal: AbortSignal,
): Promise<LintFinding[]> {
  const files = listOxyFiles(root);
  if (files.length === 0) return [];
  const scripts = createScriptHost({ root, variables, handlers });
  const agents = createAgents({ root, config, variables, handlers: scripts.handlers });
  // A file that several others need is broken once.
  const findings = new Map<string, LintFinding>();
  for (const file of files) {
    for (const { severity, line } of await linesOf(file, { root, agents }, signal)) {
      const finding = findingOf(line, severity, file.id);
      findings.set(line, { ...finding, file: displayName(path.join(root, finding.file), cwd) });
    }
  }
  await Promise.all([agents.close(), scripts.close()]);
  return [...findings.values()];
}

type Line = { severity: LintFinding['severity']; line: string };

async function linesOf(
  { id, kind, file }: OxyFile,
  { root, agents }: { root: string; agents: AgentProvider },
  signal: AbortSignal,
): Promise<Line[]> {
  try {
    await agents.agent({ id }, signal);
    const warnings =
      kind === 'workflow'
        ? readWorkflow(root, id).warnings
        : readInstructions(readOxyAgent(file, root), { root, agentName: id }).notes;
    return warnings.map((line) => ({ severity: 'warning', line }));
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
