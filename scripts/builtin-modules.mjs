import { builtinModules } from 'node:module';

const NAMESPACE = 'builtin';
const filter = new RegExp(`^(node:)?(${builtinModules.join('|')})$`);
/** Packages that need a module only for something that Turntree never does. */
const seldom = { child_process: /[\\/]node_modules[\\/]commander[\\/]/ };

/**
 * Takes Node's modules from `process` instead of importing them. An import reads all exports of a module, and thereby
 * loads much of what Node itself only loads on demand: about 5 ms at every start.
 *
 * @type {import('esbuild').Plugin}
 */
export const builtinsOnDemand = {
  name: 'builtins-on-demand',
  setup(build) {
    build.onResolve({ filter }, ({ path, kind, importer }) => {
      if (kind !== 'import-statement') return undefined;
      const name = path.replace(/^node:/, '');
      const suffix = seldom[name]?.test(importer) ? '?seldom' : '';
      return { path: `${name}${suffix}`, namespace: NAMESPACE, sideEffects: false };
    });
    build.onLoad({ filter: /^/, namespace: NAMESPACE }, ({ path }) => ({ contents: moduleText(path) }));
  },
};

function moduleText(path) {
  const [name, seldomNeeded] = path.split('?');
  if (seldomNeeded) return 'export default {};';
  const names = Object.keys(process.getBuiltinModule(name)).filter((key) => key !== 'default');
  const members = names.map((key) => `export const ${key} = /* @__PURE__ */ (() => builtin.${key})();`);
  const builtin = `const builtin = /* @__PURE__ */ process.getBuiltinModule('node:${name}');`;
  return [builtin, 'export default builtin;', ...members].join('\n');
}
