const comments = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{}])\/\/.*/gm;

/**
 * Tells whether a test that made no check had means of its own: `t.error` behind a condition, a `throw`, the `assert` or
 * `expect` of a library.
 */
export function canFail(call: (t: object, context: unknown) => unknown): boolean {
  const source = String(call).replaceAll(comments, '');
  return /\.(error|fail|fatal)\b|\bthrow\b|(?<!\.)\b(assert|expect)\d*\b\s*[.(]/i.test(source);
}
