// Loads the function that a module exports as its default, to be called in this process or in a separate one.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

export async function openModule(file, isolated) {
  return isolated ? startProcess(file) : { call: (await import(pathToFileURL(file).href)).default, close() {} };
}

function startProcess(file) {
  const program = path.join(import.meta.dirname, 'floor-agent.mjs');
  const child = spawn(process.execPath, [program, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async call(request) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      return JSON.parse((await answers.next()).value);
    },
    close: () => child.stdin.end(),
  };
}
