import { blankStringLiterals, scanTemplateCode } from './template-code.ts';

/** A name in a template, such as `context.queries`, and its line. */
export type TemplateName = { path: string; line: number };

const namePattern = /(?<![\w.|]|\|\s|\bis\s|\bis not\s)[A-Za-z_]\w*(?:\s{0,20}\.\s{0,20}\w+){0,20}(?![\w.]|\s*=(?!=))/g;
/** The names that the template language and its engine define. */
const builtInTemplateNames = new Set(
  'if elif else endif for endfor in recursive set endset with endwith do macro endmacro call endcall filter endfilter block endblock raw endraw autoescape endautoescape extends include import from as ignore missing not and or is true false none True False None loop self caller now range dict namespace debug cycler joiner lipsum'.split(
    ' ',
  ),
);

/** Returns the names in a template, in order, except those that it defines itself and those that are always defined. */
export function listTemplateNames(template: string): TemplateName[] {
  const templateNamesFound: TemplateName[] = [];
  const assignedNames = new Set<string>();
  const lineAt = createLineCounter(template);
  for (const { kind, text, start } of scanTemplateCode(template)) {
    const code = blankStringLiterals(text);
    for (const name of kind === '%' ? listAssignedNames(code) : []) assignedNames.add(name);
    for (const { 0: reference, index } of code.matchAll(namePattern)) {
      const path = reference.replaceAll(/\s/g, '');
      const [root = ''] = path.split('.');
      if (!assignedNames.has(root) && !builtInTemplateNames.has(root))
        templateNamesFound.push({ path, line: lineAt(start + index) });
    }
  }
  return templateNamesFound;
}

/**
 * Returns a function that returns the line of an offset. Offsets should be ascending, so that each line is scanned only
 * once.
 */
function createLineCounter(text: string): (index: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (index) => {
    for (; next !== -1 && next < index; next = text.indexOf('\n', next + 1)) line += 1;
    return line;
  };
}

/** Matches definitions of names: `for a, b in …`, `set a = …`, `with a = …`. */
function listAssignedNames(code: string): string[] {
  const [, loop] = /^[-+]?\s*for\s+(?!\s)(.*?)(?<!\s)\s+in\b/s.exec(code) ?? [];
  const [, set] = /^[-+]?\s*(?:set|with|macro)\s+(.*)/s.exec(code) ?? [];
  const assigned = [...(set ?? '').matchAll(/(?<!\w)([A-Za-z_]\w*)\s*=(?!=)/g)].map(([, name = '']) => name);
  return [...(loop?.match(/[A-Za-z_]\w*/g) ?? []), ...assigned];
}
