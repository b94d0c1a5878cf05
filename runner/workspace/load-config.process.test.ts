import { readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../testing/workspace.ts';
import { describeWorkspace } from './index.ts';
import { loadConfig } from './load-config.ts';

async function load(files: Record<string, string>, deadlineMs?: number) {
  const root = await createTemporaryWorkspace(files);
  return loadConfig({ root, variables: { REGION: 'eu' }, ...(deadlineMs === undefined ? {} : { deadlineMs }) });
}

const deskEntry = `{ type: 'module', path: 'desk.ts' }`;

describe('a config that is JSON', () => {
  it('may have comments and trailing commas', async () => {
    const { config } = await load({ 'runner.config.json': '{ // mine\n  "redact": ["x"],\n}' });
    expect(config).toMatchObject({ agents: {}, redact: ['x'] });
  });

  it.each([
    ['{\n  "agents": {,}\n}', /runner\.config\.json:2:14: /, undefined],
    ['{\n  "redact": [\n    3]\n}', /is not a valid config/, /^runner\.config\.json:3:5: redact\.0: /],
    ['{\n "agents": {},\n "agent": {}\n}', /is not a valid config/, /^runner\.config\.json:3:2: Unrecognized key/],
    [
      '{ "processes": {} }',
      /is not a valid config/,
      /^runner\.config\.json:1:3: processes: processes are functions: write them in a runner\.config\.ts$/,
    ],
  ])('is refused with the place of the mistake: %s', async (text, message, detail) => {
    const failure = await load({ 'runner.config.json': text }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'configuration', message: expect.stringMatching(message) });
    if (detail !== undefined) expect(failure).toMatchObject({ details: [expect.stringMatching(detail)] });
  });
});

describe('a config that is a program', () => {
  it.each([
    [
      'runner.config.ts',
      `import { defineConfig } from 'turntree';\nexport default defineConfig({ agents: { desk: ${deskEntry} } });`,
    ],
    [
      'runner.config.ts',
      `type Id = string;\nconst id: Id = 'desk';\nexport default { agents: { [id]: ${deskEntry} } };`,
    ],
    ['runner.config.js', `export default { agents: { desk: ${deskEntry} } };`],
    ['runner.config.mjs', `export default { agents: { desk: ${deskEntry} } };`],
  ])('is evaluated: %s %s', async (name, text) => {
    const { config, file, handlers } = await load({ [name]: text });
    expect(config.agents).toMatchObject({ desk: { type: 'module', path: 'desk.ts', export: 'default' } });
    expect(path.basename(file)).toBe(name);
    expect(handlers).toEqual({ file, names: [] });
  });

  it('may import, read its variables, and name its handlers', async () => {
    const text = `
      import { names } from './names';
      export default { redact: [...names, process.env.REGION], processes: { 'models.*': () => 1, now: async () => 2 } };`;
    const { config, handlers } = await load({ 'runner.config.ts': text, 'names.ts': `export const names = ['a'];` });
    expect(config.redact).toEqual(['a', 'eu']);
    expect(handlers?.names).toEqual(['models.*', 'now']);
  });

  it.each([
    ['does not parse', 'export default {\n  agents: ,\n};', /runner\.config\.ts:2:11: Unexpected ","/],
    [
      'throws',
      'const one = 1;\nthrow new Error("no database");',
      /could not be loaded: no database \(runner\.config\.ts:2:7\)/,
    ],
    ['exports nothing', 'export const config = {};', /a config must "export default" an object, not undefined/],
    ['exports a list', 'export default [];', /not a list/],
    ['exits', 'process.exit(3);\nexport default {};', /could not be loaded/],
    [
      'has a function where none can be',
      `export default { agents: { desk: { type: 'module', path: () => 'x' } } };`,
      /agents\.desk\.path is a function; in a config, functions are allowed only in processes/,
    ],
    [
      'has a handler that is none',
      `export default { processes: { now: 3 } };`,
      /processes\["now"\] must be a function, not a number/,
    ],
  ])('is refused when it %s', async (_what, text, message) => {
    await expect(load({ 'runner.config.ts': text })).rejects.toThrow(message);
  });

  it('is checked like any other, with the line of the mistake', async () => {
    const text = `export default {\n  agents: {\n    desk: { type: 'module', path: 3 },\n  },\n};`;
    await expect(load({ 'runner.config.ts': text })).rejects.toMatchObject({
      details: [expect.stringMatching(/^runner\.config\.ts:3:29: agents\.desk\.path: /)],
    });
  });

  it('has a deadline', async () => {
    await expect(load({ 'runner.config.ts': 'for (;;);' }, 300)).rejects.toThrow(
      'was not loaded after 0.3 s; does it loop or wait for something?',
    );
  });

  it('stands alone', async () => {
    const files = { 'runner.config.ts': 'export default {};', 'runner.config.json': '{}' };
    await expect(load(files)).rejects.toThrow(/has runner\.config\.json and runner\.config\.ts; keep one of them/);
  });
});

describe('the dashboard', () => {
  it('does not evaluate a config: it asks the runner, once until the file changes', async () => {
    const program = (id: string) => `
      import { appendFileSync } from 'node:fs';
      appendFileSync(new URL('./asked.txt', import.meta.url), process.pid + ' ');
      export default { agents: { ${id}: ${deskEntry} }, models: { m: { type: 'scripted', rules: [{ answer: 'x' }] } } };`;
    const root = await createTemporaryWorkspace({ 'runner.config.ts': program('desk'), 'asked.txt': '' });
    const readPids = async () =>
      (await readFile(path.join(root, 'asked.txt'), 'utf8')).split(' ').filter((pid) => pid !== '');
    const first = await describeWorkspace(root);
    expect(first.agents).toMatchObject([{ id: 'desk' }]);
    expect(first.connectors).toMatchObject([{ id: 'm', type: 'scripted' }]);
    expect(await describeWorkspace(root)).toEqual(first);
    expect(await readPids()).toHaveLength(1);
    expect(await readPids()).not.toContain(String(process.pid));
    await writeFile(path.join(root, 'runner.config.ts'), program('other'));
    await utimes(path.join(root, 'runner.config.ts'), new Date(), new Date(Date.now() + 5_000));
    expect((await describeWorkspace(root)).agents).toMatchObject([{ id: 'other' }]);
  });

  it('shows what is wrong with it', async () => {
    const root = await createTemporaryWorkspace({ 'runner.config.ts': 'throw new Error("no database");' });
    await expect(describeWorkspace(root)).rejects.toThrow(
      /could not be loaded: no database \(runner\.config\.ts:1:7\)/,
    );
  });
});
