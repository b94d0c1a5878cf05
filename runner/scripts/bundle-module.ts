import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { AgentError } from '../ports/index.ts';
import { ownFile } from './own-file.ts';
import { FUNCTIONS_EXPORT } from './worker/worker-protocol.ts';

/** A user's module with everything it imports by path, ready to be loaded by a worker under its own URL. */
export type ModuleBundle = { file: string; url: string; code: string };

const declaration = /\b(?:function\s*\*?|const|let|var)\s+([A-Za-z_$][\w$]*)/g;
const reserved = new Set(
  (
    'await break case catch class const continue debugger default delete do else enum export extends false finally for ' +
    'function if implements import in instanceof interface let new null package private protected public return static ' +
    'super switch this throw true try typeof var void while with yield'
  ).split(' '),
);

/**
 * Bundles a TypeScript or JavaScript file in memory, with its source map inside. Packages stay imports, so they are
 * found from the file's own folder. Syntax errors are configuration errors with file, line and column.
 */
export async function bundleModule(file: string, offer: 'exports' | 'all functions'): Promise<ModuleBundle> {
  const esbuild = await import('esbuild');
  const source = await readFile(file, 'utf8');
  const result = await esbuild
    .build({
      stdin: {
        contents: offer === 'exports' ? source : `${source}\n${functionsExport(source)}`,
        loader: loaderOf(file),
        resolveDir: path.dirname(file),
        sourcefile: path.basename(file),
      },
      absWorkingDir: path.dirname(file),
      outfile: path.join(path.dirname(file), 'bundle.mjs'),
      bundle: true,
      write: false,
      treeShaking: false,
      platform: 'node',
      format: 'esm',
      target: 'node22',
      packages: 'external',
      // Works even where the package is not installed.
      alias: { turntree: fileURLToPath(ownFile('define-config', import.meta.url)) },
      sourcemap: 'inline',
      sourcesContent: false,
      logLevel: 'silent',
    })
    .catch((error: unknown) => {
      throw new AgentError(buildProblem(error, file), 'configuration', { cause: error });
    });
  return { file, url: pathToFileURL(file).href, code: result.outputFiles[0]?.text ?? '' };
}

/** Words that turn out to be no names of the file (in a comment, inside a function) are `undefined` there. */
export function functionsExport(source: string): string {
  const names = new Set([...source.matchAll(declaration)].map(([, name]) => name ?? ''));
  const members = [...names]
    .filter((name) => !reserved.has(name))
    .map((name) => `${name}: typeof ${name} === 'undefined' ? undefined : ${name}`);
  return `export const ${FUNCTIONS_EXPORT} = { ${members.join(', ')} };`;
}

export function loaderOf(file: string): 'ts' | 'tsx' | 'jsx' {
  const extension = path.extname(file);
  if (extension === '.tsx') return 'tsx';
  return /\.[cm]?ts$/.test(extension) ? 'ts' : 'jsx';
}

export function buildProblem(error: unknown, file: string): string {
  if (!(error instanceof Error) || !('errors' in error) || !Array.isArray(error.errors)) return String(error);
  const problems = error.errors.map(
    (problem: { text: string; location: { line: number; column: number; file: string } | null }) => {
      const { location } = problem;
      if (location === null) return `${file}: ${problem.text}`;
      return `${path.resolve(path.dirname(file), location.file)}:${location.line}:${location.column + 1}: ${problem.text}`;
    },
  );
  return problems.join('\n');
}
