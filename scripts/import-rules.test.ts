import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');

const forbidden: [file: string, source: string][] = [
  ['runner/contract', 'node:fs'],
  ['runner/contract', '../engine/ports.ts'],
  ['runner/contract/statistics', '../../engine/ports.ts'],
  ['runner/plan', 'node:path'],
  ['runner/engine', '../agents/create-agents.ts'],
  ['runner/engine', '../../lib/env.ts'],
  ['runner/execution', '../engine/execute-run.ts'],
  ['runner/assertions', '../execution/standard.ts'],
  ['runner/engine', '../yaml/read-yaml.ts'],
  ['runner/yaml', '../inputs/problem.ts'],
  ['runner/inputs', '../agents/create-agents.ts'],
  ['runner/authoring', 'node:fs'],
  ['runner/authoring', '../scripts/resolve-script.ts'],
  ['runner/models', '../agents/create-agents.ts'],
  ['runner/scripts', '../models/connectors.ts'],
  ['runner/agents', '../reporters/jsonl-reporter.ts'],
  ['runner/scorers', '../inputs/parse-cases.ts'],
  ['runner/api', '../../lib/runs/index.ts'],
  ['runner/reporters', '../engine/execute-run.ts'],
  ['runner/cli', '../../lib/runs/index.ts'],
  ['runner/cli', '../../app/page.tsx'],
  ['lib/history', '../../runner/engine/ports.ts'],
  ['lib/history', '../../components/ui/button.tsx'],
  ['components/runs', '@/lib/history'],
  ['components/runs', '@/runner/index.ts'],
  ['components/cases', '@/runner/inputs/parse-cases.ts'],
  ['app/runs', '@/drizzle/schema'],
  ['app/runs', '@/runner/engine/execute-run.ts'],
];

const allowed: [file: string, source: string][] = [
  ['runner/contract', 'zod'],
  ['runner/contract', './json.ts'],
  ['runner/contract/statistics', '../json.ts'],
  ['runner/engine', '../execution/standard.ts'],
  ['runner/execution', '../engine/ports.ts'],
  ['runner/inputs', '../assertions/check-assertion.ts'],
  ['runner/authoring', '../inputs/parse-cases.ts'],
  ['runner/authoring', '../assertions/check-assertion.ts'],
  ['runner/yaml', 'yaml'],
  ['runner/yaml', '../contract/index.ts'],
  ['runner/agents', '../models/connectors.ts'],
  ['runner/agents', '../yaml/read-yaml.ts'],
  ['runner/cli', '../../lib/history/index.ts'],
  ['lib/history', '../../runner/contract/index.ts'],
  ['components/runs', '@/runner/contract'],
  ['components/cases', '@/runner/authoring'],
  ['components/runs', '@/lib/queries'],
  ['app/runs', '@/lib/history'],
];

describe('the import rules', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-imports-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('catch what they forbid and nothing else', () => {
    copyFileSync(path.join(root, 'biome.json'), path.join(folder, 'biome.json'));
    const files = [...forbidden, ...allowed].map(([place, source], position) => {
      const file = `${place}/probe-${position}.ts`;
      mkdirSync(path.join(folder, place), { recursive: true });
      writeFileSync(path.join(folder, file), `import { x } from '${source}';\nexport const y = x;\n`);
      return file;
    });
    const { stdout } = spawnSync(
      path.join(root, 'node_modules', '.bin', 'biome'),
      ['lint', '--only=style/noRestrictedImports', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none'],
      { cwd: folder, encoding: 'utf8' },
    );
    const caught = files.filter((file) => stdout.includes(file));
    expect(caught).toEqual(files.slice(0, forbidden.length));
  });
});
