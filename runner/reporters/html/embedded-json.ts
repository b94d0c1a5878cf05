/**
 * A value as JSON that may stand in a `<script>` element: nothing in it ends the element or opens a comment, and no line
 * separator breaks a line. `JSON.stringify` has escaped half characters and controls already.
 */
export function embeddedJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
