import { isJsonObject, parseJson } from '../values/index.ts';

const REQUEST_TIMEOUT_MS = 30_000;

/** Thrown when GitHub rejects a request. */
export class GitHubError extends Error {
  override name = 'GitHubError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Returns true if the token lacks permissions. For everything that the token may not read, GitHub also answers 404. */
export function isAccessDenied(error: unknown): error is GitHubError {
  return error instanceof GitHubError && [401, 403, 404].includes(error.status);
}

export type GitHubRequest = { method: string; path: string; body?: object };

/** Calls the REST API of GitHub. Throws a `GitHubError` for every unsuccessful status. */
export type GitHubApi = (request: GitHubRequest) => Promise<unknown>;

export function createGitHubApi({ url, token }: { url: string; token: string }): GitHubApi {
  return async ({ method, path, body }) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { ...createApiHeaders(token), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const text = await answer.text();
    if (!answer.ok)
      throw new GitHubError(answer.status, `${method} ${path}: ${answer.status} ${extractGithubErrorMessage(text)}`);
    return text === '' ? undefined : parseJson(text);
  };
}

export function createApiHeaders(token: string): Record<string, string> {
  return {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${token}`,
    'user-agent': 'turntree-action',
    'x-github-api-version': '2022-11-28',
  };
}

function extractGithubErrorMessage(text: string): string {
  try {
    const answer = parseJson(text);
    if (isJsonObject(answer) && 'message' in answer) return String(answer.message).slice(0, 200);
  } catch {
    // The response is not JSON: a proxy may answer in HTML.
  }
  return text.slice(0, 200);
}
