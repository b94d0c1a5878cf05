import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { home, listTrackedFiles } from './documents.ts';
import type { MarkdownBlock } from './markdown-blocks.ts';

/**
 * Prepares what readers have after the first command of the documents: the examples and top files of a fresh clone,
 * packages, and a build.
 */
export function createCheckout(folder: string): string {
  const checkout = mkdtempSync(path.join(folder, 'checkout-'));
  for (const file of listTrackedFiles('examples', ':(glob)*'))
    if (existsSync(path.join(home, file))) cpSync(path.join(home, file), path.join(checkout, file));
  for (const name of ['node_modules', 'dist', 'bin']) symlinkSync(path.join(home, name), path.join(checkout, name));
  return checkout;
}

/** If a block tells readers to save a file, writes that file into the folder that the readers are in. */
export function saveBlock({ file, isAddition, line, text }: MarkdownBlock, cwd: string): void {
  if (file === undefined) return;
  const target = path.join(cwd, file);
  if (isAddition && !existsSync(target)) throw new Error(`line ${line} adds to ${file}, which is not there`);
  mkdirSync(path.dirname(target), { recursive: true });
  if (isAddition) appendFileSync(target, text);
  else writeFileSync(target, text);
}
