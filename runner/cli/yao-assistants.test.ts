import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { runCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';

const reportSchema = z.object({
  results: z.array(
    z.looseObject({
      id: z.string(),
      status: z.string(),
      error: z.string().optional(),
      warnings: z.array(z.string()).optional(),
    }),
  ),
});

const hooks = `
function Create(ctx, [{ content }]) {
  if (content === 'loop') {
    while (true) {}
  }
  if (content === 'exit') process.exit(1);
  if (content === 'throw') throw new Error('boom');
  if (content === 'fill') {
    const all = [];
    while (true) all.push(new Array(1e6).fill(all.length));
  }
  if (content === 'stored') return { metadata: { stored: Process('models.user.Find', 7) } };
}
function Next(ctx, { completion }) {
  return { data: { said: completion.content, stored: ctx.metadata.stored ?? null } };
}
`;

const expectSaid = (value: string) => ({ type: 'json_path', path: 'said', value });
const cases = [
  { id: 'fine', input: 'hello', assert: expectSaid('model: hello') },
  { id: 'loops', input: 'loop', timeout: '5s', assert: expectSaid('model: loop') },
  { id: 'exits', input: 'exit', assert: expectSaid('model: exit') },
  { id: 'throws', input: 'throw', assert: expectSaid('x') },
  { id: 'fills', input: 'fill', assert: expectSaid('x') },
  { id: 'stored', input: 'stored', assert: { type: 'json_path', path: 'stored.name', value: 'Ada' } },
  { id: 'last', input: 'bye', assert: expectSaid('model: bye') },
];

describe('turntree test with a Yao assistant', () => {
  it('ends each broken hook with its own case, and goes on', async () => {
    const root = await createTemporaryWorkspace({
      'assistants/a/package.yao': '{"name": "A", "connector": "offline"}',
      'assistants/a/prompts.yml': '- role: system\n  content: A',
      'assistants/a/src/index.ts': hooks,
      'assistants/a/tests/cases.jsonl': cases.map((testCase) => JSON.stringify(testCase)).join('\n'),
      'connectors/offline.conn.yao': '{"type": "scripted", "rules": [{"answer": "model: {{input}}"}]}',
      'runner.config.ts':
        "export default { processes: { 'models.user.Find': async (id: number) => ({ id, name: 'Ada' }) } };",
    });
    const args = ['test', 'assistants/a/tests/cases.jsonl', '-o', 'report.json', '--parallel', '3'];
    const { code, stderr } = await runCli(args, { cwd: root });
    const { results } = reportSchema.parse(JSON.parse(readFileSync(path.join(root, 'report.json'), 'utf8')));
    expect(Object.fromEntries(results.map(({ id, status }) => [id, status]))).toEqual({
      fine: 'passed',
      loops: 'timeout',
      exits: 'passed',
      throws: 'error',
      fills: 'error',
      stored: 'passed',
      last: 'passed',
    });
    const of = (id: string) => results.find((result) => result.id === id);
    expect(of('loops')?.error).toMatch(/^timeout after 5s.*assistants\/a\/src\/index\.ts:4/);
    expect(of('throws')?.error).toBe('agent error: Create: boom (assistants/a/src/index.ts:7:34)');
    expect(of('fills')?.error).toMatch(
      /Create \(assistants\/a\/src\/index\.ts:2\) ended during the call: .*out of memory/,
    );
    expect(of('exits')?.warnings).toEqual([
      'a: Create had no effect: it threw an error that Yao ignores: process is not defined (assistants/a/src/index.ts:6:27)',
    ]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'turntree: exit 1: 2 errors, 1 timeout\n' });
  });
});
