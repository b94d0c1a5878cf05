import type { AgentFormat } from '../agents/agent-format.ts';
import type { CredentialIntegrations } from '../agents/credentials.ts';
import type { CaseFormat } from '../inputs/case-format.ts';
import type { ConnectorSource } from '../models/connector-source.ts';
import type { RunnerPorts } from '../ports/index.ts';
import type { AgentFolders, ScriptIntegrations } from '../scripts/agent-folders.ts';
import type { UserObjects } from '../scripts/user-objects.ts';

/** The support for another agent system. Each field is used by one part of Turntree. */
export type SystemIntegration = {
  folders?: AgentFolders;
  process?: ScriptIntegrations['process'];
  agents?: AgentFormat;
  connectors?: ConnectorSource;
  servers?: CredentialIntegrations['servers'][number];
  cases?: CaseFormat;
  objects?: UserObjects;
  render?: RunnerPorts['render'];
};
