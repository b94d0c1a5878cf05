import type { Selection, Wanted } from './selection';

/** Says which case or attempt of an address a run does not have; nothing when it has what is asked for. */
export function missingWords(wanted: Wanted, selection: Selection | undefined): string | undefined {
  if (wanted.case === null) return undefined;
  const row = selection?.row;
  const isFound = row?.id === wanted.case && (wanted.suite === null || row.suiteKey === wanted.suite);
  if (row === undefined || !isFound) {
    const place = wanted.suite === null ? '' : ` of ${wanted.suite}`;
    const instead = row === undefined ? '' : ` Here is ${row.id} instead.`;
    return `This run has no case ${wanted.case}${place}: the address may belong to another run.${instead}`;
  }
  if (wanted.attempt === null || wanted.attempt === selection?.attempt) return undefined;
  const { length } = row.attempts;
  return `Case ${row.id} has no attempt ${wanted.attempt}: it was played ${length === 1 ? 'once' : `${length} times`}.`;
}

/** Says that an attempt which has ended has no such turn. */
export function missingTurn(turn: number | null, turns: number): string | undefined {
  if (turn === null || (turn >= 1 && turn <= turns)) return undefined;
  return `This attempt has no turn ${turn}: it ended after ${turns === 1 ? 'one turn' : `${turns} turns`}.`;
}
