import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { applyEdits, editCase } from '../../authoring/index.ts';
import { findInstaller } from '../../host/lock-files.ts';
import { isJsonObject, type JsonObject, tryParseJson } from '../../values/index.ts';
import { actionReleases } from './action-releases.ts';
import { findTurntreeDependency, readPackageJson } from './survey.ts';

/** The name of the npm script that runs all suites. */
export const TEST_SCRIPT = 'test:agents';
export const WORKFLOW_FILE = '.github/workflows/agents.yml';

export function hasTestScript({ scripts }: JsonObject): boolean {
  return isJsonObject(scripts) && TEST_SCRIPT in scripts;
}

/** Adds the npm script without changing the rest of package.json. Returns false if the script exists already. */
export function addTestScript(root: string): boolean {
  const file = path.join(root, 'package.json');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const parsed = tryParseJson(text);
  if (!isJsonObject(parsed) || hasTestScript(parsed)) return false;
  const edit = { kind: 'set', path: ['scripts', TEST_SCRIPT], value: 'turntree test .' } as const;
  writeFileSync(file, applyEdits(text, editCase(text, [edit])));
  return true;
}

/** Writes a workflow that runs all suites on every pull request. Returns false if the workflow file exists already. */
export function addWorkflow(root: string): boolean {
  const file = path.join(root, WORKFLOW_FILE);
  if (existsSync(file)) return false;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, createWorkflowText([...buildPythonInstallSteps(root), ...buildInstallSteps(root)]), {
    flag: 'wx',
  });
  return true;
}

function buildInstallSteps(root: string): string[] {
  const installer = findInstaller(root);
  if (installer !== undefined) {
    const { setUp, install } = installer;
    return [...(setUp === undefined ? [] : [setUp]), install].map((words) => `- run: ${words.join(' ')}`);
  }
  return [
    `- run: npm install${findTurntreeDependency(readPackageJson(root)) === undefined ? ' --no-save turntree' : ''}`,
  ];
}

const pythonInstallCommandByFile: Readonly<Record<string, string>> = {
  'requirements.txt': 'pip install -r requirements.txt',
  'pyproject.toml': 'pip install .',
};

/** Returns the commands that install the packages that a Python agent needs. */
function buildPythonInstallSteps(root: string): string[] {
  const [command] = Object.entries(pythonInstallCommandByFile).flatMap(([name, install]) =>
    existsSync(path.join(root, name)) ? install : [],
  );
  if (command === undefined) return [];
  return [`- uses: ${actionReleases.setupPython}`, '  with:', "    python-version: '3.x'", `- run: ${command}`];
}

function createWorkflowText(installation: readonly string[]): string {
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
      - uses: ${actionReleases.checkout}
        with:
          persist-credentials: false
      - uses: ${actionReleases.setupNode}
        with:
          node-version: 22
${installation.map((line) => `      ${line}\n`).join('')}      - run: npx turntree lint .
      # If the agents need keys, add them here: env: {OPENAI_API_KEY: '\${{ secrets.OPENAI_API_KEY }}'}
      - run: npx turntree test . -o reports/agents.html -o reports/agents.xml
      - uses: ${actionReleases.uploadArtifact}
        if: always()
        with:
          name: agents
          path: reports
`;
}
