/** The environment in which a GitHub Actions step runs. Tests replace it. */
export type ActionHost = {
  variables: Readonly<NodeJS.ProcessEnv>;
  /** Writes a line to the log of the GitHub Actions step. */
  log(line: string): void;
  /** The folder of the action, whose `package.json` contains the action's version. */
  home: string;
};

/** An error that the user must fix: in the workflow, its permissions or the repository. */
export class ActionError extends Error {
  override name = 'ActionError';
}

/** Reads an environment variable that GitHub sets for every step. Throws if it is missing. */
export function requireVariable({ variables }: Pick<ActionHost, 'variables'>, name: string): string {
  const value = variables[name];
  if (value !== undefined && value !== '') return value;
  throw new ActionError(`${name} is not set: this program runs only as a step of GitHub Actions (action.yml)`);
}
