/**
 * Returns true if the text of a `config.yml` belongs to an oxy project; other programs use this file name too. Looks
 * at the text only, so that a broken file is recognized as well: a list of `models`, and in or beside it a key that
 * only oxy has.
 */
export function isOxyConfig(text: string): boolean {
  const uncommented = text.replace(/^\uFEFF/, '').replace(/^[ \t]*#.*$/gm, '');
  return (
    hasTopLevelKey(uncommented, 'models') &&
    (hasTopLevelKey(uncommented, 'databases') || /\b(?:vendor|model_ref)["']?\s*:/.test(uncommented))
  );
}

/** In block style a key begins its line; in flow style everything stands in braces. */
function hasTopLevelKey(text: string, key: string): boolean {
  const isFlow = /^\s*(?:---\s*)?\{/.test(text);
  const start = isFlow ? '[{,\\s]' : '^';
  return new RegExp(`${start}["']?${key}["']?\\s*:`, 'm').test(text);
}
