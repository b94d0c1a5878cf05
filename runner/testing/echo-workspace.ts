import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export type EchoWorkspace = {
  root: string;
  /** Writes a file (objects as JSON, lists as JSON Lines) and returns its absolute path. */
  write(file: string, content: string | object): string;
  remove(): void;
};

/** A config entry for an agent that repeats its input, or fails or hangs on request; starts no process. */
export const scriptedEcho = {
  type: 'scripted',
  rules: [
    { when: { text: '/^throw$/' }, error: { message: 'told to throw' } },
    { when: { text: '/^hang$/' }, answer: '', delay_ms: 2 ** 31 - 1 },
    { answer: 'echo: {{input}}' },
  ],
};
/** The echo agent as a module, which also knows its context and can loop forever. */
export const moduleEcho = { type: 'module', path: 'assistants/echo/agent.ts' };

/** Creates a temporary workspace with the agent `echo`. The module form of the agent is for tests of processes. */
export function createEchoWorkspace({ echo }: { echo: object } = { echo: scriptedEcho }): EchoWorkspace {
  const root = mkdtempSync(path.join(os.tmpdir(), 'turntree-workspace-'));
  const writeWorkspaceFile = (file: string, content: string | object): string => {
    const filePath = path.join(root, file);
    mkdirSync(path.dirname(filePath), { recursive: true });
    writeFileSync(filePath, toFileText(content));
    return filePath;
  };
  writeWorkspaceFile('runner.config.json', {
    agents: {
      echo,
      simulator: { type: 'scripted', rules: [{ answer: { message: 'and then?', goal_achieved: false } }] },
    },
  });
  writeWorkspaceFile('assistants/echo/package.yao', { name: 'Echo' });
  writeWorkspaceFile('assistants/echo/agent.ts', moduleCode);
  return { root, write: writeWorkspaceFile, remove: () => rmSync(root, { recursive: true, force: true }) };
}

const moduleCode = `
type Request = { input: string; turn: number; user_id: string; team_id: string };

export default async function echo(request: Request): Promise<string> {
  if (request.input === 'throw') throw new Error('told to throw');
  if (request.input === 'hang') await new Promise(() => undefined);
  if (request.input === 'loop') for (;;);
  if (request.input === 'who') return request.user_id + ' of ' + request.team_id;
  return 'echo: ' + request.input;
}
`;

function toFileText(content: string | object): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  return JSON.stringify(content, undefined, 2);
}
