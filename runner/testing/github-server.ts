import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { unzipSync, zipSync } from 'fflate';
import { getServerPort } from './server-port.ts';

const BOT = 'github-actions[bot]';

export type GitHubComment = { id: number; body: string; user: { login: string } };
export type GitHubArtifact = { name: string; branch: string; fromFork?: boolean; files: Record<string, string> };

/** An imitation of GitHub on loopback, with the parts that the action uses: comments, artifacts and their storage. */
export type GitHubServer = {
  url: string;
  comments: GitHubComment[];
  /** The uploaded artifacts, newest first. */
  artifacts: GitHubArtifact[];
  requests: { method: string; path: string; authorization: string | undefined }[];
  /**
   * Decides whether a request is rejected: if this function returns a status, the request gets this status instead of
   * the server's answer.
   */
  refuse: (method: string, path: string) => number | undefined;
  /** Called before a comment is added. */
  beforeComment: () => void;
  close(): Promise<void>;
};

/** Imitates the repository `o/r` for a workflow, whose token may not read its own user. */
export async function startGitHubServer(): Promise<GitHubServer> {
  const state: GitHubServer = {
    url: '',
    comments: [],
    artifacts: [],
    requests: [],
    refuse: () => undefined,
    beforeComment: () => undefined,
    close: async () => undefined,
  };
  const server = createServer(async (request, response) => {
    const body = await readRequestBody(request);
    const { method = '', url = '', headers } = request;
    state.requests.push({ method, path: url, authorization: headers.authorization });
    const status = state.refuse(method, url);
    if (status !== undefined) return sendJsonAnswer(response, status, { message: 'refused' });
    return answerGitHubRequest({ state, method, path: url, body }, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  state.url = `http://127.0.0.1:${getServerPort(server.address())}`;
  state.close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return state;
}

type ReceivedGitHubRequest = { state: GitHubServer; method: string; path: string; body: Buffer };

function answerGitHubRequest(request: ReceivedGitHubRequest, response: ServerResponse) {
  const { state, method, path, body } = request;
  const [, kind = '', id = ''] =
    /^\/(?:repos\/o\/r\/)?(user|issues\/7\/comments|issues\/comments|actions\/artifacts|twirp|storage)\/?([^?]*)/.exec(
      path,
    ) ?? [];
  switch (`${method} ${kind}`) {
    case 'GET issues/7/comments': {
      const page = Number(new URL(path, state.url).searchParams.get('page'));
      return sendJsonAnswer(response, 200, state.comments.slice((page - 1) * 100, page * 100));
    }
    case 'POST issues/7/comments': {
      state.beforeComment();
      const comment = { id: 100 + state.comments.length, body: parseCommentBody(body), user: { login: BOT } };
      state.comments.push(comment);
      return sendJsonAnswer(response, 201, comment);
    }
    case 'PATCH issues/comments': {
      const comment = state.comments.find((each) => each.id === Number(id));
      if (comment === undefined) return sendJsonAnswer(response, 404, { message: 'Not Found' });
      comment.body = parseCommentBody(body);
      return sendJsonAnswer(response, 200, comment);
    }
    case 'DELETE issues/comments':
      state.comments = state.comments.filter((each) => each.id !== Number(id));
      return sendJsonAnswer(response, 204, undefined);
    case 'GET user':
      return sendJsonAnswer(response, 403, { message: 'Resource not accessible by integration' });
    default:
      return answerArtifacts({ ...request, id }, `${method} ${kind}`, response);
  }
}

function answerArtifacts(
  { state, path, body, id }: ReceivedGitHubRequest & { id: string },
  call: string,
  response: ServerResponse,
) {
  switch (call) {
    case 'GET actions/artifacts': {
      if (id !== '') return answerZip(state.artifacts[Number(id)], response);
      const name = new URL(path, state.url).searchParams.get('name');
      return sendJsonAnswer(response, 200, {
        artifacts: state.artifacts.flatMap(createArtifactDescriber(state.url, name)),
      });
    }
    case 'POST twirp':
      if (!path.endsWith('CreateArtifact')) return sendJsonAnswer(response, 200, { ok: true, artifact_id: '42' });
      state.artifacts.unshift({ name: JSON.parse(body.toString()).name, branch: 'feature', files: {} });
      return sendJsonAnswer(response, 200, { ok: true, signed_upload_url: `${state.url}/storage/blob?sig=x` });
    case 'PUT storage': {
      const files = Object.entries(unzipSync(new Uint8Array(body)));
      const [newestArtifact] = state.artifacts;
      if (newestArtifact !== undefined)
        newestArtifact.files = Object.fromEntries(files.map(([name, data]) => [name, new TextDecoder().decode(data)]));
      return sendJsonAnswer(response, 201, undefined);
    }
    default:
      return sendJsonAnswer(response, 404, { message: 'Not Found' });
  }
}

function createArtifactDescriber(url: string, requestedName: string | null) {
  return ({ name, branch, fromFork = false }: GitHubArtifact, index: number) =>
    name === requestedName
      ? {
          expired: false,
          archive_download_url: `${url}/repos/o/r/actions/artifacts/${index}`,
          workflow_run: { head_branch: branch, repository_id: 1, head_repository_id: fromFork ? 2 : 1 },
        }
      : [];
}

function answerZip(requestedArtifact: GitHubArtifact | undefined, response: ServerResponse) {
  if (requestedArtifact === undefined) return sendJsonAnswer(response, 404, { message: 'Not Found' });
  const entries = Object.entries(requestedArtifact.files).map(
    ([name, text]) => [name, new TextEncoder().encode(text)] as const,
  );
  response.writeHead(200, { 'content-type': 'application/zip' }).end(zipSync(Object.fromEntries(entries)));
}

function parseCommentBody(body: Buffer): string {
  return JSON.parse(body.toString()).body;
}

async function readRequestBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function sendJsonAnswer(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(body === undefined ? '' : JSON.stringify(body));
}
