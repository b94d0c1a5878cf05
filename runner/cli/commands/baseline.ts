import { Argument } from 'commander';
import type { ListedBaseline } from '../../run/baseline.ts';
import { appFlag, type CliHost, historyFlag, parseFormatFlag, printJson } from '../../run/command-line.ts';
import type { HistoryLocation } from '../../run/stored/stored-history.ts';
import type { Terminal } from '../../run/terminal.ts';
import { UsageError } from '../../run/usage-error.ts';

const baselineActions = ['show', 'pin', 'unpin'] as const;
type BaselineAction = (typeof baselineActions)[number];
type BaselineFlags = HistoryLocation & { format: 'text' | 'json' };
type BaselineArguments = { action: BaselineAction; run: string | undefined };

export function addBaselineCommand({ program, terminal }: CliHost): void {
  program
    .command('baseline')
    .description('Show the baseline that later runs are compared with, or pin another run.')
    .addArgument(new Argument('<action>', 'show the baselines, pin a run, or unpin it').choices(baselineActions))
    .argument('[run]', 'a run: its id, the beginning of its id, or "latest"')
    .option(...appFlag)
    .option(...historyFlag)
    .addOption(parseFormatFlag('output format of "show"', ['text', 'json']))
    .addHelpText('after', examples)
    .action(async (action: BaselineAction, run: string | undefined, flags: BaselineFlags) => {
      await runBaselineAction({ action, run }, flags, terminal);
    });
}

async function runBaselineAction(
  { action, run }: BaselineArguments,
  { format, ...historyLocation }: BaselineFlags,
  terminal: Terminal,
): Promise<void> {
  const baseline = await import('../../run/baseline.ts');
  const { stdout } = terminal;
  switch (action) {
    case 'show':
      await printBaselines(baseline.listBaselines(run, historyLocation, terminal), format, terminal);
      return;
    case 'pin': {
      const pinned = baseline.pinStoredRun(requireRunToPin(run, action), historyLocation, terminal);
      const { runId, title, before, hasPasses } = pinned;
      const instead = before === undefined || before === runId ? '' : ` (before: ${before})`;
      stdout.write(`${title}: runs are compared with ${runId}${instead}\n`);
      if (!hasPasses) terminal.stderr.write('turntree: warning: no case of this run passed, so no run can be worse\n');
      return;
    }
    case 'unpin': {
      const { title } = baseline.unpinStoredRun(requireRunToPin(run, action), historyLocation, terminal);
      stdout.write(`${title}: runs are compared with the newest complete run that met its gates\n`);
      return;
    }
    default:
      action satisfies never;
  }
}

function requireRunToPin(run: string | undefined, action: BaselineAction): string {
  if (run !== undefined) return run;
  throw new UsageError(`name the run: turntree baseline ${action} latest`);
}

async function printBaselines(
  baselines: readonly ListedBaseline[],
  format: BaselineFlags['format'],
  terminal: Terminal,
): Promise<void> {
  if (format === 'json') {
    const shownBaselines = baselines.map(({ series: { suiteKey, agentId, connector, simulator }, pinned, run }) => ({
      suite: suiteKey,
      agent: agentId,
      connector,
      simulator,
      run: run?.runId ?? null,
      pinned,
    }));
    printJson(shownBaselines, terminal);
    return;
  }
  const { formatBriefAgentOnlyRate } = await import('../../verdict/index.ts');
  const lines = baselines.flatMap(({ title, pinned: isPinned, run }) => {
    const agentOnlyRate = run && formatBriefAgentOnlyRate(run.counts, run.faults ?? {});
    return [title, `  ${formatRun(run, { isPinned, agentOnlyRate })}`];
  });
  terminal.stdout.write(lines.length === 0 ? 'The history has no runs.\n' : `${lines.join('\n')}\n`);
}

type BaselineRunFlags = { isPinned: boolean; agentOnlyRate: string | undefined };

function formatRun(run: ListedBaseline['run'], { isPinned, agentOnlyRate }: BaselineRunFlags): string {
  if (run === undefined) return 'none: no complete run has met its gates';
  const { runId, startedAt, counts, status } = run;
  const judgedCount = counts.passed + counts.failed + counts.error + counts.timeout;
  const passed = [`${counts.passed} of ${judgedCount} passed`, ...(agentOnlyRate === undefined ? [] : [agentOnlyRate])];
  const statusText = [status, ...passed, ...(isPinned ? ['pinned'] : [])].join(', ');
  return `${runId}  ${new Date(startedAt).toISOString()}  ${statusText}`;
}

const examples = `
A series is a suite with one agent on one connector, and with one simulator; each has its own baseline: the pinned run, or
else the newest complete run that met its gates.

Examples:
  turntree baseline show                what the next run of every series is compared with
  turntree baseline pin latest          compare later runs with the newest one
  turntree baseline pin 019a4f02
  turntree baseline unpin 019a4f02
`;
