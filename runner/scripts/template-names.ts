/** A name that a template reads: `context.queries`, and the line that it stands in. */
export type TemplateName = { path: string; line: number };

const blocks = /\{#.*?#\}|\{%[-+]?\s*raw\s*[-+]?%\}.*?\{%[-+]?\s*endraw\s*[-+]?%\}|\{\{(.*?)\}\}|\{%(.*?)%\}/gs;
const texts = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/gs;
const names = /(?<![\w.|]|\|\s|\bis\s|\bis not\s)[A-Za-z_]\w*(?:\s*\.\s*\w+)*(?![\w.]|\s*=(?!=))/g;
const words = new Set(
  'if elif else endif for endfor in recursive set endset with endwith do macro endmacro call endcall filter endfilter block endblock raw endraw autoescape endautoescape extends include import from as ignore missing not and or is true false none True False None loop'.split(
    ' ',
  ),
);

/** The names that a template reads and does not make itself, in order. What the parts of a loop are called is left out. */
export function templateNames(template: string): TemplateName[] {
  const found: TemplateName[] = [];
  const own = new Set<string>();
  for (const block of template.matchAll(blocks)) {
    const [whole, expression, statement] = block;
    const code = blanked(expression ?? statement ?? '');
    for (const name of madeIn(statement === undefined ? '' : code)) own.add(name);
    const start = block.index + (whole.startsWith('{#') ? 0 : 2);
    for (const { 0: written, index } of code.matchAll(names)) {
      const path = written.replaceAll(/\s/g, '');
      const [root = ''] = path.split('.');
      if (!own.has(root) && !words.has(root)) found.push({ path, line: lineAt(template, start + index) });
    }
  }
  return found;
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

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
