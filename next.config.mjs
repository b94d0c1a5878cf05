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
  // Every build also collects the server's files, which the package needs; otherwise the package would need a second
  // build.
  output: 'standalone',
  serverExternalPackages: ['better-sqlite3', 'esbuild', 're2js'],
  // The React compiler makes components almost twice as long, so it is used only in files with 'use memo', such as the
  // editor.
  reactCompiler: { compilationMode: 'annotation' },
  poweredByHeader: false,
  turbopack: { root },
  outputFileTracingRoot: root,
  allowedDevOrigins: ['127.0.0.1', 'localhost'],
  typedRoutes: false,
  // The build does not check types, because `npm run verify` already checks all of them.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // Loads each page on its first request instead of all at the start.
    preloadEntriesOnStart: false,
    // The build cache is off: writing it takes half of the build time and 190 MB, and users build only once.
    turbopackFileSystemCacheForBuild: false,
    turbopackRustReactCompiler: true,
    // The server runs without source maps, and the package has none.
    serverSourceMaps: false,
  },
  devIndicators: false,
};
