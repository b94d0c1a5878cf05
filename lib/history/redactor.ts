const keyLike = /key|token|secret|passw|credential|auth/i;
const shortest = 8;
const mask = '[redacted]';

export type RedactorOptions = {
  variables: Record<string, string | undefined>;
  /** Names of variables, or texts, that must not be stored either. */
  extra: readonly string[];
};

/**
 * Masks secrets in text that is about to be stored or shown: values of variables whose names look like keys, bearer
 * tokens, and what the workspace's `redact` lists. Values shorter than eight characters are too common to mask.
 */
export function createRedactor({ variables, extra }: RedactorOptions): (text: string) => string {
  const named = Object.entries(variables).filter(([name]) => keyLike.test(name) || extra.includes(name));
  const values = [...named.map(([, value]) => value ?? ''), ...extra.filter((text) => !(text in variables))];
  const secrets = [...new Set(values.filter((value) => value.length >= shortest))].toSorted(
    (left, right) => right.length - left.length,
  );
  // Stored text is JSON, where a secret may stand escaped.
  const spellings = secrets.flatMap((secret) => [...new Set([secret, JSON.stringify(secret).slice(1, -1)])]);
  const pattern = new RegExp([...spellings.map(RegExp.escape), 'Bearer [\\w.~+/-]{8,}=*'].join('|'), 'g');
  return (text) => text.replaceAll(pattern, mask);
}
