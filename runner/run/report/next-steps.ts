import type { RunState } from '../../fold/index.ts';
import type { ConsoleOptions } from '../../reporters/console/console-reporter.ts';
import { shortenRunId } from '../../reporters/short-run-id.ts';
import type { PreparedRun } from '../prepare.ts';
import { getHistoryFile } from '../stored/stored-history.ts';
import type { Terminal } from '../terminal.ts';
import type { TestOptions } from '../test-options.ts';
import { formatDisplayPath } from './display-name.ts';
import { buildRerunCommand, formatCommandLine, toFlagWithValue } from './rerun-command.ts';

/** Suggests commands for failed cases: to run them again, to show the causes, to open the page of the run. */
export function createNextStepSuggester(
  { options, root }: Pick<PreparedRun, 'options' | 'root'>,
  terminal: Terminal,
): NonNullable<ConsoleOptions['next']> {
  const isElsewhere = getHistoryFile({}, terminal) !== getHistoryFile({ app: root }, terminal);
  const locationFlags = [
    ...toFlagWithValue('-a', options.app ?? (isElsewhere ? formatDisplayPath(root, terminal.cwd) : undefined)),
    ...toFlagWithValue('--db', options.db),
  ];
  return (state, { ids, scorer }) => {
    const casesToRun = isFutureBaselineRun(state, options) ? 'last failed' : ids;
    const rerunCommand = buildRerunCommand({ ...options, scorer: options.scorer ?? scorer }, casesToRun);
    if (!options.history) return [`Run again: ${rerunCommand}`];
    return [
      `Run again: ${rerunCommand}`,
      `Ask why:   ${formatCommandLine(['npx', 'turntree', 'why', ...locationFlags])}`,
      `Open it:   ${formatCommandLine(['npx', 'turntree', 'ui', ...locationFlags])}, page /runs/${shortenRunId(state.runId)}`,
    ];
  };
}

/** True if `--last-failed` will use this run, which requires that the run contains every case. */
function isFutureBaselineRun(
  { status, options, rows }: RunState,
  { history, message, failFast }: TestOptions,
): boolean {
  if (!history || message !== undefined || failFast || options === undefined) return false;
  const { cases = [], tags = [], pattern, lastFailed = false, scorer, shard } = options;
  const isWhole =
    cases.length + tags.length === 0 &&
    pattern === undefined &&
    !lastFailed &&
    scorer === undefined &&
    shard === undefined;
  const hasEnded = (status === 'passed' || status === 'failed') && rows.every(({ attempts }) => attempts.length > 0);
  return isWhole && hasEnded;
}
