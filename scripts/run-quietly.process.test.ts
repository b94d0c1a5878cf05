import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const door = pathToFileURL(path.join(import.meta.dirname, 'run-step.mjs')).href;

/** Returns what is shown of a step with this output and exit code. */
function stepped(code: number, ...flags: string[]): Promise<{ code: number | undefined; stdout: string }> {
  const step = `console.log('long words'); process.exitCode = ${code}`;
  const program = `import { runQuietly } from '${door}';
    process.exitCode = await runQuietly('Building it', process.execPath, ['-e', ${JSON.stringify(step)}]);`;
  return new Promise((resolve) => {
    const args = ['--input-type=module', '-e', program, '--', ...flags];
    const child = execFile(process.execPath, args, (_, stdout) =>
      resolve({ code: child.exitCode ?? undefined, stdout }),
    );
  });
}

describe('a quiet step', () => {
  it('is one line when it went well', async () => {
    const { code, stdout } = await stepped(0);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Building it… done \([\d.]+ s\)\n$/);
  });

  it('shows what it printed when it failed', async () => {
    const { code, stdout } = await stepped(3);
    expect(code).toBe(3);
    expect(stdout).toMatch(/^Building it… failed \([\d.]+ s\)\nlong words\n$/);
  });

  it('shows everything with --verbose', async () => {
    expect((await stepped(0, '--verbose')).stdout).toBe('long words\n');
  });
});
