import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { loadJsonc } from '../../models/read-jsonc.ts';

const serverFilePattern = {
  mcps: 'mcps/**/*.mcp.{yao,json,jsonc}',
  assistants: 'assistants/**/mcps/**/*.mcp.{yao,json,jsonc}',
};

/**
 * Returns the contents of all MCP server files. A broken file is skipped here and reported when its server is needed.
 */
export function readServerFiles(root: string): unknown[] {
  // Only existing folders are searched: most workspaces have neither folder, and the first glob search would take as
  // long as all other steps of opening the workspace.
  const patterns = Object.entries(serverFilePattern).flatMap(([folder, pattern]) =>
    existsSync(path.join(root, folder)) ? [pattern] : [],
  );
  if (patterns.length === 0) return [];
  const files = globSync(patterns, { cwd: root, exclude: (name) => path.basename(name) === 'node_modules' });
  return files.flatMap((file) => {
    try {
      return [loadJsonc(path.join(root, file))];
    } catch {
      return [];
    }
  });
}
