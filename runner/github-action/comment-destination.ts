import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { isJsonObject, parseJson } from '../values/index.ts';
import { ActionError, type ActionHost, requireVariable } from './action-host.ts';
import type { ActionInputs } from './read-inputs.ts';

/**
 * The place where the result of a run is published, such as a comment on a pull request. `branch` is the branch into
 * which the change will be merged.
 */
export type CommentDestination =
  | { kind: 'pull request'; number: number; branch: string }
  | { kind: 'summary'; branch: string; why: string }
  | { kind: 'nowhere' };

const branchSchema = z.object({ ref: z.string(), repo: z.object({ full_name: z.string() }).nullable() });
const pullRequestSchema = z.object({ number: z.int(), head: branchSchema, base: branchSchema });

/**
 * Throws for the event `pull_request_target`: with this event, a run would execute code of strangers while it has the
 * secrets of the repository and a token with write access.
 */
export function refuseUnsafeEvent({ variables }: ActionHost): void {
  if (variables.GITHUB_EVENT_NAME !== 'pull_request_target') return;
  throw new ActionError(
    'turntree does not run on pull_request_target: code of strangers would get the secrets of this repository. Use pull_request.',
  );
}

export function findCommentDestination(host: ActionHost, { comments, token }: ActionInputs): CommentDestination {
  const pullRequest = readPullRequest(host);
  if (pullRequest === undefined || !comments) return { kind: 'nowhere' };
  const { number, head, base } = pullRequest;
  const createSummaryDestination = (reason: string): CommentDestination => ({
    kind: 'summary',
    branch: base.ref,
    why: reason,
  });
  // If the fork was deleted, the pull request has no source repository (`repo` is null).
  if (head.repo?.full_name !== requireVariable(host, 'GITHUB_REPOSITORY')) {
    return createSummaryDestination(
      'This pull request comes from a fork, whose token may not comment. The result is in the job summary.',
    );
  }
  if (token === '')
    return createSummaryDestination('There is no token to comment with. The result is in the job summary.');
  return { kind: 'pull request', number, branch: base.ref };
}

function readPullRequest(host: ActionHost): z.infer<typeof pullRequestSchema> | undefined {
  if (host.variables.GITHUB_EVENT_NAME !== 'pull_request') return undefined;
  const file = requireVariable(host, 'GITHUB_EVENT_PATH');
  const event = parseJson(readFileSync(file, 'utf8'));
  const parsed = pullRequestSchema.safeParse(isJsonObject(event) ? event.pull_request : undefined);
  if (parsed.success) return parsed.data;
  throw new ActionError(`${file} describes no pull request: ${z.prettifyError(parsed.error)}`);
}
