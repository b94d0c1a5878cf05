import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { compile } from 'tailwindcss';

const home = path.resolve(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const standInFile = (name) => path.join(home, 'components', 'report', 'stand-ins', name);

/** Replaces modules that need a server, or that are too large for a report, by stand-ins. */
const alias = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'next/dynamic': standInFile('dynamic.tsx'),
  'next/link': standInFile('link.tsx'),
  'next-themes': standInFile('themes.ts'),
  'mdast-util-to-markdown': standInFile('to-markdown.ts'),
  'markdown-table': standInFile('to-markdown.ts'),
  '@/components/ui/lazy-component': standInFile('lazy-component.ts'),
  '@/components/faults/fault-look': standInFile('fault-look.ts'),
};

/** Turns lazy imports into direct ones, because the report is a single file. */
const atOnce = {
  name: 'at-once',
  setup({ onLoad }) {
    onLoad({ filter: /components[\\/].*\.tsx$/ }, ({ path: file }) => {
      const imports = [];
      const contents = readFileSync(file, 'utf8').replaceAll(/import\(('[^']+')\)/g, (_, from) => {
        imports.push(`import * as loaded${imports.length} from ${from};`);
        return `Promise.resolve(loaded${imports.length - 1})`;
      });
      return { contents: `${imports.join('')}${contents}`, loader: 'tsx' };
    });
  },
};

/**
 * Returns the script and style of the HTML report, built from the components and styles of the dashboard, and the list
 * of their source files.
 */
export async function buildReportPage() {
  const { outputFiles, metafile } = await build({
    metafile: true,
    absWorkingDir: home,
    entryPoints: ['components/report/main.tsx'],
    alias,
    plugins: [atOnce],
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2023',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    banner: { js: '/* with preact (MIT), lucide (ISC) and Tailwind CSS (MIT) */' },
    logLevel: 'warning',
  });
  const script = outputFiles[0].text;
  const { style, files } = await styleFor(script);
  return { script, style, inputs: [...Object.keys(metafile.inputs), ...files] };
}

/** A reduced version of the dashboard's style, for browsers that support `@property`. */
const styles = {
  tailwindcss: `@layer theme, base, components, utilities;
    @import "tailwindcss/theme.css" layer(theme);
    @import "./components/report/stand-ins/preflight.css" layer(base);
    @import "tailwindcss/utilities.css" layer(utilities);`,
};

/**
 * Builds the style. Class names are taken from the bundled script itself; most of its words are no classes, and
 * Tailwind ignores those.
 */
async function styleFor(script) {
  const entry = '@import "./app/globals.css"; @import "./components/report/report.css";';
  const files = [];
  const { build: buildStyle } = await compile(entry, {
    base: home,
    loadStylesheet: (id, base) => loadStylesheet(id, base, files),
  });
  const words = new Set(script.split(/[\s"'`]+/));
  // The word `filter` is common in scripts, but it is not used as a class here.
  words.delete('filter');
  const css = buildStyle([...words]).replace(/@layer properties \{[\s\S]*$/, '');
  const { code } = await transform(css, { loader: 'css', minify: true, target: 'es2023' });
  return { style: code, files };
}

async function loadStylesheet(id, base, files) {
  if (id in styles) return { path: id, base: home, content: styles[id] };
  const file = id.startsWith('.') ? path.resolve(base, id) : require.resolve(id);
  files.push(path.relative(home, file));
  return { path: file, base: path.dirname(file), content: readFileSync(file, 'utf8') };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(JSON.stringify(await buildReportPage()));
