import type { RecordReplayLayer } from '../../models/cassette/record-replay-layer.ts';
import type { Variables } from '../../models/connectors.ts';
import { type IsolatedModuleOptions, isolateModule } from '../../scripts/isolated-module.ts';
import type { WorkerIntegrations } from '../../scripts/user-objects.ts';
import type { SessionIsolation } from '../../scripts/worker/session-processes.ts';
import type { TraceListener } from '../telemetry/trace-listener.ts';
import type { TracedModule } from './module-agent.ts';

/** The variables of API keys without which model SDKs do not start. */
const apiKeyVariableNames = [
  ...['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  ...['AI_GATEWAY_API_KEY', 'AZURE_API_KEY', 'AZURE_OPENAI_API_KEY', 'COHERE_API_KEY', 'DEEPSEEK_API_KEY'],
  ...['FIREWORKS_API_KEY', 'GROQ_API_KEY', 'MISTRAL_API_KEY', 'OPENROUTER_API_KEY', 'PERPLEXITY_API_KEY'],
  ...['TOGETHER_AI_API_KEY', 'TOGETHER_API_KEY', 'XAI_API_KEY'],
];

/** Returns dummy values for missing API keys. They are used in a strict replay, which sends no requests to models. */
function createPlaceholderApiKeys(variables: Variables): Variables {
  const missingNames = apiKeyVariableNames.filter((name) => (variables[name] ?? '') === '');
  return Object.fromEntries(missingNames.map((name) => [name, 'strict-replay']));
}

export type ModuleWorkers = {
  /** Returns the module of a file. Agents with the same file, isolation and recording share its workers. */
  getModule(file: string, isolate?: SessionIsolation, tape?: RecordReplayLayer): TracedModule;
  endSession(sessionId: string): void;
  close(): Promise<void>;
};

type ModulesOptions = {
  variables: Variables;
  systems: WorkerIntegrations;
  workers?: Pick<IsolatedModuleOptions, 'cwd' | 'memoryMb' | 'pingMs' | 'startsEarly' | 'spare'> | undefined;
  maxAnswer: number;
  traces: TraceListener | undefined;
};

/** Creates modules for agents: one for each combination of file, isolation and recording. */
export function createModules({
  variables,
  systems,
  workers,
  maxAnswer,
  traces: listener,
}: ModulesOptions): ModuleWorkers {
  const modules = new Map<string, TracedModule>();
  return {
    getModule(file, isolate = 'case', tape) {
      const key = `${isolate} ${tape?.asks ?? 'real'} ${file}`;
      const existing = modules.get(key);
      if (existing !== undefined) return existing;
      const traces = listener?.traceProcess();
      const placeholders = tape?.asks === 'never' ? createPlaceholderApiKeys(variables) : {};
      const getAdditionalVariables = async () => ({ ...placeholders, ...(await traces?.variables()) });
      const moduleOptions = {
        isolate,
        file,
        variables,
        moreVariables: getAdditionalVariables,
        systems,
        tape: tape?.asks,
      };
      const module = { ...isolateModule({ ...moduleOptions, role: 'agent', maxAnswer, ...workers }), traces };
      modules.set(key, module);
      return module;
    },
    endSession(sessionId) {
      for (const module of modules.values()) module.endSession(sessionId);
    },
    async close() {
      await Promise.all([...modules.values()].map((module) => module.close()));
    },
  };
}
