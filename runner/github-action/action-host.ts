/** The environment of a GitHub Actions step. Tests replace it. */
export type ActionHost = {
  variables: Readonly<NodeJS.ProcessEnv>;
  /** Writes a line to the log of the GitHub Actions step. */
  log(line: string): void;
  /** The folder of the action, whose `package.json` contains the action's version. */
  home: string;
};

/** An error that a person has to fix, in the workflow, its permissions or the repository. */
export class ActionError extends Error {
  override name = 'ActionError';
}

/** Reads an environment variable that every step of GitHub Actions has. */
export function requireVariable({ variables }: Pick<ActionHost, 'variables'>, name: string): string {
  const value = variables[name];
  if (value !== undefined && value !== '') return value;
  throw new ActionError(`${name} is not set: this program is a step of GitHub Actions (action.yml)`);
}
