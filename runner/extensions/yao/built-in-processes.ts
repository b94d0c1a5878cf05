import { createHash, createHmac, randomUUID } from 'node:crypto';
import { extractJson } from '../../assertions/extract-json.ts';
import { AgentError } from '../../ports/index.ts';
import { isJsonObject, type Json, type JsonObject, jsonText } from '../../values/index.ts';

type Variables = Readonly<Record<string, string | undefined>>;
type BuiltInProcess = (values: readonly Json[], variables: Variables) => Json;

const builtIns: Readonly<Record<string, BuiltInProcess>> = {
  'utils.env.get': ([name], variables) => variables[argumentText(name)] ?? '',
  'utils.env.getmany': (names, variables) =>
    Object.fromEntries(names.flat().map((name) => [argumentText(name), variables[argumentText(name)] ?? ''])),
  'utils.str.uuid': () => randomUUID(),
  'utils.str.concat': (values) => values.map(argumentText).join(''),
  'utils.str.join': ([list, separator]) => listOrEmpty(list).map(argumentText).join(argumentText(separator)),
  'utils.str.hex': ([text]) => Buffer.from(argumentText(text)).toString('hex'),
  'utils.now.timestamp': () => Math.floor(Date.now() / 1000),
  'utils.now.timestampms': () => Date.now(),
  'utils.now.date': () => localTime().slice(0, 10),
  'utils.now.time': () => localTime().slice(11),
  'utils.now.datetime': () => localTime(),
  'crypto.hash': ([algorithm, value]) =>
    createHash(hashAlgorithmName(algorithm)).update(argumentText(value)).digest('hex'),
  'crypto.hmac': ([algorithm, value, key, encoding]) =>
    createHmac(hashAlgorithmName(algorithm), argumentText(key))
      .update(argumentText(value))
      .digest(encoding === 'base64' ? 'base64' : 'hex'),
  'crypto.hmacwith': ([options, value, key]) => hmacWith(isJsonObject(options) ? options : {}, value, key),
  'text.extractjson': ([text]) => extractJson(argumentText(text)) ?? null,
};

/** Returns the result of a process that is built into Yao; undefined if there is none of this name. */
export function builtInProcess(name: string, values: readonly Json[], variables: Variables): Json | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(builtIns, key) ? builtIns[key]?.(values, variables) : undefined;
}

/** `{hash, key, value, output}`: how key and value are written (`hex`, `base64`), and the result. */
function hmacWith(
  { hash = 'SHA256', key: keyForm, value: valueForm, output = 'hex' }: JsonObject,
  value?: Json,
  key?: Json,
): string {
  const decodeText = (text: Json | undefined, form: Json | undefined) =>
    Buffer.from(argumentText(text), bufferEncoding(form));
  return createHmac(hashAlgorithmName(hash), decodeText(key, keyForm))
    .update(decodeText(value, valueForm))
    .digest(output === 'base64' ? 'base64' : 'hex');
}

function bufferEncoding(form: Json | undefined): BufferEncoding {
  return form === 'hex' || form === 'base64' ? form : 'utf8';
}

function hashAlgorithmName(algorithm: Json | undefined): string {
  const name = argumentText(algorithm).toLowerCase().replace('-', '');
  if (/^(md5|sha1|sha224|sha256|sha384|sha512)$/.test(name)) return name;
  throw new AgentError(
    `unknown hash "${argumentText(algorithm)}"; known: MD5, SHA1, SHA224, SHA256, SHA384, SHA512`,
    'agent',
  );
}

function localTime(): string {
  return new Date().toLocaleString('sv-SE');
}

function listOrEmpty(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

function argumentText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return jsonText(value);
}
