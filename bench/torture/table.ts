export const troubleKinds = ['lost', 'damaged', 'left over', 'not resumed', 'wrong end'] as const;
export type Finding = { what: (typeof troubleKinds)[number]; how: string };
/** The result of a kill; `hit` is true if there was a process to kill at that moment. */
export type Kill = { hit: boolean; findings: Finding[] };
export type Row = { target: string; load: string; kills: readonly Kill[] };

export function printTable(rows: readonly Row[]): void {
  const names = ['target', 'load', 'kills', 'hit nothing', ...troubleKinds];
  console.log(`| ${names.join(' | ')} |\n|${' --- |'.repeat(names.length)}`);
  for (const { target, load, kills } of rows) {
    const hits = kills.filter(({ hit }) => hit).length;
    const found = kills.flatMap(({ findings }) => findings);
    const counts = troubleKinds.map((trouble) => found.filter(({ what }) => what === trouble).length);
    console.log(`| ${[target, load, hits, kills.length - hits, ...counts].join(' | ')} |`);
  }
}
