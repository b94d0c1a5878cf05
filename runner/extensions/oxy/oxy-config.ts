/**
 * Whether the text of a `config.yml` is that of an oxy project: other programs have files of this name as well. It is told
 * from the text, so that a broken one is known too: a list of `models`, and beside or in it what only oxy's have.
 */
export function isOxyConfig(text: string): boolean {
  const uncommented = text.replace(/^\uFEFF/, '').replace(/^[ \t]*#.*$/gm, '');
  return (
    hasTopKey(uncommented, 'models') &&
    (hasTopKey(uncommented, 'databases') || /\b(?:vendor|model_ref)["']?\s*:/.test(uncommented))
  );
}

/** In block style a key begins its line; in flow style everything stands in braces. */
function hasTopKey(text: string, key: string): boolean {
  const isFlow = /^\s*(?:---\s*)?\{/.test(text);
  const start = isFlow ? '[{,\\s]' : '^';
  return new RegExp(`${start}["']?${key}["']?\\s*:`, 'm').test(text);
}
