import { parseJsonPath, selectPath } from '../../assertions/json-path.ts';
import { listJsonPaths } from '../../authoring/index.ts';
import { waitMs } from '../../models/wait-ms.ts';
import { isJsonObject, type Json, tryParseJson } from '../../values/index.ts';
import type { ApiDocument } from './openapi.ts';
import { parseReply } from './parsed-reply.ts';
import type { Prober, ServerReply } from './prober.ts';

/** The fields of an `http` entry that say how to poll a job that a server started. */
export type JobPolling = { url: string; status?: string; result?: string };
export type FollowedJobResult = { way: JobPolling; reply: ServerReply } | { failed: string };

const PENDING_STATUS_PATTERN =
  /^(?:accepted|queued|pending|processing|running|in[_ -]?progress|started|starting|submitted|created|working|waiting|scheduled|enqueued|active)$/i;
const FAILED_STATUS_PATTERN = /^(?:fail(?:ed|ure)?|error(?:ed)?|cancell?ed|aborted|expired|rejected|timed_?out)$/i;
const DONE_STATUS_PATTERN = /^(?:done|completed?|success|succeeded|successful|finished|ready|ok)$/i;
const statusKeyPattern = /^(?:status|state|job_?status|phase)$/i;
const JOB_TIMEOUT_MS = 60_000;
const FIRST_POLL_DELAY_MS = 200;
const MAX_POLL_DELAY_MS = 2_000;

/** True if an answer only announces that the real answer comes later. */
export function isJobReply(reply: ServerReply): boolean {
  if (reply.status === 202) return true;
  const document = tryParseJson(reply.text);
  return (
    isJsonObject(document) &&
    PENDING_STATUS_PATTERN.test(findStatus(document)?.status ?? '') &&
    findLinkPaths(reply, document).length + listIdPaths(document).length > 0
  );
}

/** Polls a job at the URL that the server gives in a header, in its answer, or in its API documentation. */
export async function followJob(
  {
    url,
    begun,
    api,
    known,
  }: { url: string; begun: ServerReply; api: ApiDocument | undefined; known?: JobPolling | undefined },
  prober: Prober,
  signal: AbortSignal,
): Promise<FollowedJobResult> {
  const document = tryParseJson(begun.text);
  const jobUrls = known === undefined ? listJobUrls({ url, begun, api }) : [known.url];
  for (const template of jobUrls) {
    const address = URL.parse(fillPlaceholdersOfUrl(template, begun, document), url);
    if (address === null || address.origin !== URL.parse(url)?.origin) continue;
    const followed = await pollUntilDone(address.href, prober, signal);
    if (followed === undefined) continue;
    if ('failed' in followed) return followed;
    const jobPolling: JobPolling = {
      url: template,
      ...(followed.status === undefined ? {} : { status: followed.status }),
    };
    const elsewhere = findResultLink(followed.reply, address.href);
    if (elsewhere === undefined) return { way: jobPolling, reply: followed.reply };
    const reply = await prober.send({ url: elsewhere.url });
    return reply.ok
      ? { way: { ...jobPolling, result: elsewhere.template }, reply }
      : { failed: 'gives a place for the result of its job, but the result is not there' };
  }
  return {
    failed: jobUrls.length === 0 ? 'does not say where the job can be polled' : `has no job at ${jobUrls.join(', ')}`,
  };
}

/** The status response of a finished job may contain the URL of the result instead of the result. */
function findResultLink(reply: ServerReply, base: string): { url: string; template: string } | undefined {
  const document = tryParseJson(reply.text);
  if (!isJsonObject(document)) return undefined;
  const paths = findDottedPaths(document);
  if (paths.some((path) => /\s/.test(findTextAtPath(document, path) ?? '') && !/time|date|_at$/i.test(path)))
    return undefined;
  const path = findLinkPaths(reply, document).find((each) => /result|output|answer|response/i.test(each));
  const url = path === undefined ? null : URL.parse(findTextAtPath(document, path) ?? '', base);
  if (url === null || path === undefined || url.origin !== new URL(base).origin) return undefined;
  return { url: url.href, template: `{{answer.${path}}}` };
}

type FinishedJobResult = { reply: ServerReply; status: string | undefined } | { failed: string };

async function pollUntilDone(url: string, prober: Prober, signal: AbortSignal): Promise<FinishedJobResult | undefined> {
  const end = AbortSignal.timeout(JOB_TIMEOUT_MS);
  for (let pause = FIRST_POLL_DELAY_MS; !end.aborted; pause = Math.min(pause * 2, MAX_POLL_DELAY_MS)) {
    const reply = await prober.send({ url });
    if (!reply.ok) return undefined;
    const document = parseReply(reply).kind === 'document' ? tryParseJson(reply.text) : undefined;
    const jobStatus = isJsonObject(document) ? findStatus(document) : undefined;
    if (jobStatus !== undefined && FAILED_STATUS_PATTERN.test(jobStatus.status))
      return { failed: `began a job that ended as "${jobStatus.status}"` };
    const isDone = jobStatus === undefined ? reply.status !== 202 : DONE_STATUS_PATTERN.test(jobStatus.status);
    if (isDone) return { reply, status: jobStatus?.path };
    if (jobStatus !== undefined && !PENDING_STATUS_PATTERN.test(jobStatus.status))
      return { failed: `began a job whose status "${jobStatus.status}" is not known` };
    await waitMs(pause, signal);
  }
  return { failed: 'began a job that was not done within a minute' };
}

/** Templates of the URLs at which the job may be polled, the most likely first. */
function listJobUrls({ url, begun, api }: { url: string; begun: ServerReply; api: ApiDocument | undefined }): string[] {
  const document = tryParseJson(begun.text);
  const headers = ['location', 'operation-location', 'content-location'].filter((name) => begun.headers.has(name));
  const ids = isJsonObject(document) ? listIdPaths(document) : [];
  const documented = (api?.lookups ?? []).flatMap((address) =>
    ids.map((path) => address.replace(/\{\w+\}/, `{{answer.${path}}}`)),
  );
  const base = url.replace(/[?#].*$/s, '').replace(/(?<!\/)\/+$/, '');
  const parent = base.replace(/\/[^/]*$/, '');
  const usualUrls = ids.flatMap((path) => [
    `${base}/{{answer.${path}}}`,
    ...['jobs', 'tasks', 'status', 'results'].map((name) => `${parent}/${name}/{{answer.${path}}}`),
  ]);
  return [
    ...headers.map((name) => `{{headers.${name}}}`),
    ...(isJsonObject(document) ? findLinkPaths(begun, document) : []).map((path) => `{{answer.${path}}}`),
    ...documented.toSorted((left, right) => Number(looksLikeJobUrl(right)) - Number(looksLikeJobUrl(left))),
    ...usualUrls,
  ];
}

function looksLikeJobUrl(address: string): boolean {
  return /job|task|status|run|result|poll|operation/i.test(address);
}

/** Finds links in an answer. List items are skipped, because placeholders support only keys separated by dots. */
function findLinkPaths({ text }: ServerReply, document: Json): string[] {
  if (text.length > 100_000) return [];
  const links = findDottedPaths(document).filter((path) => {
    const value = findTextAtPath(document, path);
    return (
      value !== undefined &&
      /^(?:https?:\/\/\S+|\/[\w./?=&%-]+)$/.test(value) &&
      !/cancel|delete|callback|webhook|docs?$|help|self_?service/i.test(path)
    );
  });
  const rankLinkPath = (path: string) =>
    [/status|poll|check|get|location/i, /result|url|uri|href|link|self|job/i].findIndex((sure) => sure.test(path)) >>>
    0;
  return links.toSorted((left, right) => rankLinkPath(left) - rankLinkPath(right));
}

function listIdPaths(document: Json): string[] {
  const ids = findDottedPaths(document).filter((path) =>
    /(?:^|\.)(?:id|uuid|job|task|ticket|\w*(?:job|task|run|request|operation|ticket|prediction)_?id|jobId|taskId|runId|requestId)$/i.test(
      path,
    ),
  );
  const values = ids.filter((path) => /^[\w.:-]{1,100}$/.test(findTextAtPath(document, path) ?? ''));
  return values.toSorted((left, right) => Number(/job|task/i.test(right)) - Number(/job|task/i.test(left)));
}

function findDottedPaths(document: Json): string[] {
  return listJsonPaths(document)
    .map((path) => path.replace(/^\$\./, ''))
    .filter((path) => /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(path));
}

function findTextAtPath(document: Json, path: string): string | undefined {
  const parsed = parseJsonPath(path);
  const selection = parsed.kind === 'path' ? selectPath(document, parsed.steps) : undefined;
  const value = selection?.kind === 'value' ? selection.value : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function findStatus(document: Json): { path: string; status: string } | undefined {
  for (const path of findDottedPaths(document)) {
    const status = statusKeyPattern.test(path.split('.').at(-1) ?? '') ? findTextAtPath(document, path) : undefined;
    if (status !== undefined && /[a-z]/i.test(status)) return { path, status };
  }
  return undefined;
}

function fillPlaceholdersOfUrl(template: string, { headers }: ServerReply, document: Json | undefined): string {
  return template
    .replaceAll(/\{\{headers\.([\w-]+)\}\}/g, (_whole, name: string) => headers.get(name) ?? '')
    .replaceAll(/\{\{answer\.([\w.]+)\}\}/g, (_whole, path: string) => findTextAtPath(document ?? null, path) ?? '');
}
