import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { importOverrides } from './import-rules.mjs';

const root = path.join(import.meta.dirname, '..');

const forbidden: [file: string, source: string][] = [
  ['runner/values', '../contract/index.ts'],
  ['runner/contract', 'node:fs'],
  ['runner/contract', 'yaml'],
  ['runner/contract', '../ports/index.ts'],
  ['runner/contract', '../fold/index.ts'],
  ['runner/fold', '../verdict/index.ts'],
  ['runner/fold', '../contract/event.ts'],
  ['runner/fold', 'zod'],
  ['runner/verdict/statistics', '../../ports/index.ts'],
  ['runner/ports', '../engine/execute-run.ts'],
  ['runner/kinds/dynamic', '../../engine/execute-run.ts'],
  ['runner/kinds', 'node:path'],
  ['runner/ports', '../fold/index.ts'],
  ['runner/kinds', '../verdict/index.ts'],
  ['runner/engine', 'node:path'],
  ['runner/engine', '../kinds/kinds.ts'],
  ['runner/engine', '../verdict/index.ts'],
  ['runner/engine', '../assertions/check-assertion.ts'],
  ['runner/engine', '../agents/create-agents.ts'],
  ['runner/engine', '../host/env.ts'],
  ['runner/engine', '../yaml/read-yaml.ts'],
  ['runner/assertions', '../kinds/standard/execute.ts'],
  ['runner/mocks', '../kinds/kinds.ts'],
  ['runner/mocks', 'node:crypto'],
  ['runner/mocks', 'jsonpath-plus'],
  ['runner/traces', 'node:http'],
  ['runner/agents', '../traces/read-otlp.ts'],
  ['runner/assertions', '../mocks/create-mock-desk.ts'],
  ['runner/engine', '../mocks/create-mock-desk.ts'],
  ['runner/yaml', '../inputs/problem.ts'],
  ['runner/inputs', '../agents/create-agents.ts'],
  ['runner/authoring', 'node:fs'],
  ['runner/authoring', '../scripts/resolve-script.ts'],
  ['runner/models', '../agents/create-agents.ts'],
  ['runner/scripts', '../models/connectors.ts'],
  ['runner/agents', '../reporters/jsonl-reporter.ts'],
  ['runner/agents', '../run/prepare/prepare-run.ts'],
  ['runner/inputs', '../extensions/system.ts'],
  ['runner/scripts/user-scorers', '../../extensions/mastra/mastra-run.ts'],
  ['runner/models', '../extensions/yao/index.ts'],
  ['runner/agents', '../extensions/oxy/index.ts'],
  ['runner/reporters', '../extensions/yao/index.ts'],
  ['runner/run', '../mcp/serve-mcp.ts'],
  ['runner/agents', '../mcp/tools.ts'],
  ['runner/mcp', '../cli/main.ts'],
  ['runner/extensions/yao', '../oxy/index.ts'],
  ['runner/extensions/mastra', '../yao/index.ts'],
  ['runner/run', '../extensions/mastra/mastra-objects.ts'],
  ['runner/extensions/oxy/agent', '../../yao/agent-folders.ts'],
  ['runner/run', '../extensions/oxy/templates/templates.ts'],
  ['runner/extensions/oxy', '../../run/prepare/prepare-run.ts'],
  ['runner/scorers', '../inputs/parse-cases.ts'],
  ['runner/reporters', '../engine/execute-run.ts'],
  ['runner/run', '../../lib/runs/index.ts'],
  ['runner/run', '../cli/main.ts'],
  ['runner/api', '../../lib/runs/index.ts'],
  ['runner/api', '../engine/execute-run.ts'],
  ['runner/api', '../run/record.ts'],
  ['runner/cli', '../../lib/runs/index.ts'],
  ['runner/cli', '../../app/page.tsx'],
  ['runner/cli', '../engine/execute-run.ts'],
  ['runner/cli', '../kinds/kinds.ts'],
  ['runner/cli', '../extensions/yao/index.ts'],
  ['runner/cli', '../scripts/create-script-host.ts'],
  ['runner/cli', '../api/index.ts'],
  ['runner/cli', '../inputs/parse-cases.ts'],
  ['runner/cli', '../models/connectors.ts'],
  ['runner/cli', '../agents/create-agents.ts'],
  ['runner/cli/commands', '../../reporters/jsonl-reporter.ts'],
  ['runner/cli/commands', '../../history/index.ts'],
  ['runner/run', '../../lib/watch/index.ts'],
  ['runner/cli', '../format/index.ts'],
  ['runner/history', '../ports/index.ts'],
  ['runner/history', '../workspace/index.ts'],
  ['runner/history', '../../lib/runs/index.ts'],
  ['runner/workspace', '../run/locate.ts'],
  ['runner/workspace', '../../lib/runs/index.ts'],
  ['lib/runs', '../../runner/ports/index.ts'],
  ['runner/history', '../contract/event.ts'],
  ['runner/history', '../../components/ui/button.tsx'],
  ['runner/history/db', '../log/stored-rows.ts'],
  ['runner/history/log', '../read/read-events.ts'],
  ['runner/history/log', '../write/batch.ts'],
  ['runner/history/log', '../runs/series.ts'],
  ['runner/history/order', '../read/list-runs.ts'],
  ['runner/history/read', '../write/reviews.ts'],
  ['runner/history/read', '../trends/trend-runs.ts'],
  ['runner/history/read', '../unreadable/correct-record.ts'],
  ['runner/history/read', '../index.ts'],
  ['runner/history/read', '../../ports/index.ts'],
  ['runner/history/read', '../../contract/event.ts'],
  ['runner/history/write', '../trends/baselines.ts'],
  ['runner/history/write', '../care/exported-line.ts'],
  ['runner/history/trends', '../write/hints.ts'],
  ['runner/history/failures', '../trends/trends.ts'],
  ['components/runs', '@/runner/history'],
  ['components/runs', '@/runner/workspace/index.ts'],
  ['components/editor', '@/runner/inputs/parse-cases.ts'],
  ['app/runs', '@/drizzle/schema'],
  ['app/runs', '@/runner/engine/execute-run.ts'],
];

const allowed: [file: string, source: string][] = [
  ['runner/contract', 'zod'],
  ['runner/contract', './case.ts'],
  ['runner/contract', '../values/index.ts'],
  ['runner/fold', '../contract/index.ts'],
  ['runner/verdict', '../fold/index.ts'],
  ['runner/verdict/statistics', '../pass-rate.ts'],
  ['runner/kinds/dynamic', '../../ports/index.ts'],
  ['runner/kinds/dynamic', '../attempt/judge.ts'],
  ['runner/engine', '../ports/index.ts'],
  ['runner/engine', '../fold/index.ts'],
  ['runner/ports', '../contract/index.ts'],
  ['runner/kinds/consistency', '../attempt/judge.ts'],
  ['runner/inputs', '../assertions/check-assertion.ts'],
  ['runner/authoring', '../inputs/parse-cases.ts'],
  ['runner/authoring', '../assertions/check-assertion.ts'],
  ['runner/yaml', 'yaml'],
  ['runner/yaml', '../contract/index.ts'],
  ['runner/agents', '../models/connectors.ts'],
  ['runner/agents', '../yaml/read-yaml.ts'],
  ['runner/extensions/oxy/agent', '../../../agents/agent-format.ts'],
  ['runner/extensions/oxy/agent', '../oxy-config.ts'],
  ['runner/extensions/yao', '../system.ts'],
  ['runner/run', '../extensions/yao/index.ts'],
  ['runner/run', '../history/index.ts'],
  ['runner/run', '../history/db/sqlite-problem.ts'],
  ['lib/runs', '../../runner/workspace/index.ts'],
  ['app/runs', '@/runner/workspace/list-suites'],
  ['runner/cli', '../run/test-cases.ts'],
  ['runner/cli/commands', '../../mcp/serve-mcp.ts'],
  ['runner/agents/http', '../mcp/mocks-listener.ts'],
  ['runner/cli/commands', '../../values/index.ts'],
  ['runner/cli', '../verdict/exit-codes.ts'],
  ['runner/api', '../run/index.ts'],
  ['runner/history', '../contract/index.ts'],
  ['runner/history', './care/export-runs.ts'],
  ['runner/history/log', '../db/index.ts'],
  ['runner/history/read', '../log/event-row.ts'],
  ['runner/history/read', '../runs/series.ts'],
  ['runner/history/read', './list-runs.ts'],
  ['runner/history/read', '../../contract/index.ts'],
  ['runner/history/read', '../../../drizzle/schema/index.ts'],
  ['runner/history/write', '../read/read-events.ts'],
  ['runner/history/write', '../search/write-passages.ts'],
  ['runner/history/care', '../write/reap-orphans.ts'],
  ['components/runs', '@/runner/contract'],
  ['components/runs', '@/runner/fold'],
  ['components/editor', '@/runner/authoring'],
  ['components/runs', '@/lib/queries'],
  ['app/runs', '@/runner/history'],
];

const rulesFile = 'scripts/import-rules.biome.json';

describe('the import rules', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-imports-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('catch what they forbid and nothing else', () => {
    for (const file of ['biome.json', rulesFile, 'scripts/lint/no-literal-spread.grit']) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      copyFileSync(path.join(root, file), path.join(folder, file));
    }
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

  it('are those of the table', () => {
    const { overrides }: { overrides: unknown[] } = JSON.parse(readFileSync(path.join(root, rulesFile), 'utf8'));
    expect(overrides, 'run "npm run import-rules"').toEqual(importOverrides());
  });
});
