/** Branches of a tree, each with the lines below it: only the last of them ends the trunk. */
export function treeLines(branches: readonly (readonly string[])[]): string[] {
  return branches.flatMap(([line = '', ...below], place) => {
    const isLast = place === branches.length - 1;
    return [`  ${isLast ? '└─' : '├─'} ${line}`, ...below.map((each) => `  ${isLast ? ' ' : '│'}  ${each}`)];
  });
}
