import { builtinModules } from 'node:module';

const NAMESPACE = 'builtin';
const filter = new RegExp(`^(node:)?(${builtinModules.join('|')})$`);
/**
 * Modules that Node has already loaded when a program starts, or shortly after. All others are loaded when they are
 * first used.
 */
const loadedWithNode = new Set([
  ...['assert', 'async_hooks', 'buffer', 'console', 'diagnostics_channel', 'events', 'fs', 'module', 'os', 'path'],
  ...['process', 'punycode', 'querystring', 'stream', 'stream/promises', 'string_decoder', 'timers', 'url', 'util'],
  // Loaded at start although Node has not loaded it: the module is small, and tests replace its functions by fake ones.
  'timers/promises',
]);

/**
 * Takes Node's modules from `process` instead of importing them. An import reads all exports of a module, and thereby
 * loads much of what Node itself only loads on demand: about 5 ms at every start.
 *
 * @type {import('esbuild').Plugin}
 */
export const builtinsOnDemand = {
  name: 'builtins-on-demand',
  setup: (build) => takeBuiltins(build, (name) => !loadedWithNode.has(name)),
};

/**
 * Like the plug-in `builtinsOnDemand`, but for programs that also run user code: they take all of Node's modules before
 * that code can replace them.
 *
 * @type {import('esbuild').Plugin}
 */
export const builtinsAtStart = {
  name: 'builtins-at-start',
  setup: (build) => takeBuiltins(build, () => false),
};

function takeBuiltins(build, isLazy) {
  build.onResolve({ filter }, ({ path, kind }) => {
    if (kind !== 'import-statement') return undefined;
    return { path: path.replace(/^node:/, ''), namespace: NAMESPACE, sideEffects: false };
  });
  build.onLoad({ filter: /^/, namespace: NAMESPACE }, ({ path: name }) => {
    const members = Object.keys(process.getBuiltinModule(name)).filter((key) => key !== 'default');
    return { contents: isLazy(name) ? lazyModuleText(name, members) : loadedModuleText(name, members) };
  });
}

function loadedModuleText(name, members) {
  const exports = members.map((key) => `export const ${key} = /* @__PURE__ */ (() => builtin.${key})();`);
  const builtin = `const builtin = /* @__PURE__ */ process.getBuiltinModule('node:${name}');`;
  return [builtin, 'export default builtin;', ...exports].join('\n');
}

/** A CommonJS module: the bundler compiles each use of an import from such a module to a read of its member. */
function lazyModuleText(name, members) {
  return `let builtin;
for (const key of ${JSON.stringify(members)}) {
  const get = () => (builtin ??= process.getBuiltinModule('node:${name}'))[key];
  Object.defineProperty(exports, key, { enumerable: true, get });
}`;
}
