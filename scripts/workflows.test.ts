import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';

/** The CI workflows of the project, of the examples and in documents, by name. */
const workflows = new Map([
  ...globSync('{.github,examples/*/.github}/workflows/*.{yml,yaml}').map(
    (file) => [file, readFileSync(file, 'utf8')] as const,
  ),
  ...globSync(['*.md', 'docs/**/*.md', 'examples/**/*.md'], { exclude: ['**/node_modules/**'] }).flatMap(workflowsIn),
]);
const accessSchema = z.record(z.string(), z.enum(['read', 'none', 'write']));
const schema = z.object({
  permissions: accessSchema,
  jobs: z.record(z.string(), z.object({ permissions: accessSchema.optional() })),
});

/** The action of this repository, in examples. */
const ownAction = 'OWNER/turntree@COMMIT';

function workflowsIn(file: string): (readonly [string, string])[] {
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

describe.each([...workflows])('the workflow %s', (_name, text) => {
  it('names every action by the commit of a release', () => {
    const used = [...text.matchAll(/^\s*(?:- )?uses:\s*(.*)$/gm)].map(([, action = '']) => action);
    // Readers put in their release of Turntree.
    const others = used.filter((action) => !action.startsWith(`${ownAction} # replace both: `));
    expect(others.filter((action) => !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
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
