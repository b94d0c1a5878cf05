import { createHash, createHmac, randomUUID } from 'node:crypto';
import { extractJson } from '../../assertions/extract-json.ts';
import { AgentError } from '../../ports/index.ts';
import { isJsonObject, type Json, type JsonObject, toJsonText } from '../../values/index.ts';

type Variables = Readonly<Record<string, string | undefined>>;
type BuiltInProcess = (values: readonly Json[], variables: Variables) => Json;

const builtInProcesses: Readonly<Record<string, BuiltInProcess>> = {
  'utils.env.get': ([name], variables) => variables[toArgumentText(name)] ?? '',
  'utils.env.getmany': (names, variables) =>
    Object.fromEntries(names.flat().map((name) => [toArgumentText(name), variables[toArgumentText(name)] ?? ''])),
  'utils.str.uuid': () => randomUUID(),
  'utils.str.concat': (values) => values.map(toArgumentText).join(''),
  'utils.str.join': ([list, separator]) => listOrEmpty(list).map(toArgumentText).join(toArgumentText(separator)),
  'utils.str.hex': ([text]) => Buffer.from(toArgumentText(text)).toString('hex'),
  'utils.now.timestamp': () => Math.floor(Date.now() / 1000),
  'utils.now.timestampms': () => Date.now(),
  'utils.now.date': () => formatLocalTimeNow().slice(0, 10),
  'utils.now.time': () => formatLocalTimeNow().slice(11),
  'utils.now.datetime': () => formatLocalTimeNow(),
  'crypto.hash': ([algorithm, value]) =>
    createHash(toHashAlgorithmName(algorithm)).update(toArgumentText(value)).digest('hex'),
  'crypto.hmac': ([algorithm, value, key, encoding]) =>
    createHmac(toHashAlgorithmName(algorithm), toArgumentText(key))
      .update(toArgumentText(value))
      .digest(encoding === 'base64' ? 'base64' : 'hex'),
  'crypto.hmacwith': ([options, value, key]) => computeHmac(isJsonObject(options) ? options : {}, value, key),
  'text.extractjson': ([text]) => extractJson(toArgumentText(text)) ?? null,
};

/**
 * Calls a process (a function called by name) that is built into Yao, and returns its result; undefined if there is
 * none with this name.
 */
export function callBuiltInProcess(name: string, values: readonly Json[], variables: Variables): Json | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(builtInProcesses, key) ? builtInProcesses[key]?.(values, variables) : undefined;
}

/**
 * Computes an HMAC. In the options `{hash, key, value, output}`, `key` and `value` are the encodings of the arguments,
 * `output` is the encoding of the result (`hex`, `base64`).
 */
function computeHmac(
  { hash = 'SHA256', key: keyForm, value: valueForm, output = 'hex' }: JsonObject,
  value?: Json,
  key?: Json,
): string {
  const decodeText = (text: Json | undefined, form: Json | undefined) =>
    Buffer.from(toArgumentText(text), toBufferEncoding(form));
  return createHmac(toHashAlgorithmName(hash), decodeText(key, keyForm))
    .update(decodeText(value, valueForm))
    .digest(output === 'base64' ? 'base64' : 'hex');
}

function toBufferEncoding(form: Json | undefined): BufferEncoding {
  return form === 'hex' || form === 'base64' ? form : 'utf8';
}

function toHashAlgorithmName(algorithm: Json | undefined): string {
  const name = toArgumentText(algorithm).toLowerCase().replace('-', '');
  if (/^(md5|sha1|sha224|sha256|sha384|sha512)$/.test(name)) return name;
  throw new AgentError(
    `unknown hash "${toArgumentText(algorithm)}"; known: MD5, SHA1, SHA224, SHA256, SHA384, SHA512`,
    'agent',
  );
}

function formatLocalTimeNow(): string {
  return new Date().toLocaleString('sv-SE');
}

function listOrEmpty(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

function toArgumentText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return toJsonText(value);
}
