import path from 'node:path';
import { fileURLToPath } from 'node:url';
import node from './bin/old-node.cjs';

process.env.NEXT_TELEMETRY_DISABLED ??= '1';

if (node.isOld) {
  process.stderr.write(
    `Node ${process.version} is too old for Turntree. Use "npm start", "npm run dev" or "npm run build": they put the Node of this project first.\n`,
  );
  process.exit(78);
}

const root = path.dirname(fileURLToPath(import.meta.url));

/** @type {import('next').NextConfig} */
export default {
  // What the package's server needs is gathered by every build; a quick build for this alone would take a second one.
  output: 'standalone',
  serverExternalPackages: ['better-sqlite3', 'esbuild', 're2js'],
  // It makes a component almost twice as long. Where it gains, the file says 'use memo': in the editor, at each key.
  reactCompiler: { compilationMode: 'annotation' },
  poweredByHeader: false,
  turbopack: { root },
  outputFileTracingRoot: root,
  allowedDevOrigins: ['127.0.0.1', 'localhost'],
  typedRoutes: false,
  // `npm run verify` checks all types, and before the build of a commit it has.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // A server begins when its first page is asked for, not after all the others were loaded.
    preloadEntriesOnStart: false,
    // Whoever builds to use the dashboard builds once: writing the cache takes as long as half of a build, and 190 MB.
    turbopackFileSystemCacheForBuild: false,
    turbopackRustReactCompiler: true,
    // The server runs without maps, and the package has none.
    serverSourceMaps: false,
  },
  devIndicators: false,
};
