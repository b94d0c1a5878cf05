import { detailedExitCodes, stopExitCodes } from '../../../runner/verdict/exit-codes.ts';
import { buildMarkdownPage, formatMarkdownTable } from './markdown.ts';

const { failed, configuration, infrastructure, nothingToRun } = detailedExitCodes;
const { SIGHUP, SIGINT, SIGQUIT, SIGTERM } = stopExitCodes;

/** The exit codes of the program. */
export function buildExitCodesPage(): string {
  const plain = [
    ['0', 'something ran, nothing failed, and every gate was met'],
    ['1', 'anything else: a failure, an error, a timeout, a missed gate, nothing ran, or a wrong command'],
  ];
  const stopped = [
    [String(SIGHUP), '`SIGHUP`: the terminal was closed'],
    [String(SIGINT), '`SIGINT`: Ctrl-C'],
    [String(SIGQUIT), '`SIGQUIT`: Ctrl-Backslash'],
    [String(SIGTERM), '`SIGTERM`: `kill`, or a CI system that cancels a job'],
  ];
  const detailed = [
    ['0', 'as above'],
    [String(failed), 'wrong answers or missed gates, and nothing else'],
    [String(configuration), 'a wrong command, file, connector or config'],
    [String(infrastructure), 'errors and timeouts, but no wrong answer'],
    [String(nothingToRun), 'no case was selected'],
  ];
  return buildMarkdownPage('Exit codes', 'The last line of standard error gives the reason for a code other than 0.', [
    formatMarkdownTable(['code', 'when'], plain),
    '## A run that was stopped',
    formatMarkdownTable(['code', 'signal'], stopped),
    '## With `--exit-codes detailed`',
    formatMarkdownTable(['code', 'when'], detailed),
    '`compare`, `regrade`, `lint` and `judge check` exit with 1 when they find what they look for; `import` exits with 2 when nothing could be imported. [Gates](reports-and-ci.md#gates) decide when a run fails.',
  ]);
}
