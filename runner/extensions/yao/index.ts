import type { SystemIntegration } from '../system.ts';
import { agentFolders } from './agent-folders.ts';
import { createAssistantDiscovery } from './assistant-agents.ts';
import { callBuiltInProcess } from './built-in-processes.ts';
import { readConnectorFiles } from './connectors/connector-files.ts';
import { ROLES_FILE, readConnectorRoles } from './connectors/read-roles.ts';
import { readServerFiles } from './read-servers.ts';

/**
 * The support for Yao: assistants in folders with a `package.yao`, connectors in `*.conn.yao`, MCP servers, and the
 * built-in processes that scripts call with `Process()`.
 */
export const yao: SystemIntegration = {
  folders: agentFolders,
  process: callBuiltInProcess,
  agents: createAssistantDiscovery,
  connectors: {
    files: 'connectors/**/*.conn.yao',
    read: readConnectorFiles,
    roles: { file: ROLES_FILE, read: readConnectorRoles },
  },
  servers: readServerFiles,
};
