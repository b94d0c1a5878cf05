import type { SystemIntegration } from '../system.ts';
import { agentFolders } from './agent-folders.ts';
import { assistantAgents } from './assistant-agents.ts';
import { builtInProcess } from './built-in-processes.ts';
import { readConnectorFiles } from './connectors/connector-files.ts';
import { readConnectorRoles, rolesFile } from './connectors/read-roles.ts';
import { readServers } from './read-servers.ts';

/** Yao: assistants in folders with a `package.yao`, `*.conn.yao`, MCP servers, and the built-in processes that scripts call with `Process()`. */
export const yao: SystemIntegration = {
  folders: agentFolders,
  process: builtInProcess,
  agents: assistantAgents,
  connectors: {
    files: 'connectors/**/*.conn.yao',
    read: readConnectorFiles,
    roles: { file: rolesFile, read: readConnectorRoles },
  },
  servers: readServers,
};
