/** Returns true if a path names a workflow, by its ending. */
export function isWorkflowFile(file: string): boolean {
  return /(?<![a-z0-9])(?:workflow|automation|procedure)\.ya?ml$/i.test(file);
}
