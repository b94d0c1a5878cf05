import { type AgentsHandle, type AgentsOptions, createAgents } from '../../agents/create-agents.ts';
import { getAnswerLimit } from '../../ports/index.ts';
import { createScorerHost, type WorkspaceScorers } from '../../scorers/create-scorer-host.ts';
import { createScriptHost, type WorkspaceScripts } from '../../scripts/create-script-host.ts';
import type { LocatedRun } from '../locate.ts';
import type { Terminal } from '../terminal.ts';

/** The agents, scripts and scorers of a workspace. */
export type WorkspaceRuntime = {
  agents: AgentsHandle;
  scripts: WorkspaceScripts;
  scorers: WorkspaceScorers;
  /** Ends the worker processes and programs that were started. */
  close(): Promise<void>;
};

type RuntimeOptions = Pick<LocatedRun, 'root' | 'config' | 'handlers' | 'systems'> &
  Partial<Pick<LocatedRun, 'spare'>> &
  Pick<AgentsOptions, 'tape' | 'prompt' | 'partial' | 'share'> &
  Pick<Terminal, 'cwd' | 'variables'> & { timeoutMs: number };

/** Opens a workspace for a run. Workers and programs are started only when they are needed. */
export function openWorkspaceRuntime(options: RuntimeOptions): WorkspaceRuntime {
  const { root, config, handlers, systems, variables, cwd, tape, prompt, partial, share, timeoutMs, spare } = options;
  const maxAnswer = getAnswerLimit(config);
  const scripts = createScriptHost({
    root,
    variables,
    handlers,
    systems,
    workers: { cwd, maxAnswer },
    engines: () => agents.engines,
  });
  const workers = { cwd, pingMs: computePingInterval(timeoutMs), maxAnswer };
  const scorers = createScorerHost({ root, config, variables, systems, workers });
  const agents: AgentsHandle = createAgents({
    root,
    config,
    variables,
    systems,
    workers: { ...workers, spare },
    tape,
    partial,
    prompt,
    share,
    handlers: scripts.handlers,
  });
  return {
    agents,
    scripts,
    scorers,
    async close() {
      await Promise.all([agents.close(), scripts.close(), scorers.close()]);
    },
  };
}

/**
 * Returns the interval at which a worker process is checked for a response. It must be short enough that, if one call
 * blocks the process, the other calls can be retried elsewhere before they time out.
 */
function computePingInterval(timeoutMs: number): number {
  return Math.min(1_000, Math.max(100, Math.round(timeoutMs / 10)));
}
