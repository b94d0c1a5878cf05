/**
 * Returns true if a `config.yml` belongs to an oxy project, because other programs use this file name, too. There must
 * be a list `models` and, in it or next to it, a key that only oxy has. Searches the text instead of parsing it, so
 * that this also works for an invalid file.
 */
export function isOxyConfig(text: string): boolean {
  const uncommented = text.replace(/^\uFEFF/, '').replace(/^[ \t]*#.*$/gm, '');
  return (
    hasTopLevelKey(uncommented, 'models') &&
    (hasTopLevelKey(uncommented, 'databases') || /\b(?:vendor|model_ref)["']?\s*:/.test(uncommented))
  );
}

/** Matches keys in YAML block style at the beginning of their lines, and in flow style inside braces. */
function hasTopLevelKey(text: string, key: string): boolean {
  const isFlow = /^\s*(?:---\s*)?\{/.test(text);
  const start = isFlow ? '[{,\\s]' : '^';
  return new RegExp(`${start}["']?${key}["']?\\s*:`, 'm').test(text);
}
