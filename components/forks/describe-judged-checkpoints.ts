import type { AttemptState, CaseRow } from '@/runner/fold';
import { replaceInvisibleCharacters } from '@/runner/format';

/** Explains which checks are evaluated again in a fork from this turn, and which are not. */
export function describeJudgedCheckpoints(
  attempt: AttemptState,
  { turn, row }: { turn: number; row: CaseRow },
): string[] {
  const { checkpoints = [] } = attempt.result ?? {};
  const isReachedBeforeFork = ({ reachedAtTurn = turn, invariant }: (typeof checkpoints)[number]) =>
    invariant === undefined && reachedAtTurn < turn;
  const reachedIds = checkpoints.filter(isReachedBeforeFork).map(({ id }) => id);
  const open = checkpoints.filter((each) => !isReachedBeforeFork(each)).map(({ id }) => id);
  const simulator = 'simulator' in row ? row.simulator : undefined;
  if (attempt.result?.checkpoints === undefined) return ['All checks of the case judge the new answer.'];
  return [
    open.length === 0 ? 'All checkpoints were reached before this turn.' : `Judged: ${formatList(open)}.`,
    ...(reachedIds.length === 0
      ? []
      : [`Reached before turn ${turn}, so not judged again: ${formatList(reachedIds)}.`]),
    `Rules for every turn check turn ${turn} and later; rules for the whole conversation check all turns.`,
    ...(simulator === undefined ? [] : [`After turn ${turn}, ${simulator.use} continues as the user.`]),
    ...(attempt.result.state === undefined ? [] : ['Mocked tools start again with the initial data of the case.']),
  ];
}

function formatList(ids: readonly string[]): string {
  return ids.map(replaceInvisibleCharacters).join(', ');
}
