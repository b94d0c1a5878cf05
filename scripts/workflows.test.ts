import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { actionReleases } from '../runner/run/init/action-releases.ts';
import { addWorkflow, WORKFLOW_FILE } from '../runner/run/init/project-files.ts';

/** The CI workflows of the project, of the examples and in documents, by name. */
const workflows = new Map([
  ...globSync('{.github,examples/*/.github}/workflows/*.{yml,yaml}').map(
    (file) => [file, readFileSync(file, 'utf8')] as const,
  ),
  ['of turntree init', initWorkflow()] as const,
  ...globSync(['*.md', 'docs/**/*.md', 'examples/**/*.md'], { exclude: ['**/node_modules/**'] }).flatMap(readWorkflows),
]);
const releases: readonly string[] = Object.values(actionReleases);
const accessSchema = z.record(z.string(), z.enum(['read', 'none', 'write']));
const schema = z.object({
  on: z.union([z.enum(['pull_request', 'push']), z.record(z.string(), z.unknown())]),
  permissions: accessSchema,
  jobs: z.record(z.string(), z.object({ 'runs-on': z.string(), permissions: accessSchema.optional() })),
});

/** The workflow that `turntree init` writes for a project with agents in JavaScript and Python. */
function initWorkflow(): string {
  const project = mkdtempSync(path.join(os.tmpdir(), 'turntree-workflow-'));
  writeFileSync(path.join(project, 'requirements.txt'), '');
  addWorkflow(project);
  const text = readFileSync(path.join(project, WORKFLOW_FILE), 'utf8');
  rmSync(project, { recursive: true });
  return text;
}

/** The action of this repository, as examples name it. */
const ownAction = 'OWNER/turntree@COMMIT';

function readWorkflows(file: string): (readonly [string, string])[] {
  const blocks = [...readFileSync(file, 'utf8').matchAll(/^```ya?ml\n(.*?)^```$/gms)].map(([, text = '']) => text);
  return blocks.filter((text) => /^jobs:/m.test(text)).map((text, place) => [`${file} ${place + 1}`, text] as const);
}

it('there are workflows to look at', () => {
  const names = [...workflows.keys()];
  expect(names).toEqual(
    expect.arrayContaining([
      '.github/workflows/ci.yml',
      'examples/ci/.github/workflows/agents.yml',
      'docs/reference/reports-and-ci.md 1',
      'docs/reference/reports-and-ci.md 2',
    ]),
  );
});

it('the table of releases has commits, and no action twice', () => {
  expect(releases.filter((release) => !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(release))).toEqual([]);
  const names = releases.map((release) => release.split('@')[0]);
  expect(new Set(names).size).toBe(names.length);
});

describe.each([...workflows])('the workflow %s', (_name, text) => {
  it('names every action by the commit of a release, of one table', () => {
    const used = [...text.matchAll(/^\s*(?:- )?uses:\s*(.*)$/gm)].map(([, action = '']) => action);
    // Actions of this repository are left out, because readers replace them with their release of Turntree.
    const others = used.filter((action) => !action.startsWith(`${ownAction} # replace both: `));
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter((action) => !releases.includes(action))).toEqual([]);
  });

  it('says when it runs, and each job on which machine', () => {
    expect(schema.safeParse(parse(text)).error?.issues).toBeUndefined();
  });

  it('may read, and nothing else but write the comment of the action', () => {
    const ofAction = { actions: 'read', 'pull-requests': 'write' };
    const { permissions, jobs } = schema.parse(parse(text));
    expect(permissions).toEqual({ contents: 'read', ...(text.includes(ownAction) && ofAction) });
    const inJobs = Object.values(jobs).flatMap((job) => Object.values(job.permissions ?? {}));
    expect(inJobs).not.toContain('write');
  });

  it('gives the code of strangers no secrets', () => {
    expect(text).not.toContain('pull_request_target');
  });

  it('leaves no token in its checkout', () => {
    const steps = text.split(/^ *- (?=uses:|run:|name:|if:)/m).filter((step) => step.includes('actions/checkout@'));
    for (const step of steps) expect(step).toContain('persist-credentials: false');
  });
});
