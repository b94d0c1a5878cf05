import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { waitForOutput } from '../runner/extensions/queue/testing/create-queue-test-tools.ts';
import { type QueueServer, startRedis } from '../runner/extensions/queue/testing/queue-servers.ts';
import { type RunningCli, runCli, startCli } from '../runner/testing/run-cli.ts';
import { parseMarkdownBlocks } from '../scripts/documents/markdown-blocks.ts';

const example = path.join(import.meta.dirname, 'queue');
const readme = readFileSync(path.join(example, 'README.md'), 'utf8');
const written = 'redis://127.0.0.1:6379';

let server: QueueServer;
let checkout: string;
const workers: RunningCli[] = [];

beforeAll(async () => {
  server = await startRedis();
  checkout = mkdtempSync(path.join(os.tmpdir(), 'turntree-queue-example-'));
  cpSync(example, path.join(checkout, 'examples', 'queue'), { recursive: true });
});
afterAll(async () => {
  for (const { child } of workers) child.kill('SIGKILL');
  await Promise.all(workers.map(({ done }) => done));
  await server.stop();
  rmSync(checkout, { recursive: true, force: true });
});

/** Returns the commands in the document after `npx turntree`, adapted to this queue. */
function commands(): string[][] {
  const [{ text } = { text: '' }] = parseMarkdownBlocks(readme).filter(({ language }) => language === 'sh');
  const lines = text.trim().split('\n');
  return lines.map((line) => line.replace('npx turntree ', '').replace(written, server.url).split(' '));
}

describe('the example of a queue', () => {
  it('does what its README says, on a Redis of its own', async () => {
    const all = commands();
    const [one, two, run] = all;
    if (one === undefined || two === undefined || run === undefined) throw new Error('the README has three commands');
    expect(all.map(([command]) => command)).toEqual(['work', 'work', 'test']);
    for (const words of [one, two]) {
      const worker = startCli(words, { cwd: checkout });
      workers.push(worker);
      await waitForOutput(worker, 'waits for runs, 4 at once');
    }
    const { code, stdout, stderr } = await runCli(run, { cwd: checkout });
    const shown = parseMarkdownBlocks(readme).find(({ language }) => language === 'output')?.text ?? '';
    for (const line of shown.trim().split('\n')) expect(stdout + stderr).toContain(line);
    expect(code).toBe(0);
  });

  it('has workers in its compose file that are started by the image', () => {
    const compose = z
      .object({ services: z.object({ queue: z.looseObject({}), worker: z.object({ command: z.array(z.string()) }) }) })
      .parse(parse(readFileSync(path.join(example, 'compose.yml'), 'utf8')));
    const [command, address] = compose.services.worker.command;
    expect([command, address]).toEqual(['work', expect.stringMatching(/^redis:\/\/:.*@queue:6379$/)]);
    const dockerfile = readFileSync(path.join(example, 'Dockerfile'), 'utf8');
    expect(dockerfile).toContain('ENTRYPOINT ["node", "/turntree/bin/turntree.cjs"]');
  });
});
