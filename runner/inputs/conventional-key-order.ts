const conventionalKeyOrder = (
  'id name role type use path value pattern input content assert expected simulator turns checkpoints after description ' +
  'required never until strict max_turns options metadata tags timeout'
).split(' ');
const rankByKey: ReadonlyMap<string, number> = new Map(conventionalKeyOrder.map((key, rank) => [key, rank]));

/** Returns the position of a key in the conventional order of keys; unknown keys come last. */
export function getConventionalKeyRank(key: string): number {
  return rankByKey.get(key) ?? conventionalKeyOrder.length;
}

/** Compares two keys by the conventional order of keys. Unknown keys come last, in alphabetical order. */
export function compareConventionalKeys(left: string, right: string): boolean {
  const difference = getConventionalKeyRank(left) - getConventionalKeyRank(right);
  return difference === 0 ? left < right : difference < 0;
}
