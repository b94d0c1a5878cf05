/** Draws the branches of a tree, each with its lines below it. Only the last branch ends the vertical line. */
export function formatTreeLines(branches: readonly (readonly string[])[]): string[] {
  return branches.flatMap(([line = '', ...below], index) => {
    const isLast = index === branches.length - 1;
    return [`  ${isLast ? '└─' : '├─'} ${line}`, ...below.map((each) => `  ${isLast ? ' ' : '│'}  ${each}`)];
  });
}
