import { parseJsonPath, selectPath } from '../../assertions/json-path.ts';
import { listJsonPaths } from '../../authoring/index.ts';
import { isJsonObject, type Json, type JsonObject, tryParseJson } from '../../values/index.ts';
import { type ParsedReply, parseReply, reportsFailure } from './parsed-reply.ts';
import type { Prober, RequestTemplate, ServerReply } from './prober.ts';
import { isSessionField } from './request-fields.ts';

/** How to send back the conversation id that a server assigned, and a description of this mechanism. */
export type SessionMechanism = { way: RequestTemplate; said: string };

type SessionId = {
  /** Where the id was found: a JSON path, or `header:<name>`. */
  source: string;
  /** The key under which the answer has the session id. If it is only `id`, the key of the object around it. */
  name: string;
  value: string;
  /** The key of the object that contains the id, if the id's own key is only `id`. */
  parent: string | undefined;
};

type SessionProbes = {
  requestTemplate: RequestTemplate;
  first: ServerReply;
  second: ServerReply;
  sessions: readonly [string, string];
  message: string;
};

/**
 * Finds an id that the server assigns and that differs in every conversation, sends it back under its name, and checks
 * that the server then continues that conversation.
 */
export async function findServerSession(
  { requestTemplate, first, second, sessions, message }: SessionProbes,
  prober: Prober,
): Promise<SessionMechanism | undefined> {
  if (requestTemplate.carry !== undefined || requestTemplate.method === 'GET') return undefined;
  const others = findSessionIdsInReply(second);
  const sessionId = findSessionIdsInReply(first).find(
    ({ source, value }) =>
      value !== sessions[0] && others.some((other) => other.source === source && other.value !== value),
  );
  if (sessionId === undefined) return undefined;
  const sessionRequests = listSessionRequests(requestTemplate, sessionId);
  let acceptedRequest: RequestTemplate | undefined;
  for (const back of sessionRequests) {
    const reply = await prober.sendTemplate(back, {
      message,
      session: sessions[0],
      carry: { [toCarryVariableName(sessionId)]: sessionId.value },
    });
    if (!reply.ok || reportsFailure(parseReply(reply))) continue;
    const sessionIdInReply = findSessionIdsInReply(reply).find(({ source }) => source === sessionId.source);
    if (sessionIdInReply?.value === sessionId.value)
      return { way: back, said: `sends "${sessionId.source}" back as ${describeSessionField(back, sessionId)}` };
    if (sessionIdInReply === undefined) acceptedRequest ??= back;
  }
  if (acceptedRequest !== undefined)
    return {
      way: acceptedRequest,
      said: `sends "${sessionId.source}" back as ${describeSessionField(acceptedRequest, sessionId)}`,
    };
  return {
    way: requestTemplate,
    said: `the server returns "${sessionId.source}", but sending it back in any field starts a new conversation: every turn is a first turn`,
  };
}

function toCarryVariableName({ name }: SessionId): string {
  return name.replaceAll(/[^\w-]/g, '_');
}

function describeSessionField({ headers = {} }: RequestTemplate, sessionId: SessionId): string {
  const header = Object.keys(headers).find((name) => headers[name] === `{{carry.${toCarryVariableName(sessionId)}}}`);
  return header === undefined ? sessionId.name : `the header ${header}`;
}

/**
 * Returns the requests with which sending the id back is tried: first under its own name, then nested as in the answer,
 * then with its name in the other spelling (camel case or snake case).
 */
function listSessionRequests(template: RequestTemplate, sessionId: SessionId): RequestTemplate[] {
  const name = toCarryVariableName(sessionId);
  const value = `{{carry.${name}}}`;
  const carry = { [name]: sessionId.source };
  const header = /^header:(.*)$/.exec(sessionId.source)?.[1];
  if (header !== undefined) {
    return [
      { ...template, headers: { ...template.headers, [header]: value }, carry },
      ...createBodyVariants(template, sessionId.name.replace(/^x-/, '').replaceAll('-', '_'), value).map((body) => ({
        ...template,
        body,
        carry,
      })),
    ];
  }
  const nested = sessionId.parent === undefined ? [] : createNestedBodyVariants(template, sessionId, value);
  const all = [
    ...createBodyVariants(template, sessionId.name, value),
    ...nested,
    ...createBodyVariants(template, convertSpelling(sessionId.name), value),
  ];
  return [
    ...all.map((body) => ({ ...template, body, carry })),
    {
      ...template,
      headers: {
        ...template.headers,
        [`x-${sessionId.name
          .replaceAll('_', '-')
          .replace(/([a-z])([A-Z])/g, '$1-$2')
          .toLowerCase()}`]: value,
      },
      carry,
    },
  ];
}

/** Returns variants of a request body that contain the server's id instead of Turntree's own `session_id`. */
function createBodyVariants({ body }: RequestTemplate, name: string, value: string): JsonObject[] {
  if (!isJsonObject(body)) return [];
  const otherMembers = Object.fromEntries(
    Object.entries(body).filter(([key, member]) => key === name || member !== '{{session_id}}'),
  );
  return [{ ...otherMembers, [name]: value }];
}

function createNestedBodyVariants({ body }: RequestTemplate, { parent }: SessionId, value: string): JsonObject[] {
  if (!isJsonObject(body) || parent === undefined) return [];
  const otherMembers = Object.fromEntries(Object.entries(body).filter(([, member]) => member !== '{{session_id}}'));
  return [{ ...otherMembers, [parent]: { id: value } }];
}

function convertSpelling(name: string): string {
  if (name.includes('_')) return name.replaceAll(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
  return name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
}

const sessionHeaderPattern =
  /^(?:x-)?(?:[\w]+-)?(?:session|conversation|thread|chat|dialog)(?:-?(?:id|key|token|uuid))?$/i;

/** Returns the values in an answer that may be the id of a conversation. */
function findSessionIdsInReply(reply: ServerReply): SessionId[] {
  const documents = listDocumentsOfReply(parseReply(reply));
  const headers = [...reply.headers].flatMap(([name, value]): SessionId[] =>
    sessionHeaderPattern.test(name) ? [{ source: `header:${name}`, name, value, parent: undefined }] : [],
  );
  return [...documents.flatMap(findSessionIdsInDocument), ...headers];
}

function listDocumentsOfReply(parsed: ParsedReply): Json[] {
  if (parsed.kind === 'document') return [parsed.document];
  return parsed.kind === 'events' ? parsed.events.map(({ document }) => document) : [];
}

function findSessionIdsInDocument(document: Json): SessionId[] {
  return listJsonPaths(document).flatMap((path): SessionId[] => {
    const names = path
      .replace(/^\$/, '')
      .split(/[.[\]"]+/)
      .filter((pathSegment) => pathSegment !== '');
    const last = names.at(-1) ?? '';
    const parent = names.at(-2);
    const value = findTextOrNumberAtPath(document, path);
    if (value === undefined || value === '' || /\s/.test(value)) return [];
    const source = path.replace(/^\$\./, '');
    if (/^(?:id|uuid|key)$/i.test(last) && parent !== undefined && isSessionField(parent)) {
      return [{ source, name: `${parent}_id`, value, parent }];
    }
    return isSessionField(last) && !/^(?:context|sender|chat)$/i.test(last)
      ? [{ source, name: last, value, parent: undefined }]
      : [];
  });
}

function findTextOrNumberAtPath(document: Json, path: string): string | undefined {
  const parsed = parseJsonPath(path);
  const selection = parsed.kind === 'path' ? selectPath(document, parsed.steps) : undefined;
  const value = selection?.kind === 'value' ? selection.value : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** The path of the session id in the response to the request that opens a session. */
export function findOpenedSessionPath(text: string): { path: string } | undefined {
  const document = tryParseJson(text);
  if (!isJsonObject(document)) return undefined;
  const [named] = findSessionIdsInDocument(document);
  if (named !== undefined) return { path: named.source };
  const id = ['id', 'uuid', 'key', 'token'].find(
    (key) => typeof document[key] === 'string' || typeof document[key] === 'number',
  );
  return id === undefined ? undefined : { path: id };
}
