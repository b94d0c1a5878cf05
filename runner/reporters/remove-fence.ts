/**
 * Removes the fence from a text that as a whole is one fenced block, as answers of models often are. Returns any other
 * text unchanged.
 */
export function removeFence(text: string): string {
  const lines = text.trim().split('\n');
  const [open = '', ...rest] = lines;
  const marks = /^(`{3,}|~{3,})[\w+-]*[ \t]*\r?$/.exec(open)?.[1];
  if (marks === undefined || rest.at(-1)?.trimEnd() !== marks) return text;
  const body = rest.slice(0, -1);
  // If the fence closes before the end of the text, it belongs to a part of the answer, so it is kept.
  return hasInnerClosingFence(body, marks) ? text : `${body.join('\n')}\n`;
}

/**
 * Inner blocks open with a language and close without one. A fence without a language outside of inner blocks closes
 * the outer block.
 */
function hasInnerClosingFence(lines: readonly string[], marks: string): boolean {
  let isInside = false;
  for (const line of lines) {
    const fence = line.trim();
    if (!fence.startsWith(marks)) continue;
    if (fence === marks && !isInside) return true;
    isInside = fence !== marks;
  }
  return isInside;
}
