import type { Connectors, Variables } from '../../models/connectors.ts';
import type { AgentContext, AgentProvider } from '../../ports/index.ts';
import type { AgentFolder } from '../../scripts/agent-folders.ts';
import type { ProcessHandlers } from '../../scripts/script-invoker.ts';
import { answerQuestion } from './answer-question.ts';
import { createServers } from './mcp/create-servers.ts';
import { bundleSandbox, type SandboxBundle } from './sandbox/sandbox-bundle.ts';
import { createSandboxPool } from './sandbox/sandbox-pool.ts';
import { createSessions } from './sessions.ts';
import type { YaoRuntime } from './turn.ts';

export type RuntimeOptions = {
  root: string;
  variables: Variables;
  connectors: Connectors;
  agents: AgentProvider;
  handlers: ProcessHandlers;
  folders(): ReadonlyMap<string, AgentFolder>;
  now(context: AgentContext): Date;
};

/** Creates the runtime of a workspace's assistants. Nothing starts before the first hook is called. */
export function createYaoRuntime(options: RuntimeOptions): YaoRuntime & { close(): Promise<void> } {
  const bundles = new Map<string, Promise<SandboxBundle>>();
  const sandbox = createSandboxPool();
  const servers = createServers(options);
  return {
    ...options,
    sandbox,
    servers,
    answer: answerQuestion,
    sessions: createSessions(),
    bundle(file) {
      const bundle = bundles.get(file) ?? bundleSandbox(file);
      bundles.set(file, bundle);
      return bundle;
    },
    async close() {
      await Promise.all([sandbox.close(), servers.close()]);
    },
  };
}
