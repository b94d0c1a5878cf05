import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { applyEdits, editCase } from '../../authoring/index.ts';
import { isJsonObject, jsonIn } from '../../values/index.ts';

/** The npm script that runs all suites. */
export const TEST_SCRIPT = 'test:agents';
export const WORKFLOW_FILE = '.github/workflows/agents.yml';

/** Adds the npm script, and leaves the rest of package.json as it is. Returns false if there is one already. */
export function addTestScript(root: string): boolean {
  const file = path.join(root, 'package.json');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const parsed = jsonIn(text);
  if (!isJsonObject(parsed) || (isJsonObject(parsed.scripts) && TEST_SCRIPT in parsed.scripts)) return false;
  const edit = { kind: 'set', path: ['scripts', TEST_SCRIPT], value: 'turntree test .' } as const;
  writeFileSync(file, applyEdits(text, editCase(text, [edit])));
  return true;
}

/** Writes a workflow that runs all suites on every pull request. Returns false if there is one already. */
export function addWorkflow(root: string): boolean {
  const file = path.join(root, WORKFLOW_FILE);
  if (existsSync(file)) return false;
  mkdirSync(path.dirname(file), { recursive: true });
  const install = existsSync(path.join(root, 'package-lock.json')) ? 'npm ci' : 'npm install --no-save turntree';
  writeFileSync(file, workflow(install), { flag: 'wx' });
  return true;
}

function workflow(install: string): string {
  return `name: Agents

on:
  pull_request:
  push:
    branches: [main]

permissions:
  contents: read

jobs:
  test:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v4
        with:
          persist-credentials: false
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: ${install}
      - run: npx turntree lint .
      - run: npx turntree test . -o reports/agents.html -o reports/agents.xml
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: agents
          path: reports
`;
}
