// Runs the function that a module exports, in a separate process; reads one request per line and answers with one line.
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const { default: call } = await import(pathToFileURL(process.argv[2]).href);
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await call(JSON.parse(line)))}\n`);
}
