import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import * as z from 'zod';
import { parseJson } from '../values/index.ts';
import { ActionError, type ActionHost } from './action-host.ts';
import { createApiHeaders, type GitHubApi, GitHubError } from './github-api.ts';

// The official artifact package is not used, because it has 200 dependencies and 1.7 MB, and only three calls of the
// artifact service are needed.

const UPLOAD_TIMEOUT_MS = 300_000;
/** The maximum size of an earlier report. A larger file is not a report of Turntree. */
const MAX_REPORT_BYTES = 200 * 1024 * 1024;
const ARTIFACT_SERVICE_PATH = 'twirp/github.actions.results.api.v1.ArtifactService';

/** Uploads the files of a folder as an artifact, and returns the artifact's id. */
export async function uploadFolder(folder: string, name: string, { variables }: ActionHost): Promise<string> {
  const { ACTIONS_RESULTS_URL: url, ACTIONS_RUNTIME_TOKEN: token } = variables;
  if (url === undefined || token === undefined) throw new ActionError('this runner has no service for artifacts');
  const callArtifactService = async (method: string, body: object): Promise<unknown> => {
    const answer = await fetch(new URL(`${ARTIFACT_SERVICE_PATH}/${method}`, url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'user-agent': 'turntree-action',
      },
      body: JSON.stringify({ ...readJobIds(token), name, ...body }),
      signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
    });
    const text = await answer.text();
    if (answer.status === 409)
      throw new ActionError(`this run has an artifact "${name}" already: give the step another "name"`);
    if (!answer.ok) throw new GitHubError(answer.status, `${method}: ${answer.status} ${text.slice(0, 200)}`);
    return parseJson(text);
  };
  const zip = zipFolder(folder);
  const created = z
    .object({ signed_upload_url: z.url() })
    .parse(await callArtifactService('CreateArtifact', { version: 7, mime_type: 'application/zip' }));
  const uploadResponse = await fetch(created.signed_upload_url, {
    method: 'PUT',
    headers: { 'content-type': 'application/zip', 'x-ms-blob-type': 'BlockBlob' },
    body: new Uint8Array(zip),
    signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
  });
  if (!uploadResponse.ok)
    throw new GitHubError(uploadResponse.status, `the storage of artifacts answered ${uploadResponse.status}`);
  const hash = `sha256:${createHash('sha256').update(zip).digest('hex')}`;
  const finalized = await callArtifactService('FinalizeArtifact', { size: String(zip.length), hash });
  return z.object({ artifact_id: z.coerce.string() }).parse(finalized).artifact_id;
}

function readJobIds(token: string): { workflow_run_backend_id: string; workflow_job_run_backend_id: string } {
  const [, payload = ''] = token.split('.');
  const { scp } = z.object({ scp: z.string() }).parse(parseJson(Buffer.from(payload, 'base64url').toString('utf8')));
  const [, run, job] = /(?:^| )Actions\.Results:([^: ]+):([^: ]+)(?: |$)/.exec(scp) ?? [];
  if (run === undefined || job === undefined) throw new ActionError('the token of this job may not upload artifacts');
  return { workflow_run_backend_id: run, workflow_job_run_backend_id: job };
}

function zipFolder(folder: string): Uint8Array {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const contents = files.map((entry) => {
    const file = path.join(entry.parentPath, entry.name);
    return [path.relative(folder, file).replaceAll('\\', '/'), new Uint8Array(readFileSync(file))] as const;
  });
  return zipSync(Object.fromEntries(contents), { level: 6 });
}

const artifactsSchema = z.object({
  artifacts: z.array(
    z.object({
      expired: z.boolean(),
      archive_download_url: z.url(),
      workflow_run: z
        .object({ head_branch: z.string().nullable(), repository_id: z.int(), head_repository_id: z.int() })
        .nullish(),
    }),
  ),
});

export type StoredReport = { repository: string; branch: string; name: string; file: string; token: string };

/**
 * Returns a file of the newest artifact that a run on a branch has uploaded. Forks may have a branch of the same name,
 * so only runs of this repository's branch are considered.
 */
export async function downloadReportFile(
  api: GitHubApi,
  { repository, branch, name, file, token }: StoredReport,
): Promise<string | undefined> {
  const route = `/repos/${repository}/actions/artifacts?name=${encodeURIComponent(name)}&per_page=100`;
  const { artifacts } = artifactsSchema.parse(await api({ method: 'GET', path: route }));
  const newestArtifact = artifacts.find(
    ({ expired, workflow_run: run }) =>
      !expired && run?.head_branch === branch && run.head_repository_id === run.repository_id,
  );
  if (newestArtifact === undefined) return undefined;
  // The response redirects to another host; `fetch` does not send the access token there.
  const answer = await fetch(newestArtifact.archive_download_url, {
    headers: createApiHeaders(token),
    signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
  });
  if (!answer.ok) throw new GitHubError(answer.status, `the artifact ${name}: ${answer.status}`);
  const zip = new Uint8Array(await answer.arrayBuffer());
  const files = unzipSync(zip, {
    filter: ({ name: entry, originalSize }) => entry === file && originalSize <= MAX_REPORT_BYTES,
  });
  const content = files[file];
  return content && new TextDecoder().decode(content);
}
