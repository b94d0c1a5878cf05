import type { AgentsHandle } from '../../agents/create-agents.ts';
import { locateConfigKey } from '../../workspace/config-location.ts';
import type { LoadedConfig } from '../../workspace/load-config.ts';
import { convertConfigDefaults } from '../config-defaults.ts';
import { warnOfDefaultAgent } from '../load/default-agent.ts';
import { checkCosts } from '../prepare/check-costs.ts';
import { formatDisplayPath } from '../report/display-name.ts';
import { UsageError } from '../usage-error.ts';
import type { LintFinding } from './lint-finding.ts';

type DefaultsWorkspace = Pick<LoadedConfig, 'config' | 'file'> & { root: string; agents: AgentsHandle; cwd: string };

/** Finds `defaults` in the config with which no run can start. */
export function lintDefaults({ config, file, agents, cwd }: Omit<DefaultsWorkspace, 'root'>): LintFinding[] {
  return Object.entries(config.defaults).flatMap(([key, value]): LintFinding[] => {
    try {
      checkCosts(convertConfigDefaults({ [key]: value }, file), agents);
      return [];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      const position = locateConfigKey(file, ['defaults', key]);
      const message = [error.message.replace(`${file}: `, ''), ...error.details].join('. ');
      return [{ severity: 'error', file: formatDisplayPath(file, cwd), ...position, message }];
    }
  });
}

/** Warns if `defaults` name one agent, but the folder of a case file belongs to another agent. */
export function lintDefaultAgent(
  { root, cwd, config, agents }: Omit<DefaultsWorkspace, 'file'>,
  file: string,
): LintFinding[] {
  const { name } = config.defaults;
  if (typeof name !== 'string') return [];
  const agentIds = agents.list().map(({ id }) => id);
  return warnOfDefaultAgent(file, { root, agentIds, defaultAgent: name }).map((message) => {
    return { severity: 'warning', file: formatDisplayPath(file, cwd), line: 1, column: 1, message };
  });
}
