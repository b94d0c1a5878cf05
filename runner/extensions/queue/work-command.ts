import { appFlag, type CliHost } from '../../run/command-line.ts';
import { appendText, createCountParser, parseWorkerName } from '../../run/flag-values.ts';
import type { WorkFlags } from './workers/run-worker.ts';

export function addWorkCommand({ program, terminal }: CliHost): void {
  program
    .command('work')
    .description('Run a worker: execute attempts from a queue until stopped.')
    .argument('<queue>', 'queue URL, the same as for the runs: redis://…, rediss://… or postgres://…')
    .option(...appFlag)
    .option('-e, --env <file>', 'a file of variables; may be repeated', appendText)
    .option('--parallel <n>', 'attempts at once (default: 10)', createCountParser('--parallel'))
    .option('--name <name>', 'the name of the worker (default: its machine and process)', parseWorkerName)
    .addHelpText('after', examples)
    .action(async (queue: string, flags: WorkFlags) => {
      const { runWorker: work } = await import('./workers/run-worker.ts');
      const { listenForStopSignals: listenForStop } = await import('../../run/machine/stop-signals.ts');
      const stop = listenForStop();
      try {
        await work(queue, flags, terminal, stop.signal);
      } finally {
        stop.release();
      }
    });
}

const examples = `
A worker needs a copy of the workspace, the keys of its agents, and the same version of Turntree; otherwise it says so and takes no
attempts. The first stop signal lets it finish its attempts, the second leaves them to other workers.

TURNTREE_QUEUE_KEY signs what runs and workers exchange: set the same key for all of them. Without it, only a queue on this machine is used.

Examples:
  turntree work redis://127.0.0.1:6379                                on every machine that helps
  turntree test tests/cases.jsonl --queue redis://127.0.0.1:6379      on the one that keeps the history
  turntree work redis://queue.example:6379 -a my-agents -e .env --parallel 20
`;
