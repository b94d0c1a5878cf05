import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import escapeStringRegexp from 'escape-string-regexp';
import { type AgentFinding, toAgentFindingsOfError } from '../../../agents/agent-finding.ts';
import { createPositions } from '../../../inputs/source-position.ts';
import { requireValidSyntax } from '../../../scripts/bundle-module.ts';
import { listFunctionNames } from '../../../scripts/function-names.ts';
import { findNearestWord } from '../../../values/index.ts';
import { findHooksFile } from '../assistant.ts';
import { bundleSandbox } from '../sandbox/sandbox-bundle.ts';

const hookNames = ['Create', 'Next'];

/**
 * Finds scripts of an assistant that cannot be parsed, and functions that are probably meant as hooks but that Yao
 * would not call, for example because the name is misspelt.
 */
export async function inspectScripts(dir: string): Promise<AgentFinding[]> {
  const own = findHooksFile(dir);
  const files = globSync('**/*.{ts,js}', { cwd: path.join(dir, 'src') }).toSorted();
  const scripts = files.map((name) => path.join(dir, 'src', name)).filter((file) => !file.endsWith('.d.ts'));
  const findings = await Promise.all(
    scripts.map((file) =>
      findingsFromReadError(file, async () => {
        await requireValidSyntax(file);
        // Imports are resolved only when a hook is called, so only the file with the hooks is bundled.
        if (file === own) await bundleSandbox(file);
      }),
    ),
  );
  return own === undefined ? findings.flat() : [...findings.flat(), ...inspectHooks(own, dir)];
}

async function findingsFromReadError(file: string, readFile: () => Promise<unknown>): Promise<AgentFinding[]> {
  try {
    await readFile();
    return [];
  } catch (error) {
    return toAgentFindingsOfError(error, { file, line: 1, column: 1 }, path.dirname(file));
  }
}

function inspectHooks(file: string, dir: string): AgentFinding[] {
  const text = readFileSync(file, 'utf8');
  const positionOf = createPositions(text);
  const functions = listFunctionNames(text);
  const findPositionOfName = (name: string) => ({ file, ...positionOf(text.search(createWordPattern(name))) });
  const missingHooks = hookNames.filter((hook) => !functions.includes(hook));
  const misspeltFindings = functions.flatMap((name): AgentFinding[] => {
    const suggestion = findNearestWord(name, missingHooks);
    if (suggestion === undefined || isFunctionUsed(name, { file, text, dir })) return [];
    const message = `nothing calls ${JSON.stringify(name)}: hooks are called Create and Next`;
    return [{ kind: 'mistake', ...findPositionOfName(name), message, suggestion }];
  });
  const asynchronousFindings = hookNames.flatMap((hook): AgentFinding[] => {
    if (!new RegExp(`^[^\\S\\n\\r\\u2028\\u2029]*(?:export\\s+)?async\\s+function\\s+${hook}\\b`, 'm').test(text))
      return [];
    const message = `${hook} is asynchronous: Yao does not wait for it and uses {} as its answer; write it without async`;
    return [{ kind: 'doubt', ...findPositionOfName(hook), message }];
  });
  return [...misspeltFindings, ...asynchronousFindings];
}

/**
 * Returns true if a function's own file uses the function, or if other scripts and tools of the assistant import or
 * name it.
 */
function isFunctionUsed(name: string, { file, text, dir }: { file: string; text: string; dir: string }): boolean {
  const uses = text.match(new RegExp(createWordPattern(name), 'g')) ?? [];
  if (uses.length > 1) return true;
  const otherScripts = globSync(['src/**/*.{ts,js}', 'mcps/**/*.{yao,json,jsonc}'], { cwd: dir });
  return otherScripts
    .map((other) => path.join(dir, other))
    .some((other) => other !== file && existsSync(other) && createWordPattern(name).test(readFileSync(other, 'utf8')));
}

function createWordPattern(name: string): RegExp {
  return new RegExp(`(?<![\\w$])${escapeStringRegexp(name)}(?![\\w$])`);
}
