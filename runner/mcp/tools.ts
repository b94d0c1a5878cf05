import * as z from 'zod';
import { cliExtensions } from '../extensions/registered/cli-extensions.ts';
import { attackSuite } from '../run/attack/attack-suite.ts';
import { bisectTurns, describeBisection } from '../run/bisect.ts';
import { findQueueLoader } from '../run/cli-extension.ts';
import { compareReferences } from '../run/compare.ts';
import { inferSuite } from '../run/infer.ts';
import { findTextProblems, replayEditedCase } from '../run/lint/check-text.ts';
import { formatFindings } from '../run/lint/lint-finding.ts';
import { lintFiles } from '../run/lint.ts';
import { formatTableLines, listWorkspace } from '../run/list.ts';
import { listRunLines } from '../run/list-runs.ts';
import { runTestCommand } from '../run/run-test-command.ts';
import { showRun } from '../run/show.ts';
import type { HistoryLocation } from '../run/stored/stored-history.ts';
import type { Terminal } from '../run/terminal.ts';
import { explainFailures } from '../run/why.ts';
import { DEFAULT_ROLLOUTS, formatCountWithNoun } from '../values/index.ts';

/** The context of an MCP tool: the workspace, its history, and a terminal whose output a coding agent reads. */
export type ToolContext = { place: HistoryLocation; terminal: Terminal; signal: AbortSignal };

/** A tool of the MCP server. `asks` is the confirmation prompt for tools that cost money or change something. */
export type McpTool<Input extends z.ZodObject = z.ZodObject> = {
  name: string;
  title: string;
  description: string;
  input: Input;
  asks?: (input: z.output<Input>) => string;
  run(input: z.output<Input>, context: ToolContext): void | Promise<void>;
};

function defineTool<Input extends z.ZodObject>(definition: McpTool<Input>): McpTool {
  const { input, asks, run, ...words } = definition;
  return {
    ...words,
    input,
    ...(asks === undefined ? {} : { asks: (values: object) => asks(input.parse(values)) }),
    run: (values, context) => run(input.parse(values), context),
  };
}

const runIdSchema = z.string().describe('the id of a run, the beginning of that id, or "latest"');
const caseIdSchema = z.string().describe('the id of a case');
const caseFileSchema = z.string().describe('a case file, relative to the workspace');

export const mcpTools: readonly McpTool[] = [
  defineTool({
    name: 'list_suites',
    title: 'Suites and agents',
    description: 'The case files and the agents of the workspace, with any problems that keep them from running.',
    input: z.object({}),
    async run(_, { place, terminal }) {
      const { suites, agents } = await listWorkspace(place.app, terminal);
      const lines = [
        ...[
          'Suites:',
          ...formatTableLines(
            suites.map(({ key, agentId = '-', cases, problems }) => [key, agentId, formatCaseCount(cases, problems)]),
          ),
        ],
        ...['Agents:', ...formatTableLines(agents.map(({ id, type, problem = '' }) => [id, type, problem]))],
      ];
      terminal.stdout.write(lines.join('\n'));
    },
  }),
  defineTool({
    name: 'list_runs',
    title: 'Runs',
    description:
      'The newest runs of the history. "text" filters by suite, agent, connector, status (s:failed) or label.',
    input: z.object({ limit: z.int().min(1).max(100).default(10), text: z.string().optional() }),
    run: (request, { place, terminal }) =>
      void terminal.stdout.write(listRunLines(request, place, terminal).join('\n')),
  }),
  defineTool({
    name: 'why',
    title: 'Why it failed',
    description:
      'Why cases of the newest run failed, each cause once: the turn, what was missed, whether it is new, what changed since it passed, and who is at fault. With "case": that case in depth, and where its conversation diverged from the one that passed.',
    input: z.object({ case: caseIdSchema.optional() }),
    run: (request, { place, terminal }) => explainFailures(request.case, { format: 'text', ...place }, terminal),
  }),
  defineTool({
    name: 'show',
    title: 'One run or conversation',
    description: 'A run, or with "case" one conversation of it, turn by turn, with tool calls and checks.',
    input: z.object({
      run: runIdSchema.default('latest'),
      case: caseIdSchema.optional(),
      attempt: z.int().positive().optional(),
    }),
    run: (request, { place, terminal }) =>
      showRun(
        { run: request.run, caseId: request.case, attempt: request.attempt },
        { format: 'text', ...place },
        terminal,
      ),
  }),
  defineTool({
    name: 'compare',
    title: 'Two runs',
    description: 'What changed from one run to another: newly failing, fixed, flaky, and whether that may be chance.',
    input: z.object({ before: runIdSchema, after: runIdSchema.default('latest') }),
    run({ before, after }, { place, terminal }) {
      terminal.stdout.write(compareReferences({ before, after }, { format: 'text', ...place }, terminal).text);
    },
  }),
  defineTool({
    name: 'lint',
    title: 'Check cases',
    description:
      'Problems in case files and agents, with line and column. With "text": checks the text of cases before it is saved.',
    input: z.object({
      paths: z.array(caseFileSchema).optional(),
      text: z.string().optional().describe('cases as JSON lines, or one case'),
    }),
    async run({ paths = [], text }, { place, terminal }) {
      if (text !== undefined) {
        const problems = findTextProblems({ file: paths[0] ?? 'cases.jsonl', text });
        terminal.stdout.write(problems.length === 0 ? 'No problems.' : problems.join('\n'));
        return;
      }
      const { findings, files, cases, inferred } = await lintFiles(paths, place, terminal);
      const summary = `${formatCountWithNoun(findings.length, 'problem')} in ${formatCountWithNoun(files, 'file')}, ${formatCountWithNoun(cases, 'case')}`;
      const open = inferred === 0 ? '' : `, ${formatCountWithNoun(inferred, 'inferred rule')} to accept or remove`;
      terminal.stdout.write(`${formatFindings(findings, 'text')}${summary}${open}`);
    },
  }),
  defineTool({
    name: 'infer',
    title: 'Rules from conversations',
    description:
      'Rules that hold in the good recorded conversations of the cases of a file, and the bad ones that break them. Calls no model and writes nothing.',
    input: z.object({
      path: caseFileSchema,
      cases: z.array(caseIdSchema).optional(),
      runs: z.array(runIdSchema).optional(),
    }),
    async run({ path, cases, runs }, { place, terminal }) {
      terminal.stdout.write(await inferSuite(path, { ...place, case: cases, runs, format: 'text' }, terminal));
    },
  }),
  defineTool({
    name: 'try_case',
    title: 'Try a case on past answers',
    description:
      'How the last attempts of a case would end if the case were written like this. Asks no model and writes nothing: use it before changing a case.',
    input: z.object({ file: caseFileSchema, case: caseIdSchema, text: z.string().describe('the case as JSON') }),
    async run({ file: named, case: id, text }, { place, terminal, signal }) {
      terminal.stdout.write(await replayEditedCase({ file: named, caseId: id, text }, place, terminal, signal));
    },
  }),
  defineTool({
    name: 'run_cases',
    title: 'Run cases',
    description:
      'Runs case files, or some of their cases, against their agent. Asks the person first: it may cost money.',
    input: z.object({
      paths: z.array(caseFileSchema).min(1),
      cases: z.array(caseIdSchema).optional(),
      agent: z.string().optional().describe('the agent to test, if the file does not name one'),
      runs: z.int().min(1).max(20).default(1).describe('attempts per case'),
    }),
    asks: ({ paths, cases = [], runs }) =>
      `Run ${cases.length === 0 ? 'all cases' : cases.join(', ')} of ${paths.join(', ')}${runs === 1 ? '' : `, ${runs} times each`}?`,
    async run({ paths, cases, agent, runs }, { place, terminal, signal }) {
      const flags = { ...place, case: cases, name: agent, runs, quiet: true, output: false as const, color: false };
      const flagValues = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
      const outcome = await runTestCommand(
        { request: { inputs: paths, flags: flagValues }, outside: terminal, loadQueue: findQueueLoader(cliExtensions) },
        signal,
      );
      if (outcome.kind === 'dry-run') return;
      const { state, problems, complaints } = outcome;
      const report = [
        ...problems,
        ...complaints,
        `Run ${state.runId}: exit ${state.exitCode ?? 1}, ${state.reason ?? ''}`,
      ];
      terminal.stdout.write(report.join('\n'));
    },
  }),
  defineTool({
    name: 'attack',
    title: 'Attack an agent through its mocked tools',
    description:
      'How often an agent obeys hostile texts in what its mocked tools return. Calls no real tool. Asks the person first: it may cost money.',
    input: z.object({
      paths: z.array(caseFileSchema).min(1),
      cases: z.array(caseIdSchema).optional(),
      agent: z.string().optional().describe('the agent to attack, if the file does not name one'),
      budget: z.int().min(1).max(200).default(60).describe('attempts at most: a sample of all attacks'),
    }),
    asks: ({ paths, cases = [], budget }) =>
      `Attack ${cases.length === 0 ? 'all cases' : cases.join(', ')} of ${paths.join(', ')} with up to ${budget} attempts?`,
    async run({ paths, cases, agent, budget }, { place, terminal, signal }) {
      const flags = {
        ...place,
        case: cases,
        name: agent,
        budget,
        runs: 1,
        maxAttackSuccess: 0,
        format: 'text' as const,
      };
      const { text } = await attackSuite({ suites: paths, flags }, terminal, signal);
      terminal.stdout.write(text);
    },
  }),
  defineTool({
    name: 'bisect',
    title: 'Find the turn that went wrong',
    description:
      'Which turn decided a failed conversation: replays the rest from different turns, and reports if no turn decided it. Asks the person first: it may cost money.',
    input: z.object({
      run: runIdSchema.default('latest'),
      case: caseIdSchema.describe('the id of a case, or <case>#<attempt>'),
      budget: z.int().min(1).max(200).default(DEFAULT_ROLLOUTS).describe('rollouts at most'),
    }),
    asks: ({ run: reference, case: id, budget }) =>
      `Bisect case ${id} of run ${reference} with up to ${budget} rollouts?`,
    async run({ run: reference, case: caseReference, budget }, { place, terminal, signal }) {
      const outcome = await bisectTurns(
        {
          target: { run: reference, caseReference },
          flags: { ...place, budget },
          loadQueue: findQueueLoader(cliExtensions),
        },
        terminal,
        signal,
      );
      terminal.stdout.write(describeBisection(outcome));
    },
  }),
];

function formatCaseCount(cases: number, problems: number): string {
  return problems === 0 ? formatCountWithNoun(cases, 'case') : formatCountWithNoun(problems, 'problem');
}
