import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../../runner/testing/echo-workspace.ts';
import { generateCases } from './generate-cases.ts';

let workspace: EchoWorkspace;
const signal = new AbortController().signal;

beforeAll(() => {
  workspace = createEchoWorkspace();
  process.env.TURNTREE_WORKSPACE = workspace.root;
  workspace.write(
    'scripts/make.ts',
    `export function Many({ count, focus }: { count: number; focus?: string }) {
       process.title = 'user code';
       return Array.from({ length: count }, (_, at) => ({ id: 'g' + at, input: String(focus) }));
     }
     export function Broken() { return [{ id: 'a', input: 'x', asert: [] }]; }
     export function Throws() { throw new Error('no idea today'); }`,
  );
});
afterAll(() => {
  delete process.env.TURNTREE_WORKSPACE;
  workspace.remove();
});

describe('cases from a generator', () => {
  it('come from the runner, and neither run nor are written anywhere', async () => {
    const title = process.title;
    const answer = await generateCases(
      { by: 'scripts', id: 'make.Many', target: 'echo', count: 2, focus: 'a & b' },
      signal,
    );
    expect(answer).toEqual({
      ok: true,
      cases: [
        { id: 'g0', input: 'a & b' },
        { id: 'g1', input: 'a & b' },
      ],
    });
    expect(process.title).toBe(title);
    expect(existsSync(path.join(workspace.root, '.runner', 'history.db'))).toBe(false);
  });

  it('are refused in the words of the runner', async () => {
    const broken = await generateCases({ by: 'scripts', id: 'make.Broken', target: 'echo', count: 2 }, signal);
    expect(broken).toMatchObject({ ok: false });
    expect(JSON.stringify(broken)).toContain('did you mean');
    const throws = await generateCases({ by: 'scripts', id: 'make.Throws', target: 'echo', count: 2 }, signal);
    expect(JSON.stringify(throws)).toContain('no idea today');
    const unknown = await generateCases({ by: 'agents', id: 'nobody', target: 'echo', count: 2 }, signal);
    expect(JSON.stringify(unknown)).toContain('nobody');
  });
});
