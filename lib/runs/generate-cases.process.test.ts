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
     export function Mixed() { return [{ id: 'a', input: 'x' }, { id: 'b', input: 'x', asert: [] }, 'and so on']; }
     export function None() { return []; }
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
      cases: ['{"id":"g0","input":"a & b"}', '{"id":"g1","input":"a & b"}'],
    });
    expect(process.title).toBe(title);
    expect(existsSync(path.join(workspace.root, '.runner', 'history.db'))).toBe(false);
  });

  it('come back all together when some of them cannot be run', async () => {
    const mixedCases = await generateCases({ by: 'scripts', id: 'make.Mixed', target: 'echo', count: 2 }, signal);
    expect(mixedCases).toEqual({
      ok: true,
      cases: ['{"id":"a","input":"x"}', '{"id":"b","input":"x","asert":[]}', '"and so on"'],
    });
  });

  it('are refused in the words of the runner when there are none', async () => {
    const noCases = await generateCases({ by: 'scripts', id: 'make.None', target: 'echo', count: 2 }, signal);
    expect(noCases).toEqual({ ok: false, problems: [expect.stringContaining('answered with an empty list of cases')] });
    const throws = await generateCases({ by: 'scripts', id: 'make.Throws', target: 'echo', count: 2 }, signal);
    expect(JSON.stringify(throws)).toContain('no idea today');
    const unknown = await generateCases({ by: 'agents', id: 'nobody', target: 'echo', count: 2 }, signal);
    expect(JSON.stringify(unknown)).toContain('nobody');
  });
});
