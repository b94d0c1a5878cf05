import { readFileSync } from 'node:fs';
import path from 'node:path';
import { home } from '../documents.ts';
import { buildMarkdownPage } from './markdown.ts';

const PUBLIC_MODULES = [
  { module: 'turntree', file: 'runner/api/index.ts' },
  { module: 'turntree/vitest', file: 'runner/vitest/index.ts' },
];

type PublicExport = { name: string; source: string; file: string };
type Declaration = { comment: string; text: string };

/** What the package exports, with the comments and declarations of the sources. */
export function buildApiPage(): string {
  const sections = PUBLIC_MODULES.flatMap(({ module, file }) => {
    const all = listExportsOfFile(file).toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
    return [`## ${module}`, ...all.map(describeExport)];
  });
  const intro =
    "What `import … from 'turntree'` and `turntree/vitest` offer. [Run suites from a program](programs.md) and [the recipes for test runners](../how-to/test-runners.md) show how to use them.";
  return buildMarkdownPage('API', intro, sections);
}

function describeExport({ name, source, file }: PublicExport): string {
  const { comment, text } = findDeclaration(source, file);
  const renamed = source === name ? text : text.replace(new RegExp(String.raw`\b${source}\b`), name);
  return [`### ${name}`, comment, `\`\`\`ts\n${renamed}\n\`\`\``].filter((part) => part !== '').join('\n\n');
}

/** Lists what a file exports: follows `export { … } from` to the files that declare the names. */
function listExportsOfFile(file: string): PublicExport[] {
  const text = readFileSync(path.join(home, file), 'utf8');
  const lists = [...text.matchAll(/export (?:type )?\{([^}]*)\} from '([^']+)'/g)];
  return lists.flatMap(([, names = '', from = '']) =>
    names
      .split(',')
      .map((each) => each.replace(/^\s*type\s/, '').trim())
      .filter((each) => each !== '')
      .map((each) => {
        const [source = each, name = source] = each.split(' as ');
        return resolveExport({ name, source, file: path.join(path.dirname(file), from) });
      }),
  );
}

function resolveExport(publicExport: PublicExport): PublicExport {
  const text = readFileSync(path.join(home, publicExport.file), 'utf8');
  if (findDeclarationStart(text, publicExport.source) !== -1) return publicExport;
  const inner = listExportsOfFile(publicExport.file).find(({ name }) => name === publicExport.source);
  if (inner === undefined) throw new Error(`${publicExport.file} does not export ${publicExport.source}`);
  return { ...inner, name: publicExport.name };
}

function findDeclarationStart(text: string, name: string): number {
  return text.search(
    new RegExp(String.raw`^export (?:declare )?(?:async )?(?:function\*?|type|interface|const|class) ${name}\b`, 'm'),
  );
}

function findDeclaration(name: string, file: string): Declaration {
  const text = readFileSync(path.join(home, file), 'utf8');
  const start = findDeclarationStart(text, name);
  const before = text.slice(0, start);
  const comment = /\/\*\*((?:(?!\*\/).)*)\*\/\n$/s.exec(before)?.[1] ?? '';
  return { comment: formatPlainComment(comment), text: extractDeclarationText(text.slice(start)) };
}

/**
 * Returns the text of a declaration. The sources are formatted, so a declaration ends where a line without indentation
 * closes it.
 */
function extractDeclarationText(text: string): string {
  const lines = text.split('\n');
  const isFunction = /^export (?:async )?function/.test(text);
  const end = lines.findIndex((line, index) =>
    isFunction
      ? /\{$/.test(line) && /^\S/.test(line)
      : /^(\}|\S.*;$|\)| {2}.*;$)/.test(line) && hasBalancedBrackets(lines.slice(0, index + 1)),
  );
  const part = lines
    .slice(0, end + 1)
    .join('\n')
    .replace(/^export /, '');
  return isFunction ? part.replace(/ \{$/, ';') : part.replace(/ = (class|function).*$/s, ';');
}

function hasBalancedBrackets(lines: readonly string[]): boolean {
  const code = lines.filter((line) => !/^\s*(\*|\/\*\*|\/\/)/.test(line)).join('\n');
  const countBrackets = (marks: RegExp): number => code.match(marks)?.length ?? 0;
  return countBrackets(/[{([]/g) === countBrackets(/[})\]]/g) && /[;}]$/.test(lines.at(-1) ?? '');
}

function formatPlainComment(comment: string): string {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*? ?/, '').trimEnd());
  const isExample = (line: string): boolean => line.startsWith('@example');
  return lines
    .map((line) =>
      isExample(line)
        ? 'For example:'
        : line
            .replace(/^@param (\w+) /, '* `$1`: ')
            .replace(/^@returns? /, 'Returns: ')
            .replace(/^@throws? /, 'Throws: '),
    )
    .join('\n')
    .trim();
}
