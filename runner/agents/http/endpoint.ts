import type { AgentEntryOf } from '../../contract/index.ts';
import type { Variables } from '../../models/connectors.ts';
import { AgentError } from '../../ports/index.ts';
import { castToJson, isJsonObject, type Json, replaceStringValues, toJsonText } from '../../values/index.ts';
import { fillVariables } from '../fill-variables.ts';
import { type AnswerPaths, parseAnswerPaths } from './answer-collector.ts';
import {
  type EarlierAnswerSource,
  fillTemplate,
  fillText,
  findTemplateProblems,
  omitMissingCarriedValues,
  type TemplateValues,
} from './request-template.ts';
import type { HttpRequest } from './send-request.ts';

export type HttpEntry = AgentEntryOf<'http'>;
/** A validated config entry in which all variables are replaced. */
export type HttpEndpoint = HttpEntry & { id: string; paths: AnswerPaths };
export type SetupRequest = NonNullable<HttpEntry['setup']>;

export type HttpAgent = { id: string; entry: HttpEntry; variables: Variables };

/** Validates a config entry and replaces its variables. Throws if an agent with this entry cannot work. */
export function createEndpoint({ id, entry, variables }: HttpAgent): HttpEndpoint {
  requireValidHttpTemplates(id, entry);
  const fillTemplateVariables = (field: string, template: Json) =>
    replaceStringValues(template, (text) => fillVariables(text, { agent: id, field, variables }));
  const paths = parseAnswerPaths(id, entry);
  const url = fillVariables(entry.url, { agent: id, field: 'url', variables });
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new AgentError(`agent "${id}": its url "${entry.url}" is not an http address`, 'configuration');
  }
  if (/^https?:\/\/[^/?#]*\{\{/.test(url)) {
    throw new AgentError(
      `agent "${id}": its url has a placeholder in its host; placeholders are allowed only after the host`,
      'configuration',
    );
  }
  const fillHeaderVariables = (headers: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]): [string, string] => [
        name,
        fillVariables(value, { agent: id, field: `header ${name}`, variables }),
      ]),
    );
  const fillAuxiliaryRequest = (field: 'setup' | 'teardown') => {
    const auxiliaryRequest = entry[field];
    if (auxiliaryRequest === undefined) return undefined;
    const body = auxiliaryRequest.body === undefined ? undefined : fillTemplateVariables(field, auxiliaryRequest.body);
    const address = fillVariables(auxiliaryRequest.url, { agent: id, field, variables });
    return { ...auxiliaryRequest, url: address, headers: fillHeaderVariables(auxiliaryRequest.headers), body };
  };
  const body = entry.body === undefined ? undefined : fillTemplateVariables('body', entry.body);
  const sessionRequests = { setup: fillAuxiliaryRequest('setup'), teardown: fillAuxiliaryRequest('teardown') };
  return { ...entry, id, url, headers: fillHeaderVariables(entry.headers), body, paths, ...sessionRequests };
}

function requireValidHttpTemplates(id: string, { url, headers, body, setup, teardown, poll, carry }: HttpEntry): void {
  const earlierSources: EarlierAnswerSource[] = setup === undefined ? [] : ['setup'];
  const sourcesWithCarry: EarlierAnswerSource[] = carry === undefined ? earlierSources : [...earlierSources, 'carry'];
  const toTemplate = (auxiliaryRequest: SetupRequest): Json => [
    auxiliaryRequest.url,
    auxiliaryRequest.headers,
    auxiliaryRequest.body ?? null,
  ];
  const problems = [
    ...findTemplateProblems([url, headers, body ?? null], sourcesWithCarry),
    ...(setup === undefined ? [] : findTemplateProblems(toTemplate(setup))),
    ...(teardown === undefined ? [] : findTemplateProblems(toTemplate(teardown), earlierSources)),
    ...(poll === undefined
      ? []
      : findTemplateProblems([poll.url, poll.result ?? ''], [...sourcesWithCarry, 'answer', 'headers'])),
  ];
  if (problems.length > 0) throw new AgentError(`agent "${id}": ${problems.join('\n  ')}`, 'configuration');
}

/**
 * Creates the request for a turn. Without a `body` in the config, the server gets the same request as modules and
 * commands.
 */
export function createRequest(endpoint: HttpEndpoint, request: TemplateValues, values = request): HttpRequest {
  const { url, method, headers, body, stream } = endpoint;
  const hasBody = method !== 'GET';
  const sentFields =
    endpoint.carry === undefined ? { headers, body } : omitMissingCarriedFields({ headers, body }, values);
  return {
    url: new URL(fillText(url, values, encodeForUrl)),
    method,
    headers: {
      accept: stream === false ? 'application/json' : 'text/event-stream, application/json',
      ...(hasBody ? { 'content-type': contentTypeByEncoding[endpoint.encoding] } : {}),
      ...fillHeaderTemplates(sentFields.headers, values),
    },
    body: hasBody
      ? encodeBody(
          endpoint.encoding,
          sentFields.body === undefined ? castToJson(request) : fillTemplate(sentFields.body, values),
        )
      : undefined,
  };
}

const contentTypeByEncoding = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  text: 'text/plain; charset=utf-8',
} as const satisfies Record<HttpEntry['encoding'], string>;

function encodeBody(encoding: HttpEntry['encoding'], body: Json): string {
  switch (encoding) {
    case 'json':
      return JSON.stringify(body);
    case 'form': {
      const fields = isJsonObject(body) ? Object.entries(body) : [];
      return new URLSearchParams(fields.map(([name, value]) => [name, toJsonText(value)])).toString();
    }
    case 'text':
      return toJsonText(body);
    default:
      return encoding satisfies never;
  }
}

function omitMissingCarriedFields({ headers, body }: Pick<HttpEndpoint, 'headers' | 'body'>, values: TemplateValues) {
  const remaining = omitMissingCarriedValues(headers, values);
  const names = isJsonObject(remaining) ? Object.keys(remaining) : [];
  return {
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name))),
    body: body === undefined ? undefined : omitMissingCarriedValues(body, values),
  };
}

type AuxiliaryRequestTarget = Partial<Pick<SetupRequest, 'headers' | 'body'>> & { url: string; method: string };

/**
 * Creates a request other than a message, such as `setup`. Throws unless it goes to the agent's own server, because it
 * contains the headers of the agent, which may contain keys.
 */
export function createAuxiliaryRequest(
  { id, url: base, headers }: HttpEndpoint,
  target: AuxiliaryRequestTarget,
  values: TemplateValues,
): HttpRequest {
  // A URL that consists of a single placeholder comes from the server and is already encoded.
  const isPlaceholder = /^\{\{[^{}]*\}\}$/.test(target.url);
  const origin = new URL(fillText(base, values, encodeForUrl));
  const address = fillText(target.url, values, isPlaceholder ? undefined : encodeForUrl);
  const url = URL.parse(address, origin);
  if (address === '' || url?.origin !== origin.origin) {
    const where = address === '' ? `"${target.url}" is empty` : `${JSON.stringify(address)} is not on ${origin.origin}`;
    throw new AgentError(
      `agent "${id}": the address ${where}; its requests carry the keys of the agent, so they may go only to its own server`,
      'agent',
    );
  }
  return {
    url,
    method: target.method,
    headers: {
      accept: 'application/json',
      ...(target.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...fillHeaderTemplates({ ...headers, ...target.headers }, values),
    },
    body: target.body === undefined ? undefined : JSON.stringify(fillTemplate(target.body, values)),
  };
}

function fillHeaderTemplates(headers: Record<string, string>, values: TemplateValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), fillText(value, values)]),
  );
}

/** Encodes a text for a URL. Replaces unpaired surrogates, for which `encodeURIComponent` would throw. */
function encodeForUrl(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
