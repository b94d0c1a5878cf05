/**
 * Serializes a value as JSON that is safe inside a `<script>` element: it cannot end the element or open a comment,
 * and contains no line separators. `JSON.stringify` already escapes lone surrogates and control characters.
 */
export function embeddedJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
