import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GitHubServer, startGitHubServer } from '../testing/github-server.ts';
import { createScriptedWorkspace, type ScriptedWorkspace } from '../testing/scripted-workspace.ts';

const root = path.join(import.meta.dirname, '..', '..');
const suite = 'tests/cases.jsonl';
const token = 'token-of-the-workflow';
/** A job's access token contains the ids of the run and of the job. */
const runtimeToken = `x.${Buffer.from('{"scp":"Actions.Other Actions.Results:run:job"}').toString('base64url')}.y`;

let github: GitHubServer;
let workspace: ScriptedWorkspace;

beforeEach(async () => {
  github = await startGitHubServer();
  workspace = createScriptedWorkspace();
  writeCases('echo');
  workspace.write('event.json', pullRequest('o/r'));
  mkdirSync(path.join(workspace.root, 'node_modules'));
  symlinkSync(root, path.join(workspace.root, 'node_modules', 'turntree'));
});
afterEach(async () => {
  workspace.remove();
  await github.close();
});

function pullRequest(headRepository: string | null) {
  const repo = headRepository === null ? null : { full_name: headRepository };
  return {
    pull_request: { number: 7, head: { ref: 'feature', repo }, base: { ref: 'main', repo: { full_name: 'o/r' } } },
  };
}

function writeCases(...expected: string[]): void {
  workspace.write(
    suite,
    expected.map((value, index) => ({ id: `C${index + 1}`, input: 'hi', assert: { type: 'contains', value } })),
  );
}

type StepRequest = {
  event?: string;
  run?: string;
  inputs?: Record<string, string>;
  variables?: Record<string, string | undefined>;
};

/** Runs the built action like a step of a workflow would. */
async function runStep({ event = 'pull_request', run = '1', inputs = {}, variables = {} }: StepRequest = {}) {
  const actionInputs = { args: `${suite} --no-history`, 'working-directory': '.', token, ...inputs };
  const named = Object.entries(actionInputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
  const child = spawn(process.execPath, [path.join(root, 'action', 'index.mjs')], {
    cwd: workspace.root,
    env: {
      ...process.env,
      ...Object.fromEntries(named),
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: github.url,
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_REPOSITORY: 'o/r',
      GITHUB_RUN_ID: run,
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_EVENT_NAME: event,
      GITHUB_EVENT_PATH: path.join(workspace.root, 'event.json'),
      GITHUB_WORKSPACE: workspace.root,
      GITHUB_STEP_SUMMARY: path.join(workspace.root, 'summary.md'),
      GITHUB_OUTPUT: path.join(workspace.root, 'output.txt'),
      RUNNER_TEMP: path.join(workspace.root, 'temporary'),
      ACTIONS_RESULTS_URL: `${github.url}/`,
      ACTIONS_RUNTIME_TOKEN: runtimeToken,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    log += text;
  });
  const [code] = await once(child, 'close');
  return { code, log };
}

const readSummary = () => readFileSync(path.join(workspace.root, 'summary.md'), 'utf8');

describe('the action on a pull request', () => {
  it('writes a comment with the verdict, the figures and links, and uploads the reports', async () => {
    expect(await runStep()).toMatchObject({
      code: 0,
      log: expect.stringContaining('Wrote a comment on pull request 7.'),
    });
    expect(github.comments).toHaveLength(1);
    const [comment] = github.comments;
    expect(comment?.body).toMatch(
      /^<!-- turntree turntree-report 1\.1 -->\n### \*\*✅ Passed\*\* · 1 of 1 case passed\n.*Pass rate \| 100\.0% \(1 of 1\)/s,
    );
    const url = 'https://github.example/o/r/actions/runs/1';
    expect(comment?.body).toContain(`[Run](${url}) · [Report](${url}/artifacts/42)\n`);
    expect(Object.keys(github.artifacts[0]?.files ?? {}).toSorted()).toEqual([
      'junit.xml',
      'report.html',
      'report.json',
      'report.md',
    ]);
    const output = readFileSync(path.join(workspace.root, 'output.txt'), 'utf8');
    expect(output).toBe(`exit-code=0\nreport=${path.join(workspace.root, 'turntree-report')}\n`);
  });

  it('edits its comment, with what changed since the base branch, and fails when the run fails', async () => {
    writeCases('echo', 'missing', 'echo');
    await runStep({ run: '1', event: 'push' });
    expect(github.comments).toEqual([]);
    const [first] = github.artifacts;
    if (first !== undefined) first.branch = 'main';
    github.artifacts.unshift({
      name: 'turntree-report',
      branch: 'main',
      fromFork: true,
      files: { 'report.json': 'forged' },
    });
    await runStep({ run: '2' });
    writeCases('missing', 'echo', 'echo');
    const changed = await runStep({ run: '3' });
    expect(changed).toMatchObject({ code: 1, log: expect.stringContaining('Edited the comment') });
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]?.body).toContain('<!-- turntree turntree-report 3.1 -->\n### **❌ Failed**');
    expect(github.comments[0]?.body).toContain('- `C1`: passed → failed (edited)\n');
    expect(github.comments[0]?.body).toContain('**Fixed (1)**\n\n- `C2`: failed → passed (edited)\n');
  });

  it('leaves a comment alone that a later run has written', async () => {
    await runStep({ run: '9' });
    const { code, log } = await runStep({ run: '8' });
    expect([code, log]).toEqual([0, expect.stringContaining('a later run has written it')]);
    expect(github.comments).toEqual([expect.objectContaining({ body: expect.stringContaining(' 9.1 -->') })]);
  });

  it('writes a new comment when somebody deletes the old one in between', async () => {
    await runStep({ run: '1' });
    github.refuse = (method) => (method === 'PATCH' ? 404 : undefined);
    github.beforeComment = () => {
      github.comments = [];
    };
    expect((await runStep({ run: '2' })).log).toContain(
      'Wrote a new comment on pull request 7: the earlier one was deleted.',
    );
    expect(github.comments).toHaveLength(1);
  });

  it.each([
    ['1', '2', 'Edited'],
    ['3', '3', 'Edited'],
  ])('leaves one comment when two runs write at once: run %s first', async (other, kept) => {
    github.beforeComment = () => {
      const body = `<!-- turntree turntree-report ${other}.1 -->\nof the other run`;
      github.comments.push({ id: 50, body, user: { login: 'github-actions[bot]' } });
    };
    expect((await runStep({ run: '2' })).code).toBe(0);
    expect(github.comments).toEqual([
      expect.objectContaining({ id: 50, body: expect.stringContaining(`<!-- turntree turntree-report ${kept}.1 -->`) }),
    ]);
  });

  it('edits no comment of somebody else who copied its first line', async () => {
    const copied = { id: 1, body: '<!-- turntree turntree-report 1.1 -->\nhello', user: { login: 'somebody' } };
    github.comments.push(copied);
    await runStep({ run: '2' });
    expect(github.comments).toHaveLength(2);
    expect(github.comments[0]).toEqual({ ...copied });
  });

  it('has a comment for each name, and finds it among many', async () => {
    github.comments = Array.from({ length: 120 }, (_, index) => ({
      id: index,
      body: 'x',
      user: { login: 'somebody' },
    }));
    await runStep({ inputs: { name: 'desk' } });
    await runStep({ inputs: { name: 'shop' } });
    expect((await runStep({ run: '2', inputs: { name: 'desk' } })).log).toContain('Edited the comment');
    expect(github.comments).toHaveLength(122);
  });

  it('says what turntree said when nothing was run', async () => {
    const { code } = await runStep({ inputs: { args: 'none.jsonl' } });
    expect(code).toBe(1);
    expect(github.comments[0]?.body).toMatch(
      /Nothing was run: turntree ended with exit code 1\n.*none\.jsonl does not exist/s,
    );
  });
});

describe('without a comment', () => {
  it.each([
    ['a fork', 'someone/r'],
    ['a fork that was deleted', null],
  ])('the job summary has the result of the pull request of %s', async (_, headRepository) => {
    workspace.write('event.json', pullRequest(headRepository));
    const { code, log } = await runStep();
    expect([code, log]).toEqual([0, expect.stringContaining('::notice::This pull request comes from a fork')]);
    expect(readSummary()).toMatch(/comes from a fork, whose token may not comment\..*### \*\*✅ Passed\*\*/s);
    expect(github.requests.filter(({ path: asked }) => asked.includes('/issues/'))).toEqual([]);
  });

  it('the job summary has it when there is no token', async () => {
    expect((await runStep({ inputs: { token: '' } })).log).toContain('::notice::There is no token to comment with.');
    expect(readSummary()).toContain('### **✅ Passed**');
  });

  it('the job summary has it when the token may not comment, and the step does not fail', async () => {
    github.refuse = (method) => (method === 'POST' ? 403 : undefined);
    const { code, log } = await runStep();
    expect(code).toBe(0);
    expect(log).toContain('::warning::The comment is not written: the token may not comment (403)');
    expect(log).toContain('pull-requests: write');
    expect(readSummary()).toContain('### **✅ Passed**');
  });

  it('the reports stay in their folder when they cannot be uploaded', async () => {
    const { code, log } = await runStep({ variables: { ACTIONS_RUNTIME_TOKEN: undefined } });
    expect([code, log]).toEqual([
      0,
      expect.stringContaining('::warning::The reports are not uploaded: this runner has no'),
    ]);
    expect(existsSync(path.join(workspace.root, 'turntree-report', 'report.html'))).toBe(true);
    expect(github.comments[0]?.body).not.toContain('[Report]');
  });

  it('a comment is written with nothing to compare with when the reports of the base branch cannot be read', async () => {
    github.refuse = (method, asked) => (method === 'GET' && asked.includes('/artifacts') ? 403 : undefined);
    expect((await runStep()).log).toContain(
      '::warning::Nothing to compare with: give the job "permissions: actions: read" (403)',
    );
    expect(github.comments).toHaveLength(1);
  });
});

describe('the action refuses', () => {
  it('pull_request_target, before anything runs', async () => {
    const { code, log } = await runStep({ event: 'pull_request_target' });
    expect([code, log]).toEqual([1, expect.stringMatching(/^::error::turntree does not run on pull_request_target: /)]);
    expect(github.requests).toEqual([]);
    expect(existsSync(path.join(workspace.root, 'turntree-report'))).toBe(false);
  });

  it.each([
    [{ name: '../x' }, 'name: use letters'],
    [{ comment: 'yes' }, 'comment: write true or false, not "yes"'],
    [{ args: 'tests "open' }, 'args: a quote (") is not closed'],
    [{ 'working-directory': 'none' }, 'working-directory: none does not exist in the checkout'],
  ])('inputs like %j', async (inputs, message) => {
    const { code, log } = await runStep({ inputs });
    expect([code, log]).toEqual([1, expect.stringContaining(`::error::${message}`)]);
  });
});

it('gives its token to nobody', async () => {
  const leaked =
    "import { writeFileSync } from 'node:fs';\nwriteFileSync('leaked.json', JSON.stringify(process.env));\nexport default () => 'echo';\n";
  workspace.write('agent.mjs', leaked);
  workspace.write('runner.config.json', { agents: { desk: { type: 'module', path: 'agent.mjs' } } });
  expect((await runStep()).code).toBe(0);
  const variables = readFileSync(path.join(workspace.root, 'leaked.json'), 'utf8');
  expect(variables).toContain('PATH');
  expect(variables).not.toContain(token);
  expect(variables).not.toContain(runtimeToken);
});

it('sends the token of the workflow to GitHub and not to the storage of artifacts', async () => {
  await runStep();
  const [storageRequest] = github.requests.filter(({ path: asked }) => asked.startsWith('/storage'));
  expect(storageRequest).toEqual({ method: 'PUT', path: '/storage/blob?sig=x', authorization: undefined });
});
