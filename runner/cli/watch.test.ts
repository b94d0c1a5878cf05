import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningCli, runCli, startCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';

const line = (id: string, value: string) =>
  `${JSON.stringify({ id, input: 'hello', assert: { type: 'contains', value } })}\n`;
const agent = (answer: string) => `export default () => '${answer}';\n`;

let root: string;
let cli: RunningCli | undefined;

beforeEach(async () => {
  root = await createTemporaryWorkspace({
    'runner.config.json': JSON.stringify({ agents: { shop: { type: 'module', path: 'agents/shop.ts' } } }),
    'agents/shop.ts': agent('yes'),
    'tests/one.jsonl': line('ONE', 'yes'),
    'tests/two.jsonl': line('TWO', 'yes'),
  });
});
afterEach(async () => {
  cli?.child.kill('SIGKILL');
  await cli?.done;
  rmSync(root, { recursive: true, force: true });
});

const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);

/** Starts watch mode. Returns the output of each run, up to the moment when watch mode waits for changes. */
function watching(flags: readonly string[] = ['-n', 'shop']): () => Promise<string> {
  const running = startCli(['test', 'tests', '--watch', '-o', 'report.jsonl', ...flags], { cwd: root });
  cli = running;
  let [runs, seenRuns] = [0, 0];
  return async () => {
    runs += 1;
    await waited(running, () => running.stderr().split('Ctrl+C ends').length > runs);
    const printed = running.stdout().slice(seenRuns);
    seenRuns = running.stdout().length;
    return printed;
  };
}

/** Waits until another process prints a text. */
async function waited(running: RunningCli, isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    if (running.child.exitCode !== null) throw new Error(`ended first: ${running.stderr()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('test --watch', () => {
  it('runs a case file alone when it changed, and all of them after any other change', async () => {
    const next = watching();
    expect(await next()).toMatch(/ONE[\s\S]*TWO/);
    write('tests/two.jsonl', line('TWO', 'no'));
    const alone = await next();
    expect(alone).toContain('TWO');
    expect(alone).not.toContain('ONE');
    expect(cli?.stderr()).toContain(`turntree: ${path.join('tests', 'two.jsonl')} changed\n`);
    write('agents/shop.ts', agent('no'));
    expect(await next()).toMatch(/ONE[\s\S]*TWO/);
    write('tests/two.jsonl', 'nonsense\n');
    await next();
    expect(cli?.stderr()).toContain('two.jsonl:1:1');
    write('tests/three.jsonl', line('THREE', 'no'));
    await next();
    write('tests/two.jsonl', line('TWO', 'no'));
    expect(await next()).toMatch(/ONE[\s\S]*THREE[\s\S]*TWO/);
    cli?.child.kill('SIGINT');
    expect(await cli?.done).toMatchObject({ code: 1 });
  });

  it('runs the suites of an agent when its module changed, and all of them when others use it, too', async () => {
    const agents = {
      shop: { type: 'module', path: 'agents/shop.ts' },
      bank: { type: 'module', path: 'agents/bank.ts' },
    };
    write('runner.config.json', JSON.stringify({ agents }));
    write('agents/bank.ts', "import { word } from './word.ts';\nexport default () => word;\n");
    write('agents/word.ts', "export const word = 'yes';\n");
    for (const [id, name] of Object.entries({ shop: 'SHOP', bank: 'BANK' })) {
      mkdirSync(path.join(root, 'tests', id));
      write(`tests/${id}/cases.jsonl`, line(name, 'yes'));
    }
    rmSync(path.join(root, 'tests/one.jsonl'));
    rmSync(path.join(root, 'tests/two.jsonl'));
    const next = watching([]);
    expect(await next()).toMatch(/BANK[\s\S]*SHOP/);
    write('agents/word.ts', "export const word = 'no';\n");
    const bank = await next();
    expect(bank).toContain('BANK');
    expect(bank).not.toContain('SHOP');
    write('tests/shop/cases.jsonl', line('SHOP', 'yes').replace('hello', 'ask the bank'));
    expect(await next()).not.toContain('BANK');
    write('agents/word.ts', "export const word = 'yes';\n");
    expect(await next()).toMatch(/BANK[\s\S]*SHOP/);
    write('agents/shop.ts', agent('no'));
    const shop = await next();
    expect(shop).toContain('SHOP');
    expect(shop).not.toContain('BANK');
    cli?.child.kill('SIGINT');
    expect(await cli?.done).toMatchObject({ code: 1 });
  });

  it('is not set off by what its own runs write', async () => {
    write(
      'agents/shop.ts',
      `import { appendFileSync } from 'node:fs';
      export default () => { appendFileSync('calls.txt', '.'); return 'yes'; };\n`,
    );
    const next = watching(['-n', 'shop', '--db', 'kept.db']);
    await next();
    write('tests/one.jsonl', line('ONE', 'yes'));
    await next();
    cli?.child.kill('SIGINT');
    const { code, stderr } = (await cli?.done) ?? {};
    expect(code).toBe(0);
    expect(stderr?.match(/ changed$/gm)).toEqual([' changed']);
  });

  it('is refused with what runs once', async () => {
    const { code, stderr } = await runCli(['test', 'tests', '-n', 'shop', '--watch', '--record'], { cwd: root });
    expect([code, stderr]).toEqual([1, expect.stringContaining('--watch cannot be combined with --record')]);
  });
});
