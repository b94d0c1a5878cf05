import escapeStringRegexp from 'escape-string-regexp';
import { findTextsUnderKeys, type Json, tryParseJson } from '../values/index.ts';

const secretVariableNamePattern = /key(?!board)|token|secret|passw|credential|auth(?!or)|cookie|session/i;
/**
 * Variables that describe the user's desktop session. They are not secret, although their names look as if they were.
 */
const desktopSessionVariablePattern = /^(?:XDG|DBUS|DESKTOP|GDM)_?SESSION|^SESSION_MANAGER$/;
const MIN_SECRET_LENGTH = 8;
const MAX_TRUNCATED_SECRET_LENGTH = 200;
const MASK_TEXT = '[redacted]';

const secretNameSource = ['key', 'token', 'secret', 'passw', 'pwd', 'signature']
  .map(toCaseInsensitivePattern)
  .join('|');

/**
 * Matches credentials in URLs, headers and commands by their syntax. The part in the capturing group is not masked. An
 * `&` may be written as HTML entity, or as an escape sequence in JSON.
 */
const credentialPatterns = [
  String.raw`(://[^\s/:@"]{0,200}:)[^\s/@"]+(?=@)`,
  String.raw`(://)[\w-]{20,}(?=@)`,
  String.raw`((?:[?&#]|&amp;|\\u0026)(?:[\w-]{0,40}(?:${secretNameSource})[\w-]{0,40}|code|sig)=)[^\s&"'#<>\\]+`,
  String.raw`(--(?:[\w-]{0,40}-)?(?:key|token|secret|password)[ =]\\*["']?)[^\s"'<>\\]{8,}`,
  String.raw`\b(?:Bearer|Basic (?=\w[a-z]*[A-Z\d])) ?[\w.~+/-]{8,}=*`,
  String.raw`\b${toCaseInsensitivePattern('bearer')}[ \t](?=[\w.~+/-]*\d)[\w.~+/-]{8,}=*`,
  String.raw`\b${toCaseInsensitivePattern('basic')}[ \t](?=[a-z\d]*[A-Z])(?=[A-Za-z]*\d)[\w.~+/-]{8,}=*`,
];

export type RedactorOptions = {
  variables: Record<string, string | undefined>;
  /** Additional values to mask: names of variables, texts, or `/patterns/`. */
  extra: readonly string[];
  /** Values of known credentials, from any configuration. */
  known?: readonly string[];
  queueKey?: string | undefined;
};

/**
 * Creates a function that masks secrets in text that is about to be stored or shown: values of variables whose names
 * look like keys, credentials in headers and URLs, and the entries in the workspace's `redact`. Values shorter than
 * eight characters are not masked, because they are too common. If a text is cut off in the middle of a secret, the
 * beginning of the secret is masked as well.
 */
export function createRedactor({
  variables,
  extra,
  known = [],
  queueKey = '',
}: RedactorOptions): (text: string) => string {
  const named = Object.entries(variables).filter(([name]) => isKeyLike(name) || extra.includes(name));
  const nested = Object.values(variables).flatMap((value) => [
    ...findTextsUnderKeys(parseJsonVariable(value), isKeyLike),
  ]);
  const patterns = extra.flatMap((entry) => toCustomPattern(entry) ?? []);
  const texts = extra.filter((entry) => !(entry in variables) && toCustomPattern(entry) === undefined);
  const values = [...named.map(([, value]) => value ?? ''), ...nested, ...known, queueKey, ...texts];
  const secrets = [...new Set(values.filter((value) => value.length >= MIN_SECRET_LENGTH))].toSorted(
    (left, right) => right.length - left.length,
  );
  const wholes = [...new Set(secrets.flatMap(listSecretPatterns))];
  const pattern = new RegExp(
    [...credentialPatterns, ...wholes, ...secrets.map(toTruncatedSecretPattern), ...patterns].join('|'),
    'g',
  );
  return (text) =>
    text.replaceAll(pattern, (_whole, user?: string, account?: string, query?: string, flag?: string) => {
      return `${user ?? account ?? query ?? flag ?? ''}${MASK_TEXT}`;
    });
}

/** Written without the inline flag `(?i:…)`, because Node 22 does not support it. */
function toCaseInsensitivePattern(word: string): string {
  return [...word].map((letter) => `[${letter}${letter.toUpperCase()}]`).join('');
}

function isKeyLike(name: string): boolean {
  return secretVariableNamePattern.test(name) && !desktopSessionVariablePattern.test(name);
}

/** Some variables contain all credentials of a service as JSON, so the values in such JSON are secrets, too. */
function parseJsonVariable(variable = ''): Json | undefined {
  return /^\s*[{[]/.test(variable) ? tryParseJson(variable) : undefined;
}

/** Returns the pattern in an entry such as `/acct-\d{6}/`. It is searched for anywhere in a text. */
function toCustomPattern(entry: string): string | undefined {
  return entry.length > 2 && entry.startsWith('/') && entry.endsWith('/') ? `(?:${entry.slice(1, -1)})` : undefined;
}

/**
 * Returns patterns for all notations of a secret: unchanged, and as written in JSON, in JSON inside a JSON string, in
 * URLs and in Basic authentication.
 */
function listSecretPatterns(secret: string): string[] {
  const spellings = [JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), toBase64(secret)];
  return [listCharacterPatterns(secret).join(''), ...spellings.map((spelling) => escapeStringRegexp(spelling))];
}

const escapeNameByCharacter = new Map([
  ['\n', 'n'],
  ['\r', 'r'],
  ['\t', 't'],
]);

/**
 * Returns a pattern for each character of a secret. Each level of JSON doubles the backslashes before quotes, line
 * breaks, tabs and backslashes, so any number of backslashes may precede these characters. None may precede the first
 * character or a character after a backslash, because a text of many backslashes would then take quadratic time.
 */
function listCharacterPatterns(secret: string): string[] {
  return [...secret].map((character, index, all) => {
    const literal = escapeStringRegexp(character);
    if (index === 0 || all[index - 1] === '\\') return literal;
    if (character === '\\') return all[index + 1] === '\\' ? literal : String.raw`\\+`;
    if (character === '"') return String.raw`\\*"`;
    const name = escapeNameByCharacter.get(character);
    return name === undefined ? literal : String.raw`(?:${literal}|\\+${name})`;
  });
}

function toBase64(secret: string): string {
  return Buffer.from(secret, 'utf8').toString('base64');
}

/** Matches at least the first eight characters of a secret at the end of a text or before an ellipsis. */
function toTruncatedSecretPattern(secret: string): string {
  const characters = listCharacterPatterns(secret);
  const optionalCharacters = characters.slice(MIN_SECRET_LENGTH, MAX_TRUNCATED_SECRET_LENGTH);
  const optionalEnd = optionalCharacters.reduceRight((innerPattern, next) => `(?:${next}${innerPattern})?`, '');
  return `${characters.slice(0, MIN_SECRET_LENGTH).join('')}${optionalEnd}(?=\\\\*"|…|$)`;
}
