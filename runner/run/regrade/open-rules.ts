import { createAgents } from '../../agents/create-agents.ts';
import { defaultEnvironment, type TestCase } from '../../contract/index.ts';
import { createAttemptContext } from '../../engine/attempt-context.ts';
import type { SuiteCases } from '../../engine/plan-run.ts';
import { createAttachmentReader } from '../../inputs/attachments.ts';
import { type AttemptContext, getAnswerLimit, startDeadline } from '../../ports/index.ts';
import { createAttachmentCheck } from '../../scripts/attachment-folders.ts';
import { createScriptHost } from '../../scripts/create-script-host.ts';
import type { SuiteOrigin } from '../load/loaded-suites.ts';
import { loadSuites } from '../load.ts';
import { locateInputAndWorkspace } from '../locate.ts';
import { systemClock } from '../machine/system-clock.ts';
import type { Terminal } from '../terminal.ts';

/** The cases and settings of suites as their files contain them now, and what is needed to judge answers with them. */
export type CurrentSuiteRules = {
  suites: SuiteCases<SuiteOrigin>[];
  /** The maximum number of judge or script calls in parallel, if the workspace sets one. */
  parallel: number | undefined;
  /** The tools that only read data, if the workspace lists them. */
  reads: readonly string[] | undefined;
  /** Calls judges or scripts in the context of one attempt, within the deadline of its case. */
  inAttempt<Answer>(target: JudgedAttemptAddress, use: (context: AttemptContext) => Promise<Answer>): Promise<Answer>;
  close(): Promise<void>;
};

export type JudgedAttemptAddress = {
  suite: SuiteCases<SuiteOrigin>;
  testCase: TestCase;
  agentId: string;
  attempt: number;
};

/** Reads suites in the same way as a run. Starts no processes. */
export async function openCurrentSuiteRules(
  inputs: readonly string[],
  { app, terminal }: { app: string | undefined; terminal: Terminal },
  signal: AbortSignal,
): Promise<CurrentSuiteRules> {
  const locatedRun = await locateInputAndWorkspace({ inputs, flags: { app } }, terminal);
  const { root, config, handlers, systems, options } = locatedRun;
  const { variables, cwd } = terminal;
  const scripts = createScriptHost({
    root,
    variables,
    handlers,
    systems,
    workers: { cwd, maxAnswer: getAnswerLimit(config) },
    engines: () => agents.engines,
  });
  const agents = createAgents({ root, config, variables, systems, workers: { cwd }, handlers: scripts.handlers });
  const closeRules = async (): Promise<void> => {
    await Promise.all([agents.close(), scripts.close()]);
  };
  try {
    const { suites } = await loadSuites({ located: locatedRun, agents, scripts, terminal }, signal);
    const ports = {
      agents,
      scripts,
      attachments: createAttachmentReader(createAttachmentCheck(root, config.folders)),
      clock: systemClock,
      observers: [],
      onObserverError: () => undefined,
      render: systems.render,
    };
    return {
      suites,
      parallel: options.parallel,
      reads: config.reads,
      close: closeRules,
      async inAttempt({ suite, testCase, agentId, attempt }, use) {
        const timeoutMs = testCase.timeoutMs ?? options.timeout;
        const suiteFields = { suiteKey: suite.suite.key, baseDir: suite.baseDir, agentId };
        const asks = { environment: defaultEnvironment, options: testCase.options ?? {}, timeoutMs };
        const plannedCase = { ...suiteFields, ...asks, case: testCase };
        const deadline = startDeadline(systemClock, timeoutMs, signal);
        const facts = { runId: 'regrade', attempt, emit: () => undefined };
        const context = createAttemptContext({ ...facts, planned: plannedCase, ports, deadline });
        try {
          return await use(context);
        } finally {
          deadline.dispose();
          agents.endSession?.(context.sessionId);
        }
      },
    };
  } catch (error) {
    await closeRules();
    throw error;
  }
}
