import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const manifest = z.object({
  optionalDependencies: z.record(z.string(), z.string()),
});

it('.nvmrc names the Node that the checkout brings', () => {
  const { optionalDependencies } = manifest.parse(JSON.parse(read('package.json')));
  const versions = Object.entries(optionalDependencies).flatMap(([name, version]) =>
    name.startsWith('node-') ? [version] : [],
  );
  expect(versions.length).toBeGreaterThan(0);
  expect(new Set(versions)).toEqual(new Set([read('.nvmrc').trim()]));
});

it('editors get the same extensions in a container and outside', () => {
  const list = z.array(z.string());
  const { recommendations } = z.object({ recommendations: list }).parse(JSON.parse(read('.vscode/extensions.json')));
  const container = z.object({
    customizations: z.object({ vscode: z.object({ extensions: list }) }),
  });
  const { customizations } = container.parse(JSON.parse(read('.devcontainer/devcontainer.json')));
  expect(customizations.vscode.extensions).toEqual(recommendations);
});

it('every decision is in the list of decisions', () => {
  const files = globSync('docs/explanation/decisions/*.md', { cwd: root }).map((file) => path.basename(file));
  const listed = [...read('docs/explanation/decisions/README.md').matchAll(/\]\(([\w-]+\.md)\)/g)].map(
    ([, file]) => file,
  );
  expect(listed.toSorted()).toEqual(files.filter((file) => file !== 'README.md').toSorted());
});

describe('the issue forms', () => {
  const form = z.object({
    name: z.string(),
    description: z.string(),
    body: z.array(
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('markdown'), attributes: z.object({ value: z.string() }) }),
        z.object({
          type: z.enum(['textarea', 'input']),
          id: z.string(),
          attributes: z.object({ label: z.string() }),
        }),
      ]),
    ),
  });

  it.each(['bug', 'feature'])('%s is one that GitHub shows', (name) => {
    const { body } = form.parse(parse(read(`.github/ISSUE_TEMPLATE/${name}.yml`)));
    expect(body.some(({ type }) => type === 'textarea')).toBe(true);
  });
});
