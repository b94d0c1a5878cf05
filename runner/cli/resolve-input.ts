import { existsSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from './flags.ts';

export type ResolvedInput = { kind: 'file'; path: string } | { kind: 'message'; text: string };

const caseFile = /\.(jsonl|json)$/i;
const otherFormats = /\.(csv|(agent|workflow|test)\.ya?ml)$/i;

/**
 * What an input means: a case file, or a message for the agent. What looks like a path and is not there is an error,
 * never a message; so are inputs of kinds that this version does not run.
 */
export function resolveInput(input: string, cwd: string): ResolvedInput {
  if (input.trim() === '') throw new UsageError('the input is empty: name a case file or write a message');
  if (/^(agents:|scripts[:.])/.test(input)) {
    throw new UsageError(`${input}: generated cases and script tests are not supported by this version`, [
      'Name a case file (.jsonl), or write a message.',
    ]);
  }
  const file = path.resolve(cwd, input);
  if (otherFormats.test(input)) {
    throw new UsageError(`${input}: files of this kind are not supported by this version; name a case file (.jsonl)`);
  }
  if (caseFile.test(input)) {
    if (existsSync(file)) return { kind: 'file', path: file };
    throw new UsageError(`${input} does not exist`, [`looked for ${file}`]);
  }
  if (!looksLikePath(input)) return { kind: 'message', text: input };
  if (existsSync(file)) throw new UsageError(`${input} is not a case file; name one that ends in .jsonl`);
  throw new UsageError(`${input} does not exist`, [
    `looked for ${file}`,
    'A message that looks like a path can be given a space in front.',
  ]);
}

/** A separator and no white space: people write messages in words. */
function looksLikePath(input: string): boolean {
  return /^\S*[/\\]\S*$/.test(input);
}
