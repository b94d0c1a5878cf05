import { afterEach, describe, expect, it } from 'vitest';
import type { PrestartedProcess } from '../../scripts/worker/prestarted-process.ts';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import type { RunRequest } from '../test-options.ts';
import { startModuleProcessEarly } from './early-process.ts';

const startedProcesses: PrestartedProcess[] = [];
afterEach(async () => {
  await Promise.all(startedProcesses.splice(0).map((spareProcess) => spareProcess.close()));
});

const code = { type: 'module', path: 'agent.ts' };
const server = { type: 'http', url: 'http://127.0.0.1:9' };

type Start = Partial<RunRequest> & { config?: string; variables?: Record<string, string> };

/** True if the process of the agent starts before anything else is loaded. */
async function startsEarly({ inputs = ['cases.jsonl'], flags = {}, config, variables = {} }: Start): Promise<boolean> {
  const cwd = await createTemporaryWorkspace({
    'runner.config.json': config ?? JSON.stringify({ agents: { code, server } }),
    'cases.jsonl': '',
    'tests/cases.jsonl': '',
    'rows.csv': '',
  });
  const output = { write: () => true, once: () => undefined };
  const spareProcess = startModuleProcessEarly({ inputs, flags }, { cwd, variables, stdout: output, stderr: output });
  if (spareProcess !== undefined) startedProcesses.push(spareProcess);
  return spareProcess !== undefined;
}

const name = 'code';
const onlyCode = JSON.stringify({ agents: { code } });

describe('the process of the tested agent', () => {
  it.each<[string, Start]>([
    ['that is named', { flags: { name } }],
    ['of a folder below the workspace', { flags: { name }, inputs: ['tests'] }],
    ['of a message', { flags: { name }, inputs: ['Hello there'] }],
    ['of rows, if it is named', { flags: { name }, inputs: ['rows.csv'] }],
    ['that is the only one', { config: onlyCode }],
    ['of another workspace', { flags: { name, app: '.' } }],
  ])('starts early for a module %s', async (_, start) => {
    expect(await startsEarly(start)).toBe(true);
  });

  it.each<[string, Start]>([
    ['with an agent that is no module', { flags: { name: 'server' } }],
    ['with agents of several types', {}],
    ['with an unknown agent', { flags: { name: 'gone' } }],
    ['with a config that cannot be read', { flags: { name }, config: '{' }],
    ['of rows, which need no agent', { config: onlyCode, inputs: ['rows.csv'] }],
    ['that is dry', { flags: { name, dryRun: true } }],
    ['on other machines', { flags: { name, queue: 'redis://127.0.0.1' } }],
    ['that is resumed', { flags: { name, resume: 'latest' } }],
    ['with variables of a file', { flags: { name, env: ['.env'] } }],
    ['of recorded answers', { flags: { name, replay: true } }],
    ['with code in every process', { flags: { name }, variables: { NODE_OPTIONS: '--import ./traces.mjs' } }],
  ])('does not start early for a run %s', async (_, start) => {
    expect(await startsEarly(start)).toBe(false);
  });
});
