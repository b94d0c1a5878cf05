import { Argument } from 'commander';
import { appFlag, type CliHost, historyFlag, parseFormatFlag, printJson } from '../../run/command-line.ts';
import type { HistoryLocation } from '../../run/stored/stored-history.ts';
import type { Terminal } from '../../run/terminal.ts';
import { UsageError } from '../../run/usage-error.ts';
import { formatCountWithNoun, formatSize } from '../../values/index.ts';

const historyActions = ['info', 'check', 'vacuum', 'export', 'import', 'reset'] as const;
type HistoryAction = (typeof historyActions)[number];
type HistoryFlags = HistoryLocation & { format: 'text' | 'json' };
type HistoryArguments = { action: HistoryAction; file: string | undefined; runs: readonly string[] };

export function addHistoryCommand({ program, terminal, exit }: CliHost): void {
  program
    .command('history')
    .description('Manage the history: its size and health, runs to and from a file.')
    .addArgument(new Argument('<action>', 'what to do with the history').choices(historyActions))
    .argument('[file]', 'the file to export to or import from; - is standard output')
    .argument('[runs...]', 'the runs to export: ids, beginnings of ids or "latest" (default: all)')
    .option(...appFlag)
    .option(...historyFlag)
    .addOption(parseFormatFlag('output format of "info"', ['text', 'json']))
    .addHelpText('after', examples)
    .action(async (action: HistoryAction, file: string | undefined, runs: string[], flags: HistoryFlags) => {
      exit(await runHistoryAction({ action, file, runs }, flags, terminal));
    });
}

async function runHistoryAction(
  args: HistoryArguments,
  { format, ...historyLocation }: HistoryFlags,
  terminal: Terminal,
): Promise<number> {
  requireValidArguments(args);
  const { action, file = '', runs } = args;
  const history = await import('../../run/history.ts');
  const { stdout } = terminal;
  switch (action) {
    case 'info':
      printHistoryTotals(history.readHistoryFiguresOfWorkspace(historyLocation, terminal), format, terminal);
      return 0;
    case 'check':
      return printHistoryProblems(history.findHistoryProblems(historyLocation, terminal), terminal);
    case 'vacuum':
      printCompactionResult(history.compactHistory(historyLocation, terminal), terminal);
      return 0;
    case 'export': {
      const exported = await history.exportHistory({ file, runs }, historyLocation, terminal);
      if (file !== '-') stdout.write(`${formatCountWithNoun(exported, 'run')} in ${file}\n`);
      return 0;
    }
    case 'import': {
      const { added, known } = await history.importHistory(file, historyLocation, terminal);
      stdout.write(`${formatCountWithNoun(added, 'run')} added, ${known} already present\n`);
      return 0;
    }
    case 'reset': {
      const { file: newFile, kept } = history.resetHistory(historyLocation, terminal);
      stdout.write(`A new history was started at ${newFile}\nThe old history is kept as ${kept}\n`);
      return 0;
    }
    default:
      return action satisfies never;
  }
}

function requireValidArguments({ action, file, runs }: HistoryArguments): void {
  const takesFile = action === 'export' || action === 'import';
  if (takesFile && file === undefined) throw new UsageError(`name the file: turntree history ${action} runs.jsonl.gz`);
  if (!takesFile && file !== undefined) throw new UsageError(`turntree history ${action} takes no file, got "${file}"`);
  if (action === 'import' && runs.length > 0)
    throw new UsageError('turntree history import takes one file, and imports all of its runs');
}

type HistoryTotals = ReturnType<typeof import('../../run/history.ts').readHistoryFiguresOfWorkspace>;

function printHistoryTotals(totals: HistoryTotals, format: HistoryFlags['format'], terminal: Terminal): void {
  if (format === 'json') {
    printJson(totals, terminal);
    return;
  }
  const { file, bytes, freeBytes, runs, runningRuns, deletedRuns, attempts, oldestAt, newestAt } = totals;
  const { stdout } = terminal;
  const freeText = freeBytes === 0 ? '' : ` (${formatSize(freeBytes)} reclaimable: turntree history vacuum)`;
  const runningText = runningRuns === 0 ? '' : `, ${runningRuns} going on`;
  const deletedText = deletedRuns === 0 ? '' : `, ${deletedRuns} deleted in the dashboard and still in the file`;
  stdout.write(`History:  ${file}\nSize:     ${formatSize(bytes)}${freeText}\n`);
  stdout.write(`Runs:     ${runs}${runningText}${deletedText}\nAttempts: ${attempts}\n`);
  if (oldestAt !== undefined && newestAt !== undefined) {
    stdout.write(`From:     ${new Date(oldestAt).toISOString()}\nTo:       ${new Date(newestAt).toISOString()}\n`);
  }
}

function printHistoryProblems(problems: readonly string[], { stdout, stderr }: Terminal): number {
  if (problems.length === 0) {
    stdout.write('The history is intact.\n');
    return 0;
  }
  for (const problem of problems) stdout.write(`${problem}\n`);
  stderr.write('turntree: exit 1: the history is damaged; nothing in it was changed\n');
  stderr.write(
    '  "turntree history export" saves what can be read; "turntree history reset" keeps the file and begins a new one\n',
  );
  return 1;
}

export function printCompactionResult(
  { before, after }: { before: number; after: number },
  { stdout }: Terminal,
): void {
  stdout.write(`${formatSize(before)} before, ${formatSize(after)} now\n`);
}

const examples = `
Examples:
  turntree history info                           how many runs, how large
  turntree history check                          is the file intact?
  turntree history vacuum                         free the disk space of removed runs
  turntree history export runs.jsonl.gz           all runs as one file
  turntree history export main.jsonl.gz latest    the newest one
  turntree history import main.jsonl.gz           add its runs; existing runs stay unchanged
  turntree history reset                          keep the file under another name and start a new one
`;
