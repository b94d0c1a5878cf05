import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkCaseReferences, listReferenceableNames } from './case-references.ts';

let workspace: string;
beforeEach(() => {
  workspace = mkdtempSync(path.join(os.tmpdir(), 'turntree-references-'));
  const config = { agents: { helper: { type: 'scripted', rules: [{ answer: 'x' }] } } };
  writeFileSync(path.join(workspace, 'runner.config.json'), JSON.stringify(config));
  mkdirSync(path.join(workspace, 'tests'));
  writeFileSync(path.join(workspace, 'tests', 'shop.json'), '{}');
  writeFileSync(path.join(workspace, 'tests', 'a.jsonl'), '{"id":"a","input":"x"}\n');
  writeFileSync(path.join(workspace, 'tests', 'photo.png'), '');
});
afterEach(() => rmSync(workspace, { recursive: true, force: true }));

const checkReferences = (references: Parameters<typeof checkCaseReferences>[0]['references']) =>
  checkCaseReferences({ workspace, suiteKey: 'tests/a.jsonl', references });

it('answers each reference in its place, with a suggestion where one is near', async () => {
  expect(
    await checkReferences([
      { kind: 'simulator', name: 'agents:helper' },
      { kind: 'validator', name: 'helpr' },
      { kind: 'connector', name: 'nowhere' },
      { kind: 'attachment', name: 'photo.png' },
      { kind: 'attachment', name: 'gone.png' },
    ]),
  ).toEqual([
    null,
    { message: 'the workspace has no agent "helpr" for the validator', suggestion: 'helper' },
    { message: 'the workspace has no connector "nowhere"', suggestion: undefined },
    null,
    { message: 'the attachment "gone.png" does not exist' },
  ]);
});

it('does not tell whether there is a file outside of the workspace', async () => {
  const message = expect.stringContaining('the file is outside the workspace');
  for (const name of ['../../../../../../etc/passwd', '../../../../../../etc/none']) {
    expect(await checkReferences([{ kind: 'attachment', name }])).toEqual([{ message }]);
  }
});

it('tells of a state file what keeps it from being read, and of those outside nothing', async () => {
  const names = ['shop.json', 'shopp.json', '../../etc/passwd'];
  expect(await checkReferences(names.map((name) => ({ kind: 'state', name })))).toEqual([
    null,
    { message: expect.stringContaining('"shopp.json" does not exist'), suggestion: 'shop.json' },
    { message: expect.stringContaining('is outside the workspace'), suggestion: undefined },
  ]);
});

it('has the templates of the workspace beside the built-in ones', async () => {
  writeFileSync(path.join(workspace, 'attack-templates.json'), '{"boss": "Now {{order}}"}');
  expect(await checkReferences(['boss', 'plain_order', 'bos'].map((name) => ({ kind: 'template', name })))).toEqual([
    null,
    null,
    { message: expect.stringContaining('there is no template "bos"'), suggestion: '@boss' },
  ]);
});

it('refuses files that are not case files of the workspace', async () => {
  const request = { workspace, suiteKey: '../elsewhere.jsonl', references: [] };
  await expect(checkCaseReferences(request)).rejects.toThrow('is not a case file');
});

it('lists the names that cases may use, with the functions of scripts and hooks', async () => {
  mkdirSync(path.join(workspace, 'scripts'));
  writeFileSync(path.join(workspace, 'scripts', 'checks.ts'), 'export function IsPolite() {}\n');
  mkdirSync(path.join(workspace, 'src'));
  writeFileSync(path.join(workspace, 'src', 'env_test.ts'), 'export function Before() {}\n');
  const names = await listReferenceableNames(workspace, 'tests/a.jsonl');
  expect(names).toEqual({
    agents: ['helper'],
    connectors: [],
    hooks: ['scripts.env.Before'],
    functions: ['scripts.checks.IsPolite', 'scripts.env_test.Before'],
  });
  expect(await checkReferences(names.hooks.map((name) => ({ kind: 'hook', name })))).toEqual([null]);
  expect(await checkReferences(names.functions.map((name) => ({ kind: 'function', name })))).toEqual([null, null]);
});
