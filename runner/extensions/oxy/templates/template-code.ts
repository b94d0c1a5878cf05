const stringLiteralSource = String.raw`'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"`;
const stringLiteralPattern = /'(?:\\.|[^'\\])*(?:'|\\?$)|"(?:\\.|[^"\\])*(?:"|\\?$)/gs;
/**
 * Matches the contents of a template block up to its end. String literals are matched as a whole, because they may
 * contain the characters that end a block.
 */
const blockBodyPatterns = {
  '{': new RegExp(String.raw`(?:${stringLiteralSource}|[^'"])*?(?=\}\})`, 'sy'),
  '%': new RegExp(String.raw`(?:${stringLiteralSource}|[^'"])*?(?=%\})`, 'sy'),
  '#': /.*?(?=#\})/sy,
};

/** An expression or statement of a template without its braces. `start` is its offset. */
export type TemplateCode = { kind: keyof typeof blockBodyPatterns; text: string; start: number };

/**
 * Yields the expressions and statements of a template. Stops at a block without an end, because the template cannot be
 * rendered.
 */
export function* scanTemplateCode(template: string): Generator<TemplateCode> {
  const opening = /\{([{%#])/g;
  for (let match = opening.exec(template); match !== null; match = opening.exec(template)) {
    const kind = match[1] === '{' || match[1] === '%' ? match[1] : '#';
    const start = match.index + 2;
    const body = new RegExp(blockBodyPatterns[kind]);
    body.lastIndex = start;
    const [expression] = body.exec(template) ?? [];
    if (expression === undefined) return;
    if (kind !== '#') yield { kind, text: expression, start };
    const end = start + expression.length;
    opening.lastIndex = kind === '%' && /^[-+]?\s*raw\b/.test(expression) ? findEndOfRawBlock(template, end) : end + 2;
  }
}

function findEndOfRawBlock(template: string, from: number): number {
  const ending = /\{%[-+]?\s*endraw\b/g;
  ending.lastIndex = from;
  return ending.exec(template)?.index ?? template.length;
}

/** Replaces string literals by spaces, because they contain no names. Offsets stay the same. */
export function blankStringLiterals(code: string): string {
  return code.replaceAll(stringLiteralPattern, (text) => ' '.repeat(text.length));
}
