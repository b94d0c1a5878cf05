import type { BuildOptions } from 'esbuild';

export const cliBundle: BuildOptions & { entryPoints: Record<string, string> };
