import { plural } from '../../../lib/format/index.ts';
import { listSuites } from '../../../lib/workspace/list-suites.ts';
import { loadConfig } from '../../../lib/workspace/load-config.ts';
import { createAgents } from '../../agents/create-agents.ts';
import type { PlannedCase } from '../../contract/index.ts';
import type { ConnectorSummary } from '../../models/connectors.ts';
import { workspaceRoot } from '../../run/load/workspace-root.ts';
import { locateRun } from '../../run/locate.ts';
import { prepareRun } from '../../run/prepare.ts';
import { systems } from '../../run/systems.ts';
import type { Terminal } from '../../run/terminal.ts';
import type { TestFlags } from '../../run/test-options.ts';
import { UsageError } from '../../run/usage-error.ts';
import { tableLines } from '../table-lines.ts';

export type ListFormat = 'text' | 'json';
export type ListFlags = Partial<Pick<TestFlags, 'name' | 'app' | 'run' | 'case' | 'tag'>>;

/** `runner list`: the cases that `runner test` would select; without an input, what the workspace has. Runs nothing. */
export async function runListCommand(
  inputs: readonly string[],
  { format, ...flags }: ListFlags & { format: ListFormat },
  terminal: Terminal,
): Promise<number> {
  if (inputs.length > 0) return listCases({ inputs, flags, format }, terminal);
  if (flags.run !== undefined || flags.case !== undefined || flags.tag !== undefined) {
    throw new UsageError('--run, --case and --tag choose cases; name a case file to choose from');
  }
  return listWorkspace(flags.app, format, terminal);
}

type Request = { inputs: readonly string[]; flags: ListFlags; format: ListFormat };

async function listCases({ inputs, flags, format }: Request, terminal: Terminal): Promise<number> {
  const { plan, warnings, close } = await prepareRun(
    await locateRun({ inputs, flags }, terminal),
    terminal,
    new AbortController().signal,
  );
  await close();
  for (const warning of warnings) terminal.stderr.write(`runner: warning: ${warning}\n`);
  const cases = plan.cases.map(listedCase);
  if (format === 'json') printJson(cases, terminal);
  else {
    const rows = cases.map(({ id, kind, tags, suite, line, name = '' }) => [
      id,
      kind,
      tags.join(','),
      line === undefined ? suite : `${suite}:${line}`,
      name,
    ]);
    for (const line of tableLines(rows)) terminal.stdout.write(`${line}\n`);
  }
  terminal.stderr.write(`runner: ${plural(cases.length, 'case')}\n`);
  return 0;
}

function listedCase({ suiteKey, agentId, case: testCase }: PlannedCase) {
  const { id, name, kind, tags = [], skip = false, line } = testCase;
  return { id, name, kind, tags, skip, agent: agentId, suite: suiteKey, line };
}

async function listWorkspace(app: string | undefined, format: ListFormat, terminal: Terminal): Promise<number> {
  const { cwd, variables, stdout } = terminal;
  const root = await workspaceRoot(app, cwd);
  const { config } = await loadConfig({ root, variables });
  const known = createAgents({ root, config, variables, systems });
  const agents = known.list();
  const connectors = known.connectors();
  const suites = await listSuites(root);
  if (format === 'json') {
    printJson({ suites, agents, connectors }, terminal);
    return 0;
  }
  const suiteRows = suites.map(({ key, agentId = '-', cases, problems }) => [
    key,
    agentId,
    problems === 0 ? plural(cases, 'case') : plural(problems, 'problem'),
  ]);
  const agentRows = agents.map(({ id, type, connector, address, name = '', problem = '' }) => [
    id,
    type,
    connector ?? address ?? '-',
    problem === '' ? name : oneLine(problem),
  ]);
  const connectorRows = connectors.map((connector) => [
    connector.id,
    connector.type,
    connector.model ?? '-',
    whatIsWrong(connector),
  ]);
  const sections = { Suites: suiteRows, Agents: agentRows, Connectors: connectorRows };
  stdout.write(
    Object.entries(sections)
      .map(([title, rows]) => [title, ...indented(rows)].map((line) => `${line}\n`).join(''))
      .join('\n'),
  );
  return 0;
}

function oneLine(text: string): string {
  return text.split(/\s*\n\s*/).join('; ');
}

function whatIsWrong({ problem, keyPresent, keyVariable }: ConnectorSummary): string {
  if (problem !== undefined) return problem;
  return keyPresent || keyVariable === undefined ? '' : `needs ${keyVariable}`;
}

function indented(rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? ['  none'] : tableLines(rows).map((line) => `  ${line}`);
}

function printJson(value: unknown, { stdout }: Terminal): void {
  stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
}
