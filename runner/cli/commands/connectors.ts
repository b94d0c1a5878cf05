import { appFlag, type CliHost, parseFormatFlag, printJson } from '../../run/command-line.ts';
import { appendText } from '../../run/flag-values.ts';
import type { ConnectorSummary } from '../../run/index.ts';
import { formatCountWithNoun } from '../../values/index.ts';

type ConnectorsFlags = { app?: string; env?: string[]; format: 'text' | 'json' };

export function addConnectorsCommand({ program, terminal }: CliHost): void {
  program
    .command('connectors')
    .description('List the connectors of the workspace, with their models and whether their keys are set.')
    .option(...appFlag)
    .option('-e, --env <file>', 'variables for connectors; may be repeated, later files win', appendText)
    .addOption(parseFormatFlag('output format', ['text', 'json']))
    .addHelpText('after', examples)
    .action(async ({ format, ...flags }: ConnectorsFlags) => {
      const { listConnectors, formatTableLines: tableLines } = await import('../../run/list.ts');
      const connectors = await listConnectors(flags, terminal);
      if (format === 'json') return printJson(connectors, terminal);
      for (const line of tableLines(connectors.map(listConnectorCells))) terminal.stdout.write(`${line}\n`);
      const advice = connectors.length === 0 ? '; write one to connectors/<id>.conn.yao' : '';
      terminal.stderr.write(`turntree: ${formatCountWithNoun(connectors.length, 'connector')}${advice}\n`);
    });
}

function listConnectorCells({
  id,
  type,
  source,
  model = '-',
  host = '-',
  problem,
  ...key
}: ConnectorSummary): string[] {
  return problem === undefined ? [id, type, model, host, describeConnectorKey(key), source] : [id, type, problem];
}

function describeConnectorKey({
  keyVariable,
  keyPresent,
}: Pick<ConnectorSummary, 'keyVariable' | 'keyPresent'>): string {
  if (keyVariable !== undefined) return `${keyVariable} is ${keyPresent ? 'set' : 'missing'}`;
  return keyPresent ? '-' : 'its key is empty';
}

const examples = `
Examples:
  turntree connectors
  turntree connectors -e production.env      which keys are set with these variables
  turntree connectors --format json
`;
