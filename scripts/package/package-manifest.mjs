/**
 * The optional packages, each with the versions that work. DuckDB's versions are pre-releases, which no range of npm
 * matches.
 */
const optionalPeers = { '@duckdb/node-api': '*', bullmq: '^6.7.0', ioredis: '>=5', pg: '>=8' };

/**
 * The manifest of the published package. It has no install script and only one kind of dependency: the binaries of
 * esbuild, of which a package manager installs the one for its platform. All other modules are in the package itself.
 */
export function packageManifest({ own, esbuild, repository }) {
  const { name, version, description, keywords, author, license, type } = own;
  const peers = { ...optionalPeers, vitest: own.peerDependencies.vitest };
  return {
    name,
    version,
    description,
    keywords,
    ...(repository === undefined ? {} : repositoryAddresses(repository)),
    author,
    license,
    type,
    bin: { turntree: 'app/bin/turntree.cjs', runner: 'app/bin/runner.cjs' },
    exports: {
      '.': { types: './app/dist/types/runner/api/index.d.ts', require: './index.cjs', default: './index.mjs' },
      './vitest': { types: './app/dist/types/runner/vitest/index.d.ts', default: './vitest.mjs' },
      './schemas/*': './schemas/*',
      './package.json': './package.json',
    },
    engines: { node: '>=22.18' },
    optionalDependencies: esbuild.optionalDependencies,
    peerDependencies: peers,
    peerDependenciesMeta: Object.fromEntries(Object.keys(peers).map((peer) => [peer, { optional: true }])),
  };
}

function repositoryAddresses(repository) {
  return {
    homepage: `${repository}#readme`,
    bugs: { url: `${repository}/issues` },
    repository: { type: 'git', url: `git+${repository}.git` },
  };
}
