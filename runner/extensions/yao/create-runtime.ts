import { answerScriptQuestion } from './answer-script-question.ts';
import { createModelTables } from './data/model-tables.ts';
import { createTranslator } from './data/translator.ts';
import { createServers } from './mcp/create-servers.ts';
import { bundleSandbox, type SandboxBundle } from './sandbox/sandbox-bundle.ts';
import { createSandboxPool } from './sandbox/sandbox-pool.ts';
import { createSessions } from './sessions.ts';
import type { YaoRuntime } from './yao-turn.ts';

type RuntimeOptions = Omit<YaoRuntime, 'sandbox' | 'sessions' | 'models' | 'words' | 'servers' | 'answer' | 'bundle'>;

/**
 * Creates the objects that all assistants of a workspace share. No process is started before the first hook is called.
 */
export function createYaoRuntime(options: RuntimeOptions): YaoRuntime & { close(): Promise<void> } {
  const bundles = new Map<string, Promise<SandboxBundle>>();
  const sandbox = createSandboxPool();
  const servers = createServers(options);
  return {
    ...options,
    sandbox,
    servers,
    answer: answerScriptQuestion,
    sessions: createSessions(),
    models: createModelTables(options),
    words: createTranslator(options.root),
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
