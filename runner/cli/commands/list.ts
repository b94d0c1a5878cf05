import { type CliHost, parseFormatFlag, printJson } from '../../run/command-line.ts';
import { appendText } from '../../run/flag-values.ts';
import type { ConnectorSummary } from '../../run/index.ts';
import { UsageError } from '../../run/usage-error.ts';
import { formatCountWithNoun } from '../../values/index.ts';

type ListSelection = { name?: string; app?: string; run?: string; case?: string[]; tag?: string[] };
type ListFlags = ListSelection & { format: 'text' | 'json' };

export function addListCommand({ program, terminal }: CliHost): void {
  program
    .command('list')
    .description('List the cases that a test would select, or the suites, agents and connectors of the workspace.')
    .argument('[input...]', 'case files, folders or globs of them (default: the workspace)')
    .option('-n, --name <agent>', 'the agent to test (default: the agent that belongs to the input)')
    .option('-a, --app <dir>', 'the workspace (default: the one that contains the input)')
    .option('--run <regex>', 'only cases whose id or name matches')
    .option('--case <id>', 'only this case; may be repeated', appendText)
    .option('--tag <tag>', 'only cases with this tag; may be repeated', appendText)
    .addOption(parseFormatFlag('output format', ['text', 'json']))
    .addHelpText('after', examples)
    .action(async (inputs: string[], { format, ...flags }: ListFlags) => {
      if (inputs.length > 0) return printCases({ inputs, flags }, format, terminal);
      if (flags.run !== undefined || flags.case !== undefined || flags.tag !== undefined) {
        throw new UsageError('--run, --case and --tag choose cases; name a case file to choose from');
      }
      return printWorkspace(flags.app, format, terminal);
    });
}

type ListRequest = { inputs: readonly string[]; flags: ListSelection };

async function printCases(
  request: ListRequest,
  format: ListFlags['format'],
  terminal: CliHost['terminal'],
): Promise<void> {
  const { listSelectedCases: listCases, formatTableLines: tableLines } = await import('../../run/list.ts');
  const { cases } = await listCases(request, terminal, new AbortController().signal);
  if (format === 'json') printJson(cases, terminal);
  else {
    const rows = cases.map(({ id, kind, tags, suite, line, name = '' }) => [
      ...[id, kind, tags.join(',')],
      ...[line === undefined ? suite : `${suite}:${line}`, name],
    ]);
    for (const line of tableLines(rows)) terminal.stdout.write(`${line}\n`);
  }
  terminal.stderr.write(`turntree: ${formatCountWithNoun(cases.length, 'case')}\n`);
}

async function printWorkspace(
  app: string | undefined,
  format: ListFlags['format'],
  terminal: CliHost['terminal'],
): Promise<void> {
  const { listWorkspace, formatTableLines: tableLines } = await import('../../run/list.ts');
  const workspace = await listWorkspace(app, terminal);
  if (format === 'json') return printJson(workspace, terminal);
  const suites = workspace.suites.map(({ key, agentId = '-', cases, problems }) => [
    key,
    agentId,
    problems === 0 ? formatCountWithNoun(cases, 'case') : formatCountWithNoun(problems, 'problem'),
  ]);
  const agents = workspace.agents.map(({ id, type, connector, address, name = '', problem = '' }) => [
    id,
    type,
    connector ?? address ?? '-',
    problem === '' ? name : problem.split(/(?<!\s)\s*\n\s*/).join('; '),
  ]);
  const connectors = workspace.connectors.map((connector) => [
    ...[connector.id, connector.type, connector.model ?? '-'],
    describeConnectorProblem(connector),
  ]);
  const sections = Object.entries({ Suites: suites, Agents: agents, Connectors: connectors }).map(([title, rows]) =>
    [title, ...(rows.length === 0 ? ['none'] : tableLines(rows)).map((line) => `  ${line}`), ''].join('\n'),
  );
  terminal.stdout.write(sections.join('\n'));
}

function describeConnectorProblem({ problem, keyPresent, keyVariable }: ConnectorSummary): string {
  if (problem !== undefined) return problem;
  return keyPresent || keyVariable === undefined ? '' : `needs ${keyVariable}`;
}

const examples = `
Examples:
  turntree list                                  suites, agents and connectors
  turntree list tests/cases.jsonl --tag smoke    what this test command would run
  turntree list tests/cases.jsonl --format json
`;
