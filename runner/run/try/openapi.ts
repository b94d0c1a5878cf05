import { getValueAtPath, isJsonObject, type Json, type JsonObject, tryParseJson } from '../../values/index.ts';
import type { ServerComplaint } from './complaint.ts';
import type { Prober, RequestTemplate } from './prober.ts';
import { guessFieldValue, hasMessagePlaceholder, isSessionField, isTextField } from './request-fields.ts';

/** The API documentation of a server. */
export type ApiDocument = {
  /** Returns how to call the operation at a URL, if it is documented. */
  wayAt(url: string): RequestTemplate | undefined;
  /** The URLs that accept a message by POST. */
  talking: readonly string[];
  /** All URLs that accept POST. */
  posts: readonly string[];
  /** Templates of URLs that accept GET and contain one value in their path: `/jobs/{job_id}`. */
  lookups: readonly string[];
  /** The URLs that open a session. */
  openers: readonly string[];
};

type ApiOperation = {
  address: string;
  method: string;
  schema: JsonObject | undefined;
  media: string;
  query: JsonObject[];
};

const documentPaths = [
  '/openapi.json',
  '/swagger.json',
  '/api/openapi.json',
  '/v1/openapi.json',
  '/api-docs',
  '/docs/openapi.json',
];
const methodsWithBody = ['POST', 'PUT', 'PATCH'] as const;
const operationMethods = ['post', 'put', 'patch', 'get'] as const;
const chatPathPattern =
  /chat|ask|message|convers|talk|query|question|agent|invoke|complet|predict|generate|respond|reply|answer|run|assist|bot|prompt/i;

/** Reads `/openapi.json` of a server, if it has one. */
export async function fetchApiDocument(
  url: string,
  model: string | undefined,
  prober: Prober,
): Promise<ApiDocument | undefined> {
  const origin = URL.parse(url)?.origin;
  if (origin === undefined) return undefined;
  for (const documentPath of documentPaths.slice(0, 2)) {
    const reply = await prober.send({ url: `${origin}${documentPath}` });
    const document = reply.ok ? tryParseJson(reply.text) : undefined;
    if (isJsonObject(document) && isJsonObject(document.paths)) return toApiDocument(document, { origin, model });
  }
  return undefined;
}

function toApiDocument(
  document: JsonObject,
  { origin, model }: { origin: string; model: string | undefined },
): ApiDocument {
  const operations = listOperations(document, origin);
  const requestTemplates = operations.flatMap((operation) => toTemplateOfOperation(document, operation, model) ?? []);
  const posts = operations.filter(({ method }) => method === 'post').map(({ address }) => address);
  const talking = requestTemplates
    .filter(({ url, body }) => hasMessagePlaceholder(body) && !/\{(?!\{)/.test(url))
    .map(({ url }) => url);
  const named = talking.filter((address) => chatPathPattern.test(address.slice(origin.length)));
  return {
    wayAt: (url) => requestTemplates.find((template) => hasSameAddress(template.url, url)),
    posts,
    talking: named.length > 0 ? named : talking,
    lookups: operations
      .filter(({ method, address }) => method === 'get' && /^[^{}]*\{\w+\}[^{}]*$/.test(address.slice(origin.length)))
      .map(({ address }) => address),
    openers: posts.filter((address) =>
      /(?:sessions?|conversations?|threads?|chats?|start|begin|open)\/?$/i.test(address),
    ),
  };
}

function hasSameAddress(left: string, right: string): boolean {
  const removeTrailingSlashAndQuery = (url: string) => url.replace(/[?#].*$/s, '').replace(/(?<!\/)\/+$/, '');
  return removeTrailingSlashAndQuery(left) === removeTrailingSlashAndQuery(right);
}

function listOperations(document: JsonObject, origin: string): ApiOperation[] {
  const servers = Array.isArray(document.servers) ? document.servers : [];
  const serverUrl = isJsonObject(servers[0]) && typeof servers[0].url === 'string' ? servers[0].url : '';
  const basePath =
    typeof document.basePath === 'string' ? document.basePath : (URL.parse(serverUrl, origin)?.pathname ?? '');
  const base = `${origin}${basePath.replace(/(?<!\/)\/+$/, '')}`;
  return Object.entries(isJsonObject(document.paths) ? document.paths : {}).flatMap(([path, item]) =>
    operationMethods.flatMap((method) => {
      const operation = isJsonObject(item) ? item[method] : undefined;
      if (!isJsonObject(operation)) return [];
      return [
        {
          address: `${base}${path}`,
          method,
          query: findParameters(document, operation, 'query'),
          ...findRequestBodySchema(document, operation),
        },
      ];
    }),
  );
}

function findRequestBodySchema(document: JsonObject, operation: JsonObject): Pick<ApiOperation, 'schema' | 'media'> {
  const content = getValueAtPath(resolveReference(document, operation.requestBody ?? null), ['content']);
  const entries = Object.entries(isJsonObject(content) ? content : {});
  const chosenEntry = entries.find(([media]) => /json/i.test(media)) ?? entries[0];
  if (chosenEntry !== undefined) {
    const schema = resolveReference(document, getValueAtPath(chosenEntry[1], ['schema']) ?? null);
    return { media: chosenEntry[0], schema: isJsonObject(schema) ? schema : undefined };
  }
  const [inBody] = findParameters(document, operation, 'body');
  const schema = resolveReference(document, inBody?.schema ?? null);
  return { media: 'application/json', schema: isJsonObject(schema) ? schema : undefined };
}

function findParameters(document: JsonObject, { parameters }: JsonObject, parameterLocation: string): JsonObject[] {
  const parameterObjects = (Array.isArray(parameters) ? parameters : []).map((each) =>
    resolveReference(document, each),
  );
  return parameterObjects.filter(isJsonObject).filter((each) => each.in === parameterLocation);
}

function resolveReference(document: JsonObject, node: Json, depth = 0): Json {
  if (!isJsonObject(node) || depth > 10) return node;
  if (typeof node.$ref === 'string') {
    const path = node.$ref
      .replace(/^#\//, '')
      .split('/')
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    return resolveReference(document, getValueAtPath(document, path) ?? null, depth + 1);
  }
  const choices = [node.allOf, node.anyOf, node.oneOf].find(Array.isArray);
  if (choices === undefined) return node;
  const fit = choices
    .map((each) => resolveReference(document, each, depth + 1))
    .filter(isJsonObject)
    .find(({ type }) => type !== 'null');
  return fit === undefined ? node : { ...fit, ...('default' in node ? { default: node.default ?? null } : {}) };
}

function toTemplateOfOperation(
  document: JsonObject,
  { address, method, schema, media, query }: ApiOperation,
  model: string | undefined,
): RequestTemplate | undefined {
  if (method === 'get') {
    const text = query.find(({ name }) => typeof name === 'string' && isTextField(name));
    return text === undefined ? undefined : { url: `${address}?${String(text.name)}={{input}}`, method: 'GET' };
  }
  const upper = methodsWithBody.find((each) => each.toLowerCase() === method) ?? 'POST';
  if (schema === undefined) {
    const text = query.find(({ name }) => typeof name === 'string' && isTextField(name));
    return text === undefined
      ? undefined
      : { url: `${address}?${String(text.name)}={{input}}`, method: upper, body: {} };
  }
  const body = createBodyFromSchema(document, schema, { model, depth: 0, name: '' });
  if (body === undefined) return undefined;
  const encoding = toBodyEncoding(media);
  return { url: address, method: upper, body, encoding };
}

function toBodyEncoding(media: string): NonNullable<RequestTemplate['encoding']> {
  if (/form/i.test(media)) return 'form';
  return /text\/plain/i.test(media) ? 'text' : 'json';
}

type BodyFieldContext = { name: string; model: string | undefined; depth: number };

/** Creates a value for a schema. It contains the required fields, and the fields for the message or the session. */
export function createBodyFromSchema(
  document: JsonObject,
  node: Json,
  { name, model, depth }: BodyFieldContext,
): Json | undefined {
  const schema = resolveReference(document, node);
  if (!isJsonObject(schema) || depth > 6) return undefined;
  const type = toComplaintType(schema);
  if (type === 'list' && /^messages$/i.test(name)) return '{{text_messages}}';
  if (isJsonObject(schema.properties)) {
    const required = Array.isArray(schema.required) ? schema.required : [];
    const properties = Object.entries(schema.properties);
    const requiredProperties = properties.filter(
      ([key]) => required.includes(key) || isSessionField(key) || isTextField(key) || /^messages$/i.test(key),
    );
    const fitting =
      required.length === 0
        ? properties.filter(([key]) => isTextField(key) || isSessionField(key) || /^messages$/i.test(key))
        : requiredProperties;
    const members = fitting.flatMap(([key, member]): [string, Json][] => {
      const value = createBodyFromSchema(document, member, { name: key, model, depth: depth + 1 });
      return value === undefined ? [] : [[key, value]];
    });
    const body = Object.fromEntries(members);
    const freeProperties = properties.filter(
      ([key, member]) => required.includes(key) && !(key in body) && isPlainStringSchema(document, member),
    );
    // If no field is recognized as the message, and only one string is required besides the known fields, that string
    // is used for the message.
    if (!hasMessagePlaceholder(body) && freeProperties.length === 1 && freeProperties[0] !== undefined)
      return { ...body, [freeProperties[0][0]]: '{{input}}' };
    return body;
  }
  const values = [schema.enum, schema.const === undefined ? undefined : [schema.const]].find(Array.isArray);
  const guessedValue = guessFieldValue(
    { name, type, values: (values ?? []).filter((value) => typeof value === 'string') },
    { model },
  );
  if (guessedValue !== undefined) return guessedValue;
  if (schema.default !== undefined) return schema.default;
  if (schema.example !== undefined) return schema.example;
  if (Array.isArray(schema.examples)) return schema.examples[0];
  return depth === 0 && type === 'string' ? '{{input}}' : undefined;
}

function isPlainStringSchema(document: JsonObject, rawSchema: Json): boolean {
  const schema = resolveReference(document, rawSchema);
  return isJsonObject(schema) && schema.type === 'string' && schema.format === undefined;
}

function toComplaintType({ type, format }: JsonObject): ServerComplaint['type'] {
  if (format === 'uuid') return 'uuid';
  switch (type) {
    case 'string':
    case 'object':
    case 'boolean':
    case 'number':
      return type;
    case 'array':
      return 'list';
    case 'integer':
      return 'number';
    default:
      return undefined;
  }
}
