/** A name that a template reads: `context.queries`, and the line that it stands in. */
export type TemplateName = { path: string; line: number };

const texts = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/gs;
const names = /(?<![\w.|]|\|\s|\bis\s|\bis not\s)[A-Za-z_]\w*(?:\s*\.\s*\w+)*(?![\w.]|\s*=(?!=))/g;
/** The names that the language and its engine define. */
const words = new Set(
  'if elif else endif for endfor in recursive set endset with endwith do macro endmacro call endcall filter endfilter block endblock raw endraw autoescape endautoescape extends include import from as ignore missing not and or is true false none True False None loop self caller now range dict namespace debug cycler joiner lipsum'.split(
    ' ',
  ),
);

/** The names that a template reads, in order, but for those that it makes itself or that every template has. */
export function templateNames(template: string): TemplateName[] {
  const found: TemplateName[] = [];
  const own = new Set<string>();
  const lineAt = lineCounter(template);
  for (const { kind, text, start } of codeOf(template)) {
    const code = blanked(text);
    for (const name of kind === '%' ? madeIn(code) : []) own.add(name);
    for (const { 0: written, index } of code.matchAll(names)) {
      const path = written.replaceAll(/\s/g, '');
      const [root = ''] = path.split('.');
      if (!own.has(root) && !words.has(root)) found.push({ path, line: lineAt(start + index) });
    }
  }
  return found;
}

const ends = { '{': '}}', '%': '%}', '#': '#}' };
type Code = { kind: keyof typeof ends; text: string; start: number };

/** Expressions and statements, and where they begin. A block without an end is the end: nothing renders such a template. */
function* codeOf(template: string): Generator<Code> {
  const opening = /\{([{%#])/g;
  for (let found = opening.exec(template); found !== null; found = opening.exec(template)) {
    const kind = found[1] === '{' || found[1] === '%' ? found[1] : '#';
    const start = found.index + 2;
    const end = template.indexOf(ends[kind], start);
    if (end === -1) return;
    const text = template.slice(start, end);
    if (kind !== '#') yield { kind, text, start };
    opening.lastIndex = kind === '%' && /^[-+]?\s*raw\b/.test(text) ? endOfRaw(template, end) : end + 2;
  }
}

function endOfRaw(template: string, from: number): number {
  const ending = /\{%[-+]?\s*endraw\b/g;
  ending.lastIndex = from;
  return ending.exec(template)?.index ?? template.length;
}

/** Asked for ever later places, it counts every line once. */
function lineCounter(text: string): (index: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (index) => {
    for (; next !== -1 && next < index; next = text.indexOf('\n', next + 1)) line += 1;
    return line;
  };
}

/** Texts say nothing about names; blanks keep every place where it is. */
function blanked(code: string): string {
  return code.replaceAll(texts, (text) => ' '.repeat(text.length));
}

/** `for a, b in …`, `set a = …`, `with a = …` */
function madeIn(code: string): string[] {
  const [, loop] = /^[-+]?\s*for\s+(.*?)\s+in\b/s.exec(code) ?? [];
  const [, set] = /^[-+]?\s*(?:set|with|macro)\s+(.*)/s.exec(code) ?? [];
  const assigned = [...(set ?? '').matchAll(/([A-Za-z_]\w*)\s*=(?!=)/g)].map(([, name = '']) => name);
  return [...(loop?.match(/[A-Za-z_]\w*/g) ?? []), ...assigned];
}
