import type { SystemIntegration } from '../system.ts';
import { isOxyFile, parseOxyFile } from './inputs/load-oxy-file.ts';
import { createOxyAgentDiscovery } from './oxy-agents.ts';
import { listOxyConnectors } from './oxy-models.ts';
import { createTemplates } from './templates/templates.ts';

/** Support for oxy: its agents, workflows and tests in YAML, the models in `config.yml`, and Jinja templates. */
export const oxy: SystemIntegration = {
  agents: createOxyAgentDiscovery,
  connectors: { readProject: listOxyConnectors },
  cases: { isNamed: isOxyFile, read: parseOxyFile },
  render: createTemplates().render,
};
