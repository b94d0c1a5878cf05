import { queryOptions } from '@tanstack/react-query';
import type { ImportedContentKind, RetentionRequest, RunnerCommandResult } from '../settings/index.ts';
import { buildApiPath, getFromRoute, postJson, postToRoute } from './fetch-json.ts';
import type { ImportStep } from './route-types.ts';
import type { RouteAnswers } from './routes.ts';

/**
 * The size in bytes of one chunk of a file. After base64 encoding, it is well below the server's limit for request
 * bodies.
 */
const UPLOAD_CHUNK_BYTES = 3 * 1024 * 1024;
const RUNS_PER_REQUEST = 1_000;

export function previewRetention(request: RetentionRequest): Promise<RouteAnswers['POST /api/history/retention']> {
  return postToRoute('POST /api/history/retention', {}, request);
}

export function maintainHistory(task: 'check' | 'clean'): Promise<RouteAnswers['POST /api/history/task']> {
  return postToRoute('POST /api/history/task', {}, { task });
}

export function resetHistory(): Promise<RouteAnswers['POST /api/history/reset']> {
  return postToRoute('POST /api/history/reset', {}, {});
}

/** Sends the ids in batches of 1,000. Returns the total number of changed runs. */
export async function deleteInBatches(
  runIds: readonly string[],
  send: (runIds: readonly string[]) => Promise<{ count: number }>,
): Promise<number> {
  let changed = 0;
  for (let start = 0; start < runIds.length; start += RUNS_PER_REQUEST) {
    changed += (await send(runIds.slice(start, start + RUNS_PER_REQUEST))).count;
  }
  return changed;
}

/** Uploads a file in chunks and imports it. `onShare` receives the uploaded share, from 0 to 1. */
export async function importHistory(
  file: File,
  onShare: (progress: number) => void,
  what: ImportedContentKind = 'history',
): Promise<RunnerCommandResult> {
  const { upload } = await sendImportStep<{ upload: string }>({ step: 'begin' });
  for (let offset = 0; offset < file.size; offset += UPLOAD_CHUNK_BYTES) {
    const bytes = new Uint8Array(await file.slice(offset, offset + UPLOAD_CHUNK_BYTES).arrayBuffer());
    await sendImportStep({ step: 'add', upload, offset, data: encodeBase64(bytes) });
    onShare(Math.min(1, (offset + UPLOAD_CHUNK_BYTES) / file.size));
  }
  return sendImportStep<RunnerCommandResult>({ step: 'end', upload, what, name: file.name });
}

/** Sends one step of an import; the type of the response depends on the step. */
function sendImportStep<Answer extends RouteAnswers['POST /api/history/import']>(step: ImportStep): Promise<Answer> {
  return postJson(buildApiPath('POST /api/history/import', {}), step);
}

function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  }
  return btoa(text);
}

export function settingsQuery() {
  return queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => getFromRoute('GET /api/settings', {}, signal),
    staleTime: 0,
  });
}
