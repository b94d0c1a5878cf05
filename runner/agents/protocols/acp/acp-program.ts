import type { AgentError } from '../../../ports/index.ts';
import { openProgram, type ProgramStartOptions } from '../../command/open-program.ts';
import { createRpcPeer, describeInvalidLine, type RpcListener, type RpcPeer } from './json-rpc.ts';

type AcpProgramListener = Pick<RpcListener, 'onRequest' | 'onNotification'> & {
  log(source: string, line: string): void;
  /** Called after each chunk of output, when all complete lines in it have been handled. */
  onActivity(): void;
};

export type AcpProgram = Pick<RpcPeer, 'ask' | 'notify' | 'answer' | 'refuse'> & {
  /** Closes the program's standard input, and kills the program if it does not exit then. */
  end(): Promise<void>;
};

/**
 * Starts a program and exchanges JSON-RPC messages with it over standard input and output. Kills the program if a
 * message is invalid.
 */
export function startAcpProgram(start: ProgramStartOptions, listener: AcpProgramListener): AcpProgram {
  let failure: AgentError | undefined;

  function closeWithError(error: AgentError): void {
    failure ??= error;
    peer.fail(failure);
  }
  const program = openProgram(start, {
    name: '',
    unfinishedText: 'before it was done',
    onLine(line) {
      if (failure !== undefined) return;
      try {
        peer.receiveLine(line);
      } catch (error) {
        closeWithError(program.problem(describeInvalidLine(line, error)));
        program.kill();
      }
    },
    onErrorLine: (line) => listener.log('stderr', line),
    onActivity: listener.onActivity,
    isOver: () => failure !== undefined,
    onExit: closeWithError,
  });
  const peer = createRpcPeer(program.write, { ...listener, onStrayResponse: (line) => listener.log('stdout', line) });

  return {
    ask: (method, params) => (failure === undefined ? peer.ask(method, params) : Promise.reject(failure)),
    notify: peer.notify,
    answer: peer.answer,
    refuse: peer.refuse,
    end: program.end,
  };
}
