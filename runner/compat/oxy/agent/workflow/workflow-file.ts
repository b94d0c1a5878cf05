/** Whether a path names a workflow, by how it ends. */
export function isWorkflowFile(file: string): boolean {
  return /(?<![a-z0-9])(?:workflow|automation|procedure)\.ya?ml$/i.test(file);
}
