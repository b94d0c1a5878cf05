import { type AgentsHandle, createAgents } from '../agents/create-agents.ts';
import { type CaseInput, type ConfigInput, workspaceConfigSchema } from '../contract/index.ts';
import { systems } from '../extensions/registered/systems.ts';
import type { AgentRequest, AgentResponse, ReportFact } from '../ports/index.ts';
import { createScriptHost, type WorkspaceScripts } from '../scripts/create-script-host.ts';
import { agentRequest, neverAborted, testContext } from './model-request.ts';
import { createTemporaryWorkspace } from './workspace.ts';

export type YaoWorkspace = {
  root: string;
  scripts: WorkspaceScripts;
  /** The log lines of assistants, as `source: text`. */
  log: string[];
  warnings: string[];
  ask(id: string, input: CaseInput, request?: YaoRequest): Promise<AgentResponse>;
  close(): Promise<void>;
};

export type YaoRequest = Partial<AgentRequest> & { connector?: string; signal?: AbortSignal };

type YaoSettings = {
  handlers?: string[];
  variables?: Record<string, string>;
  partial?: boolean;
  config?: ConfigInput;
};

/** A workspace of Yao assistants with a scripted connector `offline`, and handlers for `Process()` by name. */
export async function createYaoWorkspace(
  files: Record<string, string>,
  { handlers, variables = {}, partial, config = {} }: YaoSettings = {},
): Promise<YaoWorkspace> {
  const root = await createTemporaryWorkspace({
    'connectors/offline.conn.yao': '{"type": "scripted", "rules": [{"answer": "model: {{input}}"}]}',
    ...files,
  });
  const scripts = createScriptHost({
    systems,
    root,
    variables,
    engines: () => agents.engines,
    handlers: handlers === undefined ? undefined : { file: `${root}/runner.config.ts`, names: handlers },
  });
  const agents: AgentsHandle = createAgents({
    systems,
    root,
    config: workspaceConfigSchema.parse(config),
    partial,
    variables,
    handlers: scripts.handlers,
  });
  const log: string[] = [];
  const warnings: string[] = [];
  return {
    root,
    scripts,
    log,
    warnings,
    async ask(id, input, { connector, signal = neverAborted(), ...requestFields } = {}) {
      const agent = await agents.agent({ id, connector }, signal);
      const recordFact: ReportFact = (fact) => {
        if (fact.type === 'warning') warnings.push(fact.text);
        else if (fact.type === 'log') log.push(`${fact.source}: ${fact.text}`);
      };
      return agent.invoke(
        agentRequest(input, { context: { ...testContext, report: recordFact }, ...requestFields }),
        signal,
      );
    },
    async close() {
      await Promise.all([agents.close(), scripts.close()]);
    },
  };
}

/** Returns a `package.yao` that uses the scripted connector. */
export function formatYaoPackage(fields: object = {}): string {
  return JSON.stringify({ name: 'Greeter', connector: 'offline', ...fields });
}
