const comments = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{}])\/\/.*/gm;

/**
 * True if a test that made no check could still have failed: by `t.error` behind a condition, a `throw`, or the
 * `assert` or `expect` of a library.
 */
export function canFail(call: (t: object, context: unknown) => unknown): boolean {
  const source = String(call).replaceAll(comments, '');
  return /\.(error|fail|fatal)\b|\bthrow\b|(?<!\.)\b(assert|expect)\d*\b\s*[.(]/i.test(source);
}
