import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../runner/testing/workspace.ts';

/** Returns the message for a missing tool, with this search folder and these variables. */
async function ensure(name: 'Browser' | 'Git', cwd: string, variables: Record<string, string>) {
  const door = pathToFileURL(path.join(import.meta.dirname, `ensure-${name.toLowerCase()}.mjs`)).href;
  const program = `import { ensure${name} } from '${door}'; process.exitCode = await ensure${name}();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { stderr: await text(child.stderr), code: await code };
}

describe('what tests need', () => {
  it.each<[string, 'Browser' | 'Git', Record<string, string>, string]>([
    [
      'the browser that is named',
      'Browser',
      { CHROME_PATH: '/nowhere' },
      'CHROME_PATH names /nowhere, which does not exist: name a Chromium',
    ],
    ['git', 'Git', { PATH: '/nowhere' }, 'The tests need git: install it'],
    ['a checkout', 'Git', {}, 'The tests need a git checkout, and this folder is none: clone the project'],
  ])('is refused with what to do where it is missing: %s', async (_what, name, variables, sentence) => {
    const { code, stderr } = await ensure(name, await createTemporaryWorkspace({}), variables);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(sentence) });
  });

  it('is found in a checkout', async () => {
    expect(await ensure('Git', import.meta.dirname, {})).toEqual({ code: 0, stderr: '' });
  });
});
