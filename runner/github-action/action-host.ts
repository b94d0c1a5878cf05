/** The environment of a step of GitHub Actions. Tests pass their own. */
export type ActionHost = {
  variables: Readonly<NodeJS.ProcessEnv>;
  /** Writes a line to the log of the step. */
  log(line: string): void;
  /** The folder of the action, with the `package.json` of its version. */
  home: string;
};

/** An error that a person has to fix: in the workflow, in its permissions or in the repository. */
export class ActionError extends Error {
  override name = 'ActionError';
}

/** Reads a variable that every step of GitHub Actions has. */
export function requireVariable({ variables }: Pick<ActionHost, 'variables'>, name: string): string {
  const value = variables[name];
  if (value !== undefined && value !== '') return value;
  throw new ActionError(`${name} is not set: this program is a step of GitHub Actions (action.yml)`);
}
