// A minimal runner with a history, as a lower bound. It reads cases, calls a module agent in its own process, checks
// one assertion, and writes a history, a report and a summary, without isolation, deadlines or a live view. Usage:
// `node floor.mjs <cases.jsonl> <agent.ts> <history.sqlite> <report.jsonl> [--isolated] [--runs <n>]`; `--isolated`
// runs the agent in a separate process, one case after another.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openHistory } from './floor-history.mjs';
import { openModule } from './floor-module.mjs';

const options = { isolated: { type: 'boolean', default: false }, runs: { type: 'string', default: '1' } };
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const [suite, agentFile, historyFile, report] = positionals;
const runs = Number(values.runs);
const agent = await openModule(agentFile, values.isolated);
const lines = openSync(report, 'w');
const history = openHistory(historyFile, () => {
  writeSync(lines, text);
  text = '';
});
const totals = { total: 0, passed: 0, failed: 0 };
const passedByCase = [];
let text = '';

for (const line of readFileSync(suite, 'utf8').split('\n')) {
  if (line === '') continue;
  const testCase = JSON.parse(line);
  let passed = 0;
  for (let attempt = 1; attempt <= runs; attempt += 1) if (await runAttempt(testCase, attempt)) passed += 1;
  passedByCase.push(passed);
}
history.close();
closeSync(lines);
agent.close();
console.log(JSON.stringify({ ...totals, ...(runs > 1 && { passHatK: computePassHatK() }) }));
process.exitCode = totals.failed === 0 ? 0 : 1;

async function runAttempt({ id, input, assert }, attempt) {
  const startedAt = Date.now();
  const begin = performance.now();
  history.append('case.started', id, { attempt });
  const output = await agent.call({ input });
  history.append('message', id, { role: 'assistant', content: output });
  const passed = assert.type === 'contains' && output.includes(assert.value);
  const durationMs = performance.now() - begin;
  const status = passed ? 'passed' : 'failed';
  const result = { id, attempt, input, output, status, durationMs, assertions: [{ ...assert, passed }] };
  history.append('case.finished', id, result);
  text += `${JSON.stringify(result)}\n`;
  totals.total += 1;
  totals[status] += 1;
  history.finish({ id, attempt, status, startedAt, durationMs });
  return passed;
}

/**
 * Returns, for every k, the chance that k attempts of a case all pass: the mean of C(passed, k) / C(runs, k) over the
 * cases.
 */
function computePassHatK() {
  const chances = passedByCase.map(() => 1);
  return Array.from({ length: runs }, (_, k) => {
    for (const [index, passed] of passedByCase.entries()) chances[index] *= Math.max(0, passed - k) / (runs - k);
    return chances.reduce((sum, chance) => sum + chance, 0) / chances.length;
  });
}
