// A minimal runner with a history, as a lower bound. It reads cases, calls a module agent in its own process, checks
// one assertion, and writes a history, a report and a summary, without isolation, deadlines or a live view. Usage:
// `node floor.mjs <cases.jsonl> <agent.ts> <history.sqlite> <report.jsonl> [isolated]`; `isolated` runs the agent in a
// separate process, one case after another.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import BetterSqlite from 'better-sqlite3';

const AT_ONCE = 1000;
const [suite, agentFile, history, report, isolated] = process.argv.slice(2);
const { agent, close } = isolated === undefined ? await loadAgent() : startAgent();
const sqlite = new BetterSqlite(history);
sqlite.pragma('journal_mode = WAL');
sqlite.pragma('synchronous = NORMAL');
sqlite.exec(`
  CREATE TABLE events (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, type TEXT NOT NULL, case_id TEXT, data TEXT NOT NULL);
  CREATE TABLE attempts (case_id TEXT PRIMARY KEY, status TEXT NOT NULL, started_at INTEGER NOT NULL, duration_ms REAL NOT NULL);
`);
const insertEvent = sqlite.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?)');
const insertAttempt = sqlite.prepare('INSERT INTO attempts VALUES (?, ?, ?, ?)');
const lines = openSync(report, 'w');
const write = sqlite.transaction(() => {
  for (const row of events) insertEvent.run(...row);
  for (const row of attempts) insertAttempt.run(...row);
});
const totals = { total: 0, passed: 0, failed: 0 };
let seq = 0;
let events = [];
let attempts = [];
let text = '';

for (const line of readFileSync(suite, 'utf8').split('\n')) {
  if (line === '') continue;
  const { id, input, assert } = JSON.parse(line);
  const startedAt = Date.now();
  const begin = performance.now();
  append('case.started', id, {});
  const output = await agent({ input });
  append('message', id, { role: 'assistant', content: output });
  const passed = assert.type === 'contains' && output.includes(assert.value);
  const durationMs = performance.now() - begin;
  const result = {
    id,
    input,
    output,
    status: passed ? 'passed' : 'failed',
    durationMs,
    assertions: [{ ...assert, passed }],
  };
  append('case.finished', id, result);
  attempts.push([id, result.status, startedAt, durationMs]);
  totals.total += 1;
  totals[result.status] += 1;
  text += `${JSON.stringify(result)}\n`;
  if (attempts.length === AT_ONCE) flush();
}
flush();
closeSync(lines);
sqlite.close();
close();
console.log(JSON.stringify(totals));
process.exitCode = totals.failed === 0 ? 0 : 1;

async function loadAgent() {
  const { default: agent } = await import(pathToFileURL(agentFile).href);
  return { agent, close() {} };
}

function startAgent() {
  const program = path.join(import.meta.dirname, 'floor-agent.mjs');
  const child = spawn(process.execPath, [program, agentFile], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async agent(request) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      return JSON.parse((await answers.next()).value);
    },
    close: () => child.stdin.end(),
  };
}

function append(type, id, data) {
  seq += 1;
  events.push([seq, Date.now(), type, id, JSON.stringify(data)]);
}

/** Writes the history before the report. */
function flush() {
  write();
  writeSync(lines, text);
  [events, attempts, text] = [[], [], ''];
}
