/**
 * Returns true if the text of a `config.yml` belongs to an oxy project, because other programs use this file name too.
 * Searches the text, so that it works for a broken file: there must be a list `models`, and in the list or next to it a
 * key that only oxy has.
 */
export function isOxyConfig(text: string): boolean {
  const uncommented = text.replace(/^\uFEFF/, '').replace(/^[ \t]*#.*$/gm, '');
  return (
    hasTopLevelKey(uncommented, 'models') &&
    (hasTopLevelKey(uncommented, 'databases') || /\b(?:vendor|model_ref)["']?\s*:/.test(uncommented))
  );
}

/** In YAML block style, a key is at the beginning of its line; in flow style, everything is inside braces. */
function hasTopLevelKey(text: string, key: string): boolean {
  const isFlow = /^\s*(?:---\s*)?\{/.test(text);
  const start = isFlow ? '[{,\\s]' : '^';
  return new RegExp(`${start}["']?${key}["']?\\s*:`, 'm').test(text);
}
