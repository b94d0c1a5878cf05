import { randomUUID } from 'node:crypto';
import type { Plugin } from 'esbuild';
import * as z from 'zod';
import { EVALUATE_EXPORT } from './worker/worker-protocol.ts';

/**
 * Makes a bundle that can be evaluated many times: the module's code becomes the body of an exported function, and
 * imports of packages stay in front of it. Node never frees a module that it has evaluated, but does free what a
 * function created. The plugin marks package imports so that nothing in the user's code can be mistaken for one.
 */
export function createModuleReevaluationPlugin(): {
  plugin: Plugin;
  wrap(bundle: { code: string; map: string }): string;
} {
  const mark = `turntree-package-${randomUUID()}:`;
  return {
    plugin: {
      name: 'marked packages',
      setup(build) {
        build.onResolve(
          { filter: /^[^./]/ },
          async ({ path, kind, importer, resolveDir, with: attributes, pluginData }) => {
            if (pluginData === mark || kind !== 'import-statement') return undefined;
            const resolution = await build.resolve(path, {
              kind,
              importer,
              resolveDir,
              with: attributes,
              pluginData: mark,
            });
            return resolution.external ? { path: `${mark}${resolution.path}`, external: true } : undefined;
          },
        );
      },
    },
    wrap: ({ code, map }) => wrapModuleInFunction(code, { map, mark }),
  };
}

function wrapModuleInFunction(code: string, { map, mark }: { map: string; mark: string }): string {
  const stars: string[] = [];
  const imports: string[] = [];
  const importPattern = new RegExp(`^(import|export \\*)(?: [^;'\`]*?)??(?: from)? "${mark}[^;\\n]*;$`, 'gm');
  const body = code.replace(/^#!.*/, '').replace(importPattern, (statement, kind: string) => {
    const importLine = statement.replace(mark, '').replaceAll('\n', ' ');
    const star = `__turntreeStar${stars.length}`;
    if (kind !== 'import') stars.push(star);
    imports.push(kind === 'import' ? importLine : importLine.replace(kind, `import * as ${star}`));
    return '\n'.repeat(statement.split('\n').length - 1);
  });
  const [clause = '', names = '', only] = /\nexport \{([^}]*)\};\s*$|\nexport default ([^\n]*);\s*$/.exec(body) ?? [];
  const getters = only === undefined ? buildExportGetters(names) : [`get default() { return ${only}; }`];
  return [
    `${imports.join(' ')} export const ${EVALUATE_EXPORT} = async () => {`,
    body.slice(0, body.length - clause.length),
    `return { ${[...stars.map((star) => `...${star}, default: undefined`), ...getters].join(', ')} };`,
    '};',
    `//# sourceMappingURL=data:application/json;base64,${Buffer.from(shiftSourceMap(map)).toString('base64')}`,
  ].join('\n');
}

/** Returns getters for exported names, because exports of a module are live bindings. */
function buildExportGetters(names: string): string[] {
  return names
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const [local = '', name = local] = each.split(' as ');
      return `get ${name}() { return ${local}; }`;
    });
}

const mapSchema = z.looseObject({ mappings: z.string() });

/** Shifts a source map by one line, because the function header takes the first line. */
function shiftSourceMap(map: string): string {
  const sourceMap = mapSchema.parse(JSON.parse(map));
  return JSON.stringify({ ...sourceMap, mappings: `;${sourceMap.mappings}` });
}
