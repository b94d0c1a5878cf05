/**
 * The application: implements the requests of the command line and of programs. Each command function has its own file
 * and receives the terminal it may write to. The command line loads these files one by one, as it needs them; other
 * callers import this file.
 *
 * | function | purpose |
 * | --- | --- |
 * | `locateInputAndWorkspace` | finds the input, its workspace, and the effective value of every option |
 * | `loadSuites` | reads the suites of the input |
 * | `chooseAgents` | decides which agent answers each suite |
 * | `prepareRun` | does all of the above and plans the run; runs nothing |
 * | `recordRun` | executes a plan and records it in a history |
 * | `runTestCommand` | prepares, records and reports a run |
 * | `runExperiment` | does the same for a table, with scorers that are objects of the running program |
 * | `lintFiles` | reports problems in case files, agents and scorers |
 * | `listSelectedCases`, `listWorkspace`, `listConnectors` | list what exists, without calling an agent or model |
 * | `showRun`, `writeReportsOfStoredRun`, `compareReferences` | print, report and compare runs of the history |
 * | `regradeRuns` | judges stored runs again with the current rules |
 * | `mutateSuite` | changes recorded conversations, and reports the changes that no case detects |
 * | `attackSuite` | measures how often an agent obeys hostile texts in what its mocks return |
 * | `mergeFiles`, `extractResults` | merge several reports into one, and split one into files |
 * | `readHistoryFiguresOfWorkspace`, `pruneHistory`, `exportHistory` … | maintain the history |
 * | `createWorkspace`, `serveDashboard` | write a sample workspace, and serve its dashboard |
 * | `tryAgent` | detects how to call an agent, and turns a conversation with it into the first suite |
 */

export type { ConnectorSummary } from '../models/connectors.ts';
export { listCoverageGaps } from '../reporters/console/summary-lines.ts';
export { findLiveScorers } from './experiment/live-scorers.ts';
export type { ExperimentSettings } from './experiment/plan-experiment.ts';
export { type ExperimentFolders, runExperiment } from './experiment.ts';
export { toErrorExplanation } from './explain-error.ts';
export { createCountParser } from './flag-values.ts';
export { parseProgramFlags } from './flags/program-flags.ts';
export { DEFAULT_TIMEOUT_MS } from './flags/run-flags.ts';
export { type ConversationRules, formatConversationText, judgeConversation } from './judge-conversation.ts';
export { listSelectedCases } from './list.ts';
export { listenForStopSignals } from './machine/stop-signals.ts';
export { findNameOfValue, type InProcessAgent, toAnswerFunction } from './prepare/live-agent.ts';
export { collectFailureDetails } from './report/describe-failure.ts';
export { type FinishedRun, runTestCommand } from './run-test-command.ts';
export { maskSecretsInOutput, type Terminal } from './terminal.ts';
export type { RunRequest } from './test-options.ts';
export { UsageError } from './usage-error.ts';
export { findSuiteSources } from './watch/find-suite-sources.ts';
