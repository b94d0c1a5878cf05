/**
 * The application: what the command line and programs ask for, from a request to its result. A verb is a file, and takes
 * the terminal it may write to. The command line loads verbs one by one, as a command needs them; others enter here.
 *
 * | verb | does |
 * | --- | --- |
 * | `locateRun` | finds the input, its workspace, and the effective value of every option |
 * | `loadSuites` | reads the suites of the input |
 * | `chooseAgents` | says who answers each suite |
 * | `prepareRun` | does all of these and plans the run; nothing has run yet |
 * | `recordRun` | executes a plan and records it in a history |
 * | `testCases` | prepares, records and reports a run |
 * | `runExperiment` | the same for a table, with scorers that are values of the running program |
 * | `lintFiles` | says what is wrong with case files, agents and scorers |
 * | `listCases`, `listWorkspace`, `listConnectors` | say what there is, and ask nobody |
 * | `showRun`, `reportStoredRun`, `compareReferences` | print, report and compare runs of the history |
 * | `regradeRuns` | judges stored runs again with the rules of now |
 * | `mutateSuite` | changes recorded conversations, and says which changes no case notices |
 * | `mergeFiles`, `extractResults` | make one report of several, and files of one |
 * | `describeHistory`, `pruneHistory`, `exportHistory` … | look after the history |
 * | `createWorkspace`, `serveDashboard` | write a workspace to start from, and serve its dashboard |
 * | `tryAgent` | finds out how to talk to an agent, and makes a conversation with it the first suite |
 */

export type { PlainAnswer } from '../agents/plain-answer.ts';
export type { PlainRequest } from '../agents/plain-request.ts';
export type { ConnectorSummary } from '../models/connectors.ts';
export type { ScoreQuestion, ScorerAnswer, ScriptContext } from '../ports/index.ts';
export type { ExperimentResult } from '../reporters/experiment/experiment-files.ts';
export type { ExperimentRow } from '../reporters/experiment/experiment-rows.ts';
export type { ExperimentSummary } from '../reporters/experiment/experiment-totals.ts';
export { defineConfig, type UserConfig } from '../scripts/define-config.ts';
export type { ModelAnswer, ModelQuestion, ModuleContext, ModuleTools } from '../scripts/module-context.ts';
export { liveScorersIn } from './experiment/live-scorers.ts';
export { toAnswerFunction } from './experiment/live-target.ts';
export type { ExperimentSettings } from './experiment/plan-experiment.ts';
export { type ExperimentPlace, runExperiment } from './experiment.ts';
export { parseCount } from './flag-values.ts';
export { DEFAULT_TIMEOUT_MS } from './flags/run-flags.ts';
export { listenForStop } from './stop-signals.ts';
export { discreet } from './terminal.ts';
export { UsageError } from './usage-error.ts';
