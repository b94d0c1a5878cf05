import type { SystemIntegration } from '../system.ts';
import { isOxyFile, parseOxyFile } from './inputs/load-oxy-file.ts';
import { oxyAgents } from './oxy-agents.ts';
import { oxyConnectors } from './oxy-models.ts';
import { createTemplates } from './templates/templates.ts';

/** oxy: agents, workflows and their tests in YAML, the models of `config.yml`, and Jinja templates. */
export const oxy: SystemIntegration = {
  agents: oxyAgents,
  connectors: { readProject: oxyConnectors },
  cases: { isNamed: isOxyFile, read: parseOxyFile },
  render: createTemplates().render,
};
