import type { RunState } from '../../fold/index.ts';
import type { ConsoleOptions } from '../../reporters/console/console-reporter.ts';
import { shortRunId } from '../../reporters/short-run-id.ts';
import type { PreparedRun } from '../prepare.ts';
import { historyFile } from '../stored/stored-history.ts';
import type { Terminal } from '../terminal.ts';
import type { TestOptions } from '../test-options.ts';
import { displayName } from './display-name.ts';
import { commandLine, optionalFlag, rerunCommand } from './rerun-command.ts';

/** Suggests commands for failed cases: run them again, show the causes, open the page of the run. */
export function nextSteps(
  { options, root }: Pick<PreparedRun, 'options' | 'root'>,
  terminal: Terminal,
): NonNullable<ConsoleOptions['next']> {
  const isElsewhere = historyFile({}, terminal) !== historyFile({ app: root }, terminal);
  const locationFlags = [
    ...optionalFlag('-a', options.app ?? (isElsewhere ? displayName(root, terminal.cwd) : undefined)),
    ...optionalFlag('--db', options.db),
  ];
  return (state, { ids, scorer }) => {
    const which = isLastWholeRun(state, options) ? 'last failed' : ids;
    const again = rerunCommand({ ...options, scorer: options.scorer ?? scorer }, which);
    if (!options.history) return [`Run again: ${again}`];
    return [
      `Run again: ${again}`,
      `Ask why:   ${commandLine(['npx', 'turntree', 'why', ...locationFlags])}`,
      `Open it:   ${commandLine(['npx', 'turntree', 'ui', ...locationFlags])}, page /runs/${shortRunId(state.runId)}`,
    ];
  };
}

/** True if `--last-failed` will use this run, because it contains every case. */
function isLastWholeRun({ status, options, rows }: RunState, { history, message, failFast }: TestOptions): boolean {
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
