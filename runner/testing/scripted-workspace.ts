import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export type ScriptedWorkspace = {
  root: string;
  /** Writes a file: objects as JSON, lists as JSON Lines. */
  write(file: string, content: string | object): void;
  remove(): void;
};

/** A temporary workspace whose agents answer by rules, so that no process is started. */
export function createScriptedWorkspace(agents: object = {}): ScriptedWorkspace {
  const root = mkdtempSync(path.join(os.tmpdir(), 'turntree-scripted-'));
  const writeWorkspaceFile = (file: string, content: string | object): void => {
    const filePath = path.join(root, file);
    mkdirSync(path.dirname(filePath), { recursive: true });
    writeFileSync(filePath, toFileText(content));
  };
  writeWorkspaceFile('runner.config.json', {
    agents: { desk: { type: 'scripted', rules: [{ answer: 'echo' }] }, ...agents },
  });
  return { root, write: writeWorkspaceFile, remove: () => rmSync(root, { recursive: true, force: true }) };
}

function toFileText(content: string | object): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  return JSON.stringify(content, undefined, 2);
}
