import type { RunState } from '../../fold/index.ts';
import { accuracies, isRegression, passRate } from '../../verdict/index.ts';

/** Returns notes for standard error on gates that had nothing to check: they let everything through. */
export function gateNotes(state: RunState): string {
  return `${thresholdWarning(state)}${regressionNote(state)}`;
}

/** A threshold that there is nothing to compare with lets everything through, which has to be said. */
function thresholdWarning({ options, counts, rows }: RunState): string {
  const isUnused = options?.gates?.minAccuracy !== undefined && passRate(counts) !== null;
  if (!isUnused || accuracies(rows).length > 0) return '';
  return 'Warning: --min-accuracy specified but no accuracy metrics found\n';
}

/** Warns those who rely on `--fail-on-regression` that it could not have detected anything. */
function regressionNote({ options, summary, status }: RunState): string {
  if (options?.gates?.failOnRegression !== true || status === 'cancelled' || status === 'interrupted') return '';
  const change = summary?.change;
  if (change === undefined)
    return note('there is no earlier run of this suite and agent in the history to compare with');
  if (change.cases === 0) return note(`no case has the same content in run ${change.runId}`);
  return change.evidence.verdict === 'too_few' && !isRegression(change) ? note(change.evidence.words) : '';
}

function note(words: string): string {
  return `runner: --fail-on-regression shows nothing: ${words}\n`;
}
