import { getValueAtPath, isJsonObject, type Json, type JsonObject } from '../../values/index.ts';
import type { ServerComplaint } from './complaint.ts';
import { isJobReply } from './job.ts';
import type { ApiDocument } from './openapi.ts';
import { parseReply, reportsFailure } from './parsed-reply.ts';
import type { RequestTemplate, ServerReply } from './prober.ts';
import { parseRefusal, type ServerRefusal } from './refusal.ts';
import { guessFieldValue, hasMessagePlaceholder, removePropertyAtPath, setPropertyAtPath } from './request-fields.ts';

/** A request format that a server accepted, and its answer. */
export type AcceptedRequest = { requestTemplate: RequestTemplate; reply: ServerReply };

export type ProbeContext = {
  url: string;
  model: string | undefined;
  /** The server's own API documentation, which is requested only once. */
  api(): Promise<ApiDocument | undefined>;
  ask(template: RequestTemplate): Promise<ServerReply>;
  /** Receives notes, such as that the server is not an agent. */
  note(line: string): void;
  /** Receives a note about something that only the user can provide; afterwards `isStuck` returns true. */
  noteRequired(line: string): void;
  /** Returns true if nothing more can be tried without information from the user. */
  isStuck(): boolean;
};

export const INPUT_PLACEHOLDER = '{{input}}';
export const sessionPlaceholder: JsonObject = { session_id: '{{session_id}}' };
export const messagesPlaceholder: JsonObject = { messages: '{{text_messages}}' };
const messageFieldNames = ['input', 'message', 'question', 'prompt', 'query', 'text'] as const;
export const allInputNames: JsonObject = {
  ...Object.fromEntries(['input', 'message', ...messageFieldNames.slice(2)].map((name) => [name, INPUT_PLACEHOLDER])),
  ...messagesPlaceholder,
  ...sessionPlaceholder,
};
/** Possible names of the query parameter that contains the message. */
export const queryParameterNames = ['q', 'query', 'message', 'question', 'prompt', 'input', 'text'];

const MAX_ROUNDS = 8;

/** Adds the fields that the server reports as missing, until the server accepts the request or reports nothing new. */
export async function* adaptRequest(
  probe: ProbeContext,
  firstWay: RequestTemplate,
  firstReply: ServerReply,
  parentPath: ServerComplaint['path'] = [],
): AsyncGenerator<AcceptedRequest> {
  const triedWays = new Set<string>();
  let template = firstWay;
  let reply = firstReply;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (isUsableReply(reply) && carriesMessage(template)) {
      yield { requestTemplate: template, reply };
      return;
    }
    triedWays.add(JSON.stringify(template));
    const next = isUsableReply(reply)
      ? addMessageFields(template)
      : repairRefusedRequest(probe, template, { reply, parentPath });
    if (next === undefined || triedWays.has(JSON.stringify(next))) return;
    template = next;
    reply = await probe.ask(template);
    if (isForbidden(reply)) return;
  }
}

export function isUsableReply(reply: ServerReply): boolean {
  if (!reply.ok) return false;
  if (isJobReply(reply)) return true;
  const parsed = parseReply(reply);
  return parsed.kind !== 'unreadable' && !reportsFailure(parsed);
}

export function isForbidden({ status }: ServerReply): boolean {
  return status === 401 || status === 403;
}

export function isWrongMethod({ status }: ServerReply): boolean {
  return status === 405 || status === 501;
}

export function hasUsableComplaints({ complaints, encoding }: ServerRefusal): boolean {
  return complaints.length > 0 || encoding === 'form' || encoding === 'text';
}

function carriesMessage({ url, body }: RequestTemplate): boolean {
  return url.includes(INPUT_PLACEHOLDER) || hasMessagePlaceholder(body);
}

/** The server accepts this request even without a message, so fields for the message are added. */
function addMessageFields(template: RequestTemplate): RequestTemplate {
  if (template.method === 'GET') return { ...template, url: addQueryParameters(template.url, queryParameterNames) };
  return { ...template, body: { ...allInputNames, ...(isJsonObject(template.body) ? template.body : {}) } };
}

type RefusedRequest = {
  reply: ServerReply;
  /** The path of the object in the request that contains the rejected fields. */
  parentPath: ServerComplaint['path'];
};

function repairRefusedRequest(
  probe: ProbeContext,
  template: RequestTemplate,
  { reply, parentPath }: RefusedRequest,
): RequestTemplate | undefined {
  if (reply.status === 406 && template.headers?.accept === undefined) {
    return { ...template, headers: { ...template.headers, accept: 'text/event-stream' } };
  }
  const refusal = parseRefusal(reply);
  const encoding = template.encoding ?? 'json';
  if (
    template.method !== 'GET' &&
    (refusal.encoding === 'form' || refusal.encoding === 'text') &&
    encoding === 'json'
  ) {
    return changeEncoding(template, refusal.encoding);
  }
  let next = template;
  for (const complaint of refusal.complaints) {
    const isInside = parentPath.every((step, index) => complaint.path[index] === step);
    const path = isInside ? complaint.path : [...parentPath, ...complaint.path];
    const mendedOnce = changeRequestByComplaint(probe, next, { ...complaint, path });
    if (mendedOnce === undefined) return undefined;
    next = mendedOnce;
  }
  return next === template ? undefined : next;
}

function changeEncoding(template: RequestTemplate, encoding: 'form' | 'text'): RequestTemplate {
  if (encoding === 'text') return { ...template, encoding, body: INPUT_PLACEHOLDER };
  const body = isJsonObject(template.body) && Object.keys(template.body).length > 0 ? template.body : {};
  return { ...template, encoding, body };
}

function changeRequestByComplaint(
  probe: ProbeContext,
  template: RequestTemplate,
  complaint: ServerComplaint,
): RequestTemplate | undefined {
  const { path, where } = complaint;
  if (where === 'path' || template.encoding === 'text') return undefined;
  if (path.length === 0) return replaceWholeBody(template, complaint);
  return where === 'body' && template.method !== 'GET'
    ? addOrReplaceField(probe, template, complaint)
    : addMissingParameter(probe, template, complaint);
}

function addOrReplaceField(
  probe: ProbeContext,
  template: RequestTemplate,
  { path, problem, type, values }: ServerComplaint,
): RequestTemplate | undefined {
  const body = isJsonObject(template.body) ? template.body : {};
  const bodyWithoutField = removePropertyAtPath(body, path);
  if (problem === 'unwanted') return { ...template, body: bodyWithoutField };
  // If the server reports a field as missing although it was sent, the server could not read the body. Then the body is
  // sent as a form.
  const isUnread = problem === 'missing' && getValueAtPath(body, path) !== undefined;
  if (isUnread) return template.encoding === 'form' ? undefined : changeEncoding(template, 'form');
  const value = chooseFieldValue(probe, {
    name: getFieldNameOfPath(path),
    type,
    values,
    hasText: carriesMessage({ ...template, body: bodyWithoutField }),
  });
  return value === undefined ? undefined : { ...template, body: setPropertyAtPath(body, path, value) };
}

function addMissingParameter(
  probe: ProbeContext,
  template: RequestTemplate,
  { path, where, problem, type, values }: ServerComplaint,
): RequestTemplate | undefined {
  const name = getFieldNameOfPath(path);
  if (problem !== 'missing' || template.url.includes(`?${name}=`) || template.url.includes(`&${name}=`))
    return undefined;
  const value = chooseFieldValue(probe, { name, type, values, hasText: carriesMessage(template) });
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  if (where === 'header') return { ...template, headers: { ...template.headers, [name]: String(value) } };
  return { ...template, url: addQueryParameters(template.url, [name], String(value)) };
}

function getFieldNameOfPath(path: ServerComplaint['path']): string {
  return String(path.findLast((step) => typeof step === 'string') ?? '');
}

function replaceWholeBody(template: RequestTemplate, { problem, type }: ServerComplaint): RequestTemplate | undefined {
  if (type === 'string') return { ...template, body: INPUT_PLACEHOLDER };
  if (type === 'list') return { ...template, body: '{{text_messages}}' };
  if (problem === 'missing' && (template.encoding ?? 'json') === 'json') return changeEncoding(template, 'form');
  return undefined;
}

type RequestField = {
  name: string;
  type: ServerComplaint['type'];
  values: readonly string[] | undefined;
  hasText: boolean;
};

function chooseFieldValue(
  { model, noteRequired }: ProbeContext,
  { name, type, values, hasText }: RequestField,
): Json | undefined {
  if (/auth|api_?-?key|secret|password|signature/i.test(name)) {
    noteRequired(`It requires a key: ${name}.`);
    return undefined;
  }
  const value = guessFieldValue({ name, type, ...(values === undefined ? {} : { values }) }, { model });
  if (value !== undefined) return value;
  if (!hasText && (type === undefined || type === 'string')) return INPUT_PLACEHOLDER;
  noteRequired(`It requires "${name}", and only you know its value.`);
  return undefined;
}

export function addQueryParameters(url: string, keys: readonly string[], value = INPUT_PLACEHOLDER): string {
  return `${url}${url.includes('?') ? '&' : '?'}${keys.map((key) => `${key}=${value}`).join('&')}`;
}
