import type { Variables } from '../../../models/connectors.ts';
import { wait } from '../../../models/wait.ts';
import { AgentError, tooLongText } from '../../../ports/index.ts';
import { type ProgramEnd, startProcessGroup } from '../../../scripts/process-group.ts';
import { errorText } from '../../../values/index.ts';
import { createLastLines } from '../../command/last-lines.ts';
import { readLines } from '../../command/run-command.ts';
import { createRpcPeer, lineProblem, type RpcListener, type RpcPeer } from './json-rpc.ts';

type Start = { command: readonly string[]; cwd: string; variables: Variables; maxAnswer: number };
type Listener = Pick<RpcListener, 'asked' | 'told'> & {
  log(source: string, line: string): void;
  /** Told that all of what came at once was heard. */
  heard(): void;
};

export type AcpProgram = Pick<RpcPeer, 'ask' | 'tell' | 'answer' | 'refuse'> & {
  /** Ends its input, and kills it if it stays. */
  end(): Promise<void>;
};

const LEAVE_MS = 2_000;

/** Starts a program that speaks JSON-RPC on its standard input and output. One that says what cannot be is ended. */
export function startAcpProgram({ command, cwd, variables, maxAnswer }: Start, listener: Listener): AcpProgram {
  const group = startProcessGroup({ command, cwd, variables });
  const lastLines = createLastLines();
  let failure: AgentError | undefined;
  let bytes = 0;

  function over(what: string): void {
    failure ??= new AgentError(lastLines.after(what), 'agent');
    peer.fail(failure);
  }
  const peer = createRpcPeer((line) => group.stdin.write(line), {
    ...listener,
    stray: (line) => listener.log('stdout', line),
  });
  const output = readLines((line) => {
    bytes = 0;
    if (failure !== undefined) return;
    try {
      peer.hear(line);
    } catch (error) {
      over(lineProblem(line, error));
      group.kill();
    }
  });
  const errors = readLines((line) => {
    lastLines.add(line);
    listener.log('stderr', line);
  });
  group.stdout.on('data', (part: Buffer) => {
    bytes += part.length;
    output.push(part);
    if (failure !== undefined) return;
    listener.heard();
    if (bytes <= maxAnswer) return;
    over(tooLongText('wrote to a line of standard output', maxAnswer));
    group.kill();
  });
  group.stderr.on('data', errors.push);
  void group.ended.then(
    (end) => {
      output.end();
      errors.end();
      over(`ended ${howEnded(end)} before it was done`);
    },
    (error: unknown) => over(`could not be run: ${errorText(error)}`),
  );

  return {
    ask: (method, params) => (failure === undefined ? peer.ask(method, params) : Promise.reject(failure)),
    tell: peer.tell,
    answer: peer.answer,
    refuse: peer.refuse,
    async end() {
      group.stdin.end();
      const patience = new AbortController();
      await Promise.race([group.ended.catch(ignore), wait(LEAVE_MS, patience.signal).catch(ignore)]);
      patience.abort();
      group.kill();
    },
  };
}

function howEnded({ code, signal }: ProgramEnd): string {
  return signal === null ? `with code ${code}` : `by ${signal}`;
}

function ignore(): void {
  // It is over either way.
}
