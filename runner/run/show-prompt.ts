import { builtInAgents } from '../agents/built-in-agents.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** Prints the prompt of a built-in helper. Every verdict of the helper names the version of this prompt. */
export function showPrompt(name: string, { stdout }: Pick<Terminal, 'stdout'>): void {
  const builtIn = Object.entries(builtInAgents).find(([role]) => role === name)?.[1];
  if (builtIn === undefined) {
    throw new UsageError(`--prompt ${name}: no such prompt`, [`known: ${Object.keys(builtInAgents).join(', ')}`]);
  }
  stdout.write(`${name} ${builtIn.version}\n\n${builtIn.system}`);
}
