import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export type EchoWorkspace = {
  root: string;
  /** Writes a file, objects as JSON and lists as JSON lines. Answers its absolute path. */
  write(file: string, content: string | object): string;
  remove(): void;
};

/** An entry of the config: answers with what it is told, fails or hangs when told to, and starts no process. */
export const scriptedEcho = {
  type: 'scripted',
  rules: [
    { when: { text: '/^throw$/' }, error: { message: 'told to throw' } },
    { when: { text: '/^hang$/' }, answer: '', delay_ms: 2 ** 31 - 1 },
    { answer: 'echo: {{input}}' },
  ],
};
/** The same as a module, which also knows who asks, and can loop. */
export const moduleEcho = { type: 'module', path: 'assistants/echo/agent.ts' };

/** A workspace in a temporary folder with the agent `echo`. A module is for tests of what processes do. */
export function createEchoWorkspace({ echo }: { echo: object } = { echo: scriptedEcho }): EchoWorkspace {
  const root = mkdtempSync(path.join(os.tmpdir(), 'turntree-workspace-'));
  const write = (file: string, content: string | object): string => {
    const place = path.join(root, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, fileText(content));
    return place;
  };
  write('runner.config.json', {
    agents: {
      echo,
      simulator: { type: 'scripted', rules: [{ answer: { message: 'and then?', goal_achieved: false } }] },
    },
  });
  write('assistants/echo/package.yao', { name: 'Echo' });
  write('assistants/echo/agent.ts', moduleCode);
  return { root, write, remove: () => rmSync(root, { recursive: true, force: true }) };
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

function fileText(content: string | object): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  return JSON.stringify(content, undefined, 2);
}
