import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type AgentFinding, findingsOfError } from '../../../agents/agent-finding.ts';
import { helperNames } from '../../../agents/helper-names.ts';
import { nearest } from '../../../values/index.ts';
import { assetReference, promptFiles, readPromptFile } from '../prompts.ts';

const braced = /\{\{\s*(\$(?:CTX|SYS|ENV)\.\w+)\s*\}\}/g;

/** Mistakes in the prompts of folders, and what Yao makes of them without a word. */
export function inspectPrompts(folders: readonly string[]): AgentFinding[] {
  return folders.flatMap((dir) => promptFiles(dir).flatMap(({ file }) => inspectFile(file, dir)));
}

function inspectFile(file: string, dir: string): AgentFinding[] {
  const whole = readFileSync(file, 'utf8');
  const isOfHelper = [...whole.matchAll(name)].some(([, said = '']) => isFilled(said));
  const doubts = whole
    .split('\n')
    .flatMap((text, index) =>
      [...doubtsIn(text, dir), ...unfilledIn(text, isOfHelper)].map(
        ({ at, message }): AgentFinding => ({ kind: 'doubt', file, line: index + 1, column: at + 1, message }),
      ),
    );
  try {
    readPromptFile(file, dir);
    return doubts;
  } catch (error) {
    return [...findingsOfError(error, { file, line: 1, column: 1 }, dir), ...doubts];
  }
}

const name = /\{\{[ \t]*([\w.-]+)[ \t]*\}\}/g;

function isFilled(said: string): boolean {
  return helperNames.some((filled) => filled === said);
}

/** Names that a simulator or a judge would read as they stand. */
function unfilledIn(line: string, isOfHelper: boolean): { at: number; message: string }[] {
  return [...line.matchAll(name)].flatMap(({ index, 0: written, 1: said = '' }) => {
    const near = nearest(said, helperNames);
    if (isFilled(said) || !(isOfHelper || near !== undefined)) return [];
    const hint = near === undefined ? '' : `; did you mean {{${near}}}?`;
    const message = `the prompt says ${written}: of simulators and judges only ${helperNames.join(', ')} are filled in${hint}`;
    return [{ at: index, message }];
  });
}

function doubtsIn(line: string, dir: string): { at: number; message: string }[] {
  const found = [...line.matchAll(braced)].map(({ index, 0: written, 1: name }) => ({
    at: index,
    message: `the prompt says ${written}: Yao keeps the braces; write ${name}`,
  }));
  const [, , , asset] = assetReference.exec(line) ?? [];
  if (asset !== undefined && !existsSync(path.join(dir, 'assets', asset))) {
    const message = `assets/${asset} does not exist: Yao puts nothing in its place`;
    found.push({ at: line.indexOf('@assets/'), message });
  }
  return found;
}
