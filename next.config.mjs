import path from 'node:path';
import { fileURLToPath } from 'node:url';

process.env.NEXT_TELEMETRY_DISABLED ??= '1';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `Node ${process.version} is too old for Turntree. Use "npm start", "npm run dev" or "npm run build": they put the Node of this project first.\n`,
  );
  process.exit(78);
}

const root = path.dirname(fileURLToPath(import.meta.url));

/** @type {import('next').NextConfig} */
export default {
  serverExternalPackages: ['better-sqlite3', 'esbuild', 're2js'],
  reactCompiler: true,
  poweredByHeader: false,
  turbopack: { root },
  outputFileTracingRoot: root,
  allowedDevOrigins: ['127.0.0.1', 'localhost'],
  typedRoutes: false,
  devIndicators: false,
};
