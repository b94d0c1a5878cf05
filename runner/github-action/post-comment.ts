import * as z from 'zod';
import { type GitHubApi, GitHubError, isAccessDenied } from './github-api.ts';

export type CommentRequest = {
  repository: string;
  pullRequest: number;
  /** A text that is different for each step that comments on the pull request. */
  key: string;
  /**
   * The workflow run. `id` increases with every run in a repository, `attempt` with every re-run of the same workflow
   * run.
   */
  run: { id: number; attempt: number };
  text: string;
};

export type PostedComment =
  | { kind: 'created' | 'edited' | 'created anew'; id: number }
  /** A later run has already updated the comment, so this run leaves it unchanged. */
  | { kind: 'outdated' };

type OwnComment = { id: number; run: CommentRequest['run'] };

const COMMENTS_PER_PAGE = 100;
const MAX_PAGES = 30;
const commentSchema = z.object({
  id: z.int(),
  body: z.string().nullish(),
  user: z.object({ login: z.string() }).nullish(),
});

/**
 * Writes the comment of a step on a pull request, or edits the comment if it exists. Two runs for the same pull request
 * may do this at the same time.
 */
export async function postComment(api: GitHubApi, request: CommentRequest): Promise<PostedComment> {
  const login = await findOwnLogin(api);
  const [existingComment] = await listOwnComments(api, request, login);
  if (existingComment !== undefined) {
    if (isLaterRun(existingComment.run, request.run)) return { kind: 'outdated' };
    if (await editComment(api, existingComment.id, request)) return { kind: 'edited', id: existingComment.id };
  }
  const id = await createComment(api, request);
  const remaining = await resolveDuplicateComments(api, request, { login, id });
  if (remaining !== id) return { kind: 'edited', id: remaining };
  return { kind: existingComment === undefined ? 'created' : 'created anew', id };
}

/** If two runs have created a comment at the same time, the first comment is kept, with the text of the later run. */
async function resolveDuplicateComments(
  api: GitHubApi,
  request: CommentRequest,
  ownComment: { login: string; id: number },
): Promise<number> {
  const [first] = await listOwnComments(api, request, ownComment.login);
  if (first === undefined || first.id === ownComment.id) return ownComment.id;
  if (!isLaterRun(first.run, request.run) && !(await editComment(api, first.id, request))) return ownComment.id;
  await undefinedIfMissing(
    api({ method: 'DELETE', path: `/repos/${request.repository}/issues/comments/${ownComment.id}` }),
  );
  return first.id;
}

/**
 * Returns the comments that this action has written, oldest first. Checks the author of each comment too, because other
 * people may quote the action's marker.
 */
async function listOwnComments(
  api: GitHubApi,
  { repository, pullRequest, key }: CommentRequest,
  login: string,
): Promise<OwnComment[]> {
  const ownComments: OwnComment[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = `per_page=${COMMENTS_PER_PAGE}&page=${page}`;
    const path = `/repos/${repository}/issues/${pullRequest}/comments?${query}`;
    const comments = z.array(commentSchema).parse(await api({ method: 'GET', path }));
    for (const { id, body, user } of comments) {
      const run = user?.login === login ? parseRunMarker(body ?? '', key) : undefined;
      if (run !== undefined) ownComments.push({ id, run });
    }
    if (comments.length < COMMENTS_PER_PAGE) break;
  }
  return ownComments.toSorted((one, other) => one.id - other.id);
}

/**
 * Returns the login name of the token's user. Undefined for the token of a workflow, which is not allowed to request
 * it.
 */
async function findOwnLogin(api: GitHubApi): Promise<string> {
  try {
    return z.object({ login: z.string() }).parse(await api({ method: 'GET', path: '/user' })).login;
  } catch (error) {
    if (isAccessDenied(error)) return 'github-actions[bot]';
    throw error;
  }
}

async function createComment(api: GitHubApi, request: CommentRequest): Promise<number> {
  const path = `/repos/${request.repository}/issues/${request.pullRequest}/comments`;
  return z.object({ id: z.int() }).parse(await api({ method: 'POST', path, body: { body: withRunMarker(request) } }))
    .id;
}

/** Updates a comment. Returns false if the comment was deleted. */
async function editComment(api: GitHubApi, id: number, request: CommentRequest): Promise<boolean> {
  const path = `/repos/${request.repository}/issues/comments/${id}`;
  const edited = api({ method: 'PATCH', path, body: { body: withRunMarker(request) } }).then(() => true);
  return (await undefinedIfMissing(edited)) === true;
}

async function undefinedIfMissing<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return undefined;
    throw error;
  }
}

function withRunMarker({ key, run, text }: CommentRequest): string {
  return `<!-- turntree ${key} ${run.id}.${run.attempt} -->\n${text}`;
}

function parseRunMarker(body: string, key: string): CommentRequest['run'] | undefined {
  const [, name, id, attempt] = /^<!-- turntree ([\w.-]+) (\d+)\.(\d+) -->/.exec(body) ?? [];
  return name === key ? { id: Number(id), attempt: Number(attempt) } : undefined;
}

function isLaterRun(run: CommentRequest['run'], other: CommentRequest['run']): boolean {
  return run.id === other.id ? run.attempt > other.attempt : run.id > other.id;
}
