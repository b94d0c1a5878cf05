import { execFile } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { runCli } from '../runner/testing/run-cli.ts';

const folder = path.join(import.meta.dirname, 'ai-sdk');
const report = path.join(folder, '.runner', 'test-report.json');
const reportSchema = z.object({
  summary: z.looseObject({ usage: z.object({ agent: z.looseObject({}) }) }),
  results: z.array(z.looseObject({ id: z.string(), status: z.string(), error: z.string().optional() })),
});

/**
 * The example has its own packages. npm writes the hidden lock file last, so if the file is there, the installation is
 * complete.
 */
beforeAll(async () => {
  const [wanted, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map((file) =>
    statSync(path.join(folder, file), { throwIfNoEntry: false }),
  );
  if (wanted !== undefined && installed !== undefined && installed.mtimeMs >= wanted.mtimeMs) return;
  await promisify(execFile)('npm', ['ci'], { cwd: folder, shell: process.platform === 'win32' });
}, 300_000);
afterAll(() => rmSync(report, { force: true }));

describe('an agent of the AI SDK', () => {
  it('is tested with its tools, their results and errors, in one call and in conversations', {
    timeout: 300_000,
  }, async () => {
    const { code, stdout } = await runCli(['test', 'cases.jsonl', '-n', 'desk', '-o', report, '--no-history'], {
      cwd: folder,
    });
    const { results, summary } = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
    expect(results).toMatchObject([
      { id: 'hours', status: 'passed', tool_calls: [{ tool: 'opening_hours', result: { city: 'Oslo', opens: 9 } }] },
      { id: 'no-shop', status: 'passed', tool_calls: [{ tool: 'opening_hours', error: 'no shop in Paris' }] },
      { id: 'which-city', status: 'passed', total_turns: 2 },
      { id: 'summer', status: 'passed', tool_calls: [{ tool: 'opening_hours', mocked: true }] },
    ]);
    expect(summary.usage.agent).toMatchObject({ input_tokens: 180, output_tokens: 45, calls: 9 });
    expect({ code, stdout }).toMatchObject({ code: 0 });
  });
});
