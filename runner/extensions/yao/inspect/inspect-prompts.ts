import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type AgentFinding, toAgentFindingsOfError } from '../../../agents/agent-finding.ts';
import { findUnknownPlaceholders, hasHelperPlaceholder } from '../../../agents/helper-names.ts';
import { assetReferencePattern, listPromptFiles, readPromptFile } from '../prompts.ts';

const bracedVariablePattern = /\{\{\s*(\$(?:CTX|SYS|ENV)\.\w+)\s*\}\}/g;

/** Finds mistakes in the prompt files of folders, and suspicious content that Yao would accept silently. */
export function inspectPrompts(folders: readonly string[]): AgentFinding[] {
  return folders.flatMap((dir) => listPromptFiles(dir).flatMap(({ file }) => inspectPromptFile(file, dir)));
}

function inspectPromptFile(file: string, dir: string): AgentFinding[] {
  const fullText = readFileSync(file, 'utf8');
  const isOfHelper = hasHelperPlaceholder(fullText);
  const doubts = fullText
    .split('\n')
    .flatMap((text, index) =>
      [...findSuspiciousVariables(text, dir), ...findUnknownPlaceholders(text, isOfHelper)].map(
        ({ at, message }): AgentFinding => ({ kind: 'doubt', file, line: index + 1, column: at + 1, message }),
      ),
    );
  try {
    readPromptFile(file, dir);
    return doubts;
  } catch (error) {
    return [...toAgentFindingsOfError(error, { file, line: 1, column: 1 }, dir), ...doubts];
  }
}

function findSuspiciousVariables(line: string, dir: string): { at: number; message: string }[] {
  const doubts = [...line.matchAll(bracedVariablePattern)].map(({ index, 0: expression, 1: name }) => ({
    at: index,
    message: `the prompt contains ${expression}: Yao keeps the braces; write ${name}`,
  }));
  const [, , , asset] = assetReferencePattern.exec(line) ?? [];
  if (asset !== undefined && !existsSync(path.join(dir, 'assets', asset))) {
    const message = `assets/${asset} does not exist: Yao puts nothing in its place`;
    doubts.push({ at: line.indexOf('@assets/'), message });
  }
  return doubts;
}
