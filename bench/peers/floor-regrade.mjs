// A minimal regrade, as a lower bound. It reads the current cases and the recorded attempts in the history of
// `floor.mjs`, checks each recorded output again, and prints which verdicts changed. Usage:
// `node floor-regrade.mjs <cases.jsonl> <history.sqlite>`.
import { readFileSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';

const [suite, historyFile] = process.argv.slice(2);
const cases = new Map();
for (const line of readFileSync(suite, 'utf8').split('\n')) {
  if (line === '') continue;
  const testCase = JSON.parse(line);
  cases.set(testCase.id, testCase);
}
const sqlite = new BetterSqlite(historyFile, { readonly: true });
const changes = [];
let attempts = 0;
for (const { case_id, data } of sqlite
  .prepare("SELECT case_id, data FROM events WHERE type = 'case.finished'")
  .iterate()) {
  const testCase = cases.get(case_id);
  if (testCase === undefined) continue;
  const { attempt, output, status } = JSON.parse(data);
  const { assert } = testCase;
  const after = assert.type === 'contains' && output.includes(assert.value) ? 'passed' : 'failed';
  attempts += 1;
  if (after !== status) changes.push({ case_id, attempt, before: status, after });
}
sqlite.close();
console.log(JSON.stringify({ attempts, unchanged: attempts - changes.length, changes }));
process.exitCode = changes.some(({ before }) => before === 'passed') ? 1 : 0;
