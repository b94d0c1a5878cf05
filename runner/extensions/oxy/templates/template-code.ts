const text = String.raw`'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"`;
const texts = /'(?:\\.|[^'\\])*(?:'|\\?$)|"(?:\\.|[^"\\])*(?:"|\\?$)/gs;
/** What stands in a block, up to its end; texts in it may have what looks like one. */
const bodies = {
  '{': new RegExp(String.raw`(?:${text}|[^'"])*?(?=\}\})`, 'sy'),
  '%': new RegExp(String.raw`(?:${text}|[^'"])*?(?=%\})`, 'sy'),
  '#': /.*?(?=#\})/sy,
};

/** An expression or a statement of a template, without its braces; `start` is where its text begins. */
export type TemplateCode = { kind: keyof typeof bodies; text: string; start: number };

/** Expressions and statements, and where they begin. A block without an end is the end: nothing renders such a template. */
export function* templateCode(template: string): Generator<TemplateCode> {
  const opening = /\{([{%#])/g;
  for (let match = opening.exec(template); match !== null; match = opening.exec(template)) {
    const kind = match[1] === '{' || match[1] === '%' ? match[1] : '#';
    const start = match.index + 2;
    const body = new RegExp(bodies[kind]);
    body.lastIndex = start;
    const [expression] = body.exec(template) ?? [];
    if (expression === undefined) return;
    if (kind !== '#') yield { kind, text: expression, start };
    const end = start + expression.length;
    opening.lastIndex = kind === '%' && /^[-+]?\s*raw\b/.test(expression) ? endOfRaw(template, end) : end + 2;
  }
}

function endOfRaw(template: string, from: number): number {
  const ending = /\{%[-+]?\s*endraw\b/g;
  ending.lastIndex = from;
  return ending.exec(template)?.index ?? template.length;
}

/** Texts say nothing about names; blanks keep every place where it is. */
export function blankTexts(code: string): string {
  return code.replaceAll(texts, (text) => ' '.repeat(text.length));
}
