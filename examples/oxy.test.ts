import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { ConsistencyCase } from '../runner/contract/index.ts';
import { runCli } from '../runner/testing/run-cli.ts';
import { listCaseFilesBelow } from '../runner/workspace/case-files.ts';
import { loadCaseFile } from '../runner/workspace/workspace-readers.ts';

const project = path.join(import.meta.dirname, 'oxy');
const suites = listCaseFilesBelow(project);

const reportSchema = z.object({
  results: z.array(z.looseObject({ id: z.string(), suite: z.string(), status: z.string(), score: z.number() })),
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-oxy-example-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function allCases(): Promise<ConsistencyCase[]> {
  const loaded = await Promise.all(suites.map((key) => loadCaseFile(path.join(project, key), key)));
  expect(loaded.flatMap(({ warnings }) => warnings)).toEqual([]);
  return loaded.flatMap(({ cases }) => cases.filter((testCase) => testCase.kind === 'consistency'));
}

describe('the oxy project', () => {
  it('has tests of agents, of a workflow, and in files of their own', () => {
    expect(suites).toEqual([
      'agents/parts.agent.test.yml',
      'agents/parts.agent.yml',
      'agents/workshop.agent.test.yml',
      'agents/workshop.agent.yml',
      'workflows/price-list.workflow.yml',
      'workflows/reply.workflow.yml',
    ]);
  });

  it('has every kind of test', async () => {
    const cases = await allCases();
    const metrics = cases.flatMap((testCase) => testCase.metrics);
    expect(new Set(metrics.map(({ type }) => type))).toEqual(new Set(['similarity', 'correctness', 'context_recall']));
    expect(metrics.some((metric) => metric.type === 'similarity' && metric.prompt !== undefined)).toBe(true);
    expect(new Set(cases.map(({ pairing }) => pairing))).toEqual(new Set(['ring', 'all']));
    expect(cases.some(({ tool }) => tool !== undefined)).toBe(true);
    expect(cases.some(({ tags }) => tags?.includes('smoke'))).toBe(true);
    expect(cases.some(({ contexts = [] }) => contexts.length > 0)).toBe(true);
    const known = cases.map(({ options }) => options?.metadata ?? {});
    expect(known.some(({ task_ref }) => task_ref !== undefined)).toBe(true);
    expect(known.some(({ variables }) => variables !== undefined)).toBe(true);
  });

  it('disagrees with itself where it is meant to, and nowhere else', async () => {
    const report = path.join(folder, 'report.json');
    const words = ['test', '.', '--format', 'json', '-q', '-o', report, '--db', path.join(folder, 'history.db')];
    const { code, stdout, stderr } = await runCli(words, { cwd: project });
    expect({ code, stdout }, stderr).toEqual({
      code: 0,
      stdout: '{"accuracy": [1, 1, 0.8888889, 1, 0.5, 0.6666667, 1, 1, 1, 1, 1], "recall": 0.8888889}\n',
    });
    const { results } = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
    // Checks that every case was measured, and that its accuracy is its score.
    expect(results.filter(({ status }) => status !== 'passed')).toEqual([]);
    expect(results.filter(({ score }) => score !== 1).map(({ id }) => id)).toEqual(['monday', 'saturday', 'how-long']);
  });
});
