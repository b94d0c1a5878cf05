import path from 'node:path';
import { runAction } from './run-action.ts';

process.exitCode = await runAction({
  variables: process.env,
  log: (line) => void process.stdout.write(`${line}\n`),
  home: path.join(import.meta.dirname, '..'),
});
