import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Scores how polite an output is by its words. A row with a column `gate` waits until that gate's file exists. */
export default async function tone({ output, metadata }) {
  await passGate(metadata?.gate);
  if (output === '??') throw new Error('the output says nothing');
  const score = /sorry|refund|help/i.test(output) ? 0.95 : 0.3;
  return { score, reason: score > 0.5 ? 'Polite.' : 'Not one polite word.' };
}

async function passGate(name) {
  if (!name) return;
  const file = path.join(import.meta.dirname, '..', 'gates', name);
  while (!existsSync(file)) {
    if (!existsSync(path.dirname(file))) throw new Error('the workspace is gone');
    await wait(10);
  }
}
