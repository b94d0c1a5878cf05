import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isProject, workspaceMarkerFiles } from '../runner/extensions/workspace-files.ts';
import { startOpenAIServer } from '../runner/testing/openai-server.ts';
import { modelReply } from './testing/conformance-model.mjs';

/*
 * npm run conformance -- <folder> [folder…]
 *
 * Measures how much of other people's projects runs unchanged: each case file of each project is run on its own, in a
 * copy. A local server answers for every model, so nothing is downloaded and no real model is called. Its answers are
 * meaningless: a file has run if each of its cases was judged, whatever the verdict.
 */
const FILE_TIMEOUT_MS = 120_000;
const folders = process.argv.slice(2);
if (folders.length === 0) {
  console.error('Usage: npm run conformance -- <an oxy project or a Yao application> [more of them]');
  process.exit(1);
}
const program = path.join(import.meta.dirname, '..', 'bin', 'entry.ts');
const server = await startOpenAIServer({ handler: modelReply });
try {
  for (const folder of folders.map((each) => path.resolve(each))) {
    const projects = projectsIn(folder, 3);
    if (projects.length === 0) throw new Error(`${folder} holds no oxy project and no Yao application`);
    for (const project of projects) await tryProject(project, path.relative(path.dirname(folder), project));
  }
} finally {
  await server.close();
}

/** Returns the folder itself if it is a project, otherwise the projects inside it. */
function projectsIn(folder, levels) {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder`);
  if (isProject(folder) || workspaceMarkerFiles.some((mark) => existsSync(path.join(folder, mark)))) return [folder];
  if (levels === 0) return [];
  const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return inside.flatMap(({ name }) =>
    /^\.|^node_modules$/.test(name) ? [] : projectsIn(path.join(folder, name), levels - 1),
  );
}

async function tryProject(folder, name) {
  const temporary = mkdtempSync(path.join(os.tmpdir(), 'turntree-conformance-'));
  try {
    const copy = path.join(temporary, path.basename(folder));
    const leftOut = new Set(['node_modules', '.git', '.runner']);
    cpSync(folder, copy, { recursive: true, filter: (file) => !leftOut.has(path.basename(file)) });
    chmodSync(copy, 0o755);
    const listed = await runProgram(['list', '--app', copy, '--format', 'json'], copy);
    if (listed.code !== 0) throw new Error(`${folder}: ${listed.stderr}`);
    const { suites, connectors, agents } = JSON.parse(listed.stdout);
    replaceModels(copy, [...connectors.map(({ id }) => id), ...agents.map(({ connector }) => connector)]);
    const rows = [];
    for (const { key } of suites) rows.push({ file: key, ...(await tryTestFile(copy, key, temporary)) });
    printTable(name, rows, 'case file');
    await tryScripts({ root: copy, name, temporary });
    await tryAgents({ root: copy, name, temporary });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * Adds models to the config that replace the connectors with the same names. Connectors that an agent names but that
 * do not exist are added too.
 */
function replaceModels(root, connectors) {
  if (['ts', 'mts', 'js', 'mjs', 'json'].some((end) => existsSync(path.join(root, `runner.config.${end}`)))) return;
  const capabilities = { tool_calls: true, vision: true };
  const options = { model: 'conformance', key: 'none', host: server.url, capabilities };
  const names = new Set(connectors.filter((name) => name !== undefined && /^[\w.-]+$/.test(name)));
  const models = Object.fromEntries([...names].map((name) => [name, { type: 'openai', options }]));
  writeFileSync(path.join(root, 'runner.config.json'), JSON.stringify({ models }));
}

/** Runs script tests, mainly of Yao applications. */
async function tryScripts({ root, name, temporary }) {
  const files = globSync('**/*_test.{ts,js}', { cwd: root }).toSorted();
  const tests = files.filter((file) => /\bTest[A-Z]\w*\s*[(=]/.test(readFileSync(path.join(root, file), 'utf8')));
  const rows = [];
  for (const file of tests) rows.push({ file, ...(await tryTestFile(root, `./${file}`, temporary)) });
  if (rows.length > 0) printTable(`Script tests of ${name}`, rows, 'script');
}

/** Sends a meaningless message to every assistant that can be called, all in one run. */
async function tryAgents({ root, name, temporary }) {
  const { agents } = JSON.parse((await runProgram(['list', '--app', root, '--format', 'json'], root)).stdout);
  const assistants = agents.filter(({ type }) => type === 'yao');
  if (assistants.length === 0) return;
  const asked = assistants.filter(({ problem }) => problem === undefined);
  const failures = asked.length === 0 ? new Map() : await askAgents(asked, { root, temporary });
  const answered = asked.filter(({ id }) => !failures.has(id)).length;
  console.log(`\n## Assistants of ${name}\n`);
  console.log(
    `${assistants.length} found, ${asked.length} loaded, ${answered} run, ${assistants.length - answered} refused\n`,
  );
  if (answered === assistants.length) return;
  console.log('| assistant | loaded | refused because |\n| --- | --- | --- |');
  for (const { id, problem } of assistants) {
    const why = problem ?? failures.get(id);
    if (why !== undefined) console.log(`| ${id} | ${problem === undefined ? 'yes' : 'no'} | ${escapeTableCell(why)} |`);
  }
}

/** Sends a message to the given assistants. Returns the reasons why some could not answer, by their ids. */
async function askAgents(asked, { root, temporary }) {
  const suites = new Map(asked.map(({ id, path: folder }) => [`${folder}/conformance.jsonl`, id]));
  for (const key of suites.keys()) writeFileSync(path.join(root, key), '{"id": "hello", "input": "Hello"}\n');
  const output = path.join(temporary, 'agents.json');
  const flags = ['--app', root, '-o', output, '--no-history', '--timeout', '30s', '--parallel', '2'];
  const ended = await runProgram(['test', ...suites.keys(), ...flags], root);
  for (const key of suites.keys()) rmSync(path.join(root, key));
  if (!existsSync(output)) return new Map(asked.map(({ id }) => [id, failureReasons(ended).join(' ')]));
  const { results } = JSON.parse(readFileSync(output, 'utf8'));
  const [only] = suites.keys();
  const broken = results.filter(({ status }) => status === 'error' || status === 'timeout');
  return new Map(broken.map(({ suite = only, error }) => [suites.get(suite), error]));
}

async function tryTestFile(root, key, temporary) {
  const output = path.join(temporary, 'result.json');
  rmSync(output, { force: true });
  const ended = await runProgram(['test', key, '--app', root, '-o', output, '--no-history'], root);
  if (!existsSync(output)) {
    const cases = await runProgram(['list', key, '--app', root, '--format', 'json'], root);
    return { loaded: cases.code === 0, ran: false, reasons: failureReasons(ended) };
  }
  const { summary, results } = JSON.parse(readFileSync(output, 'utf8'));
  const broken = results.filter(({ status }) => status === 'error' || status === 'timeout');
  const reasons = [...new Set(broken.map(({ error }) => error))];
  return {
    loaded: true,
    ran: broken.length === 0,
    cases: `${summary.total - broken.length}/${summary.total}`,
    reasons,
  };
}

/** Returns the reasons in the error output, without the line about the exit code. */
function failureReasons({ stderr, late }) {
  if (late) return [`did not end within ${FILE_TIMEOUT_MS / 1000}s`];
  const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !/^turntree: exit \d/.test(line));
  const [title = 'no reason was given', ...details] = lines;
  return details.length === 0 ? [title] : details.map((line) => line.trim());
}

function printTable(name, rows, what) {
  const loaded = rows.filter((row) => row.loaded).length;
  const ran = rows.filter((row) => row.ran).length;
  console.log(
    `\n## ${name}\n\n${rows.length} ${what}s found, ${loaded} loaded, ${ran} run, ${rows.length - ran} refused\n`,
  );
  console.log(`| ${what} | loaded | cases run | refused because |\n| --- | --- | --- | --- |`);
  for (const { file, loaded: isLoaded, ran: hasRun, cases = '-', reasons } of rows) {
    const why = hasRun ? '' : reasons.map(escapeTableCell).join('<br>');
    console.log(`| ${file} | ${isLoaded ? 'yes' : 'no'} | ${cases} | ${why} |`);
  }
}

function escapeTableCell(text) {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
}

function runProgram(words, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...words], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const text = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'])
      child[stream].setEncoding('utf8').on('data', (piece) => {
        text[stream] += piece;
      });
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, FILE_TIMEOUT_MS);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ ...text, code, late });
    });
  });
}
