import { MessageChannel, Worker } from 'node:worker_threads';
import type { Json } from '../../contract/index.ts';
import { deathBy } from '../death.ts';
import { createSyncReplies, type SyncReplies } from '../sync-replies.ts';
import { sandboxProgram } from '../worker-program.ts';
import type { SandboxCall, SandboxEnding, SandboxMessage, SandboxStart } from './sandbox-protocol.ts';

/** Who hears of a call while it is made. */
export type SandboxListener = { log(source: string, text: string): void; ask(question: Json): Promise<Json> };

/** `lost`: the thread died under the call. */
export type SandboxOutcome = SandboxEnding | { type: 'lost'; death: string };

const MEMORY_MB = 512;

type Flight = { listener: SandboxListener; settle(outcome: SandboxOutcome): void };

/** A worker thread that makes one call at a time. An aborted call takes its thread with it, wherever it is. */
export class SandboxLane {
  readonly #worker: Worker;
  readonly #replies: SyncReplies;
  #flight: Flight | undefined;
  #death: string | undefined;
  #open = true;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    const gate = new Int32Array(new SharedArrayBuffer(4));
    const start: SandboxStart = { bridge: { answers: port2, gate } };
    this.#replies = createSyncReplies({ answers: port1, gate });
    this.#worker = new Worker(sandboxProgram(), {
      workerData: start,
      transferList: [port2],
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 8 },
    });
    this.#worker.on('message', (message: SandboxMessage) => this.#receive(message));
    this.#worker.on('error', (error: unknown) => {
      this.#death ??= deathBy(error, MEMORY_MB);
    });
    this.#worker.on('exit', (code) => {
      this.#open = false;
      this.#replies.close();
      this.#settle({ type: 'lost', death: this.#death ?? `its worker exited with code ${code}` });
    });
  }

  /** Whether it can make another call. */
  get open(): boolean {
    return this.#open;
  }

  call(call: SandboxCall, listener: SandboxListener, signal: AbortSignal): Promise<SandboxOutcome> {
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#flight = undefined;
        void this.end();
        reject(signal.reason);
      };
      const settle = (outcome: SandboxOutcome) => {
        signal.removeEventListener('abort', stop);
        resolve(outcome);
      };
      this.#flight = { listener, settle };
      signal.addEventListener('abort', stop, { once: true });
      this.#worker.postMessage(call);
    });
  }

  async end(): Promise<void> {
    this.#open = false;
    await this.#worker.terminate();
  }

  #receive(message: SandboxMessage): void {
    const listener = this.#flight?.listener;
    switch (message.type) {
      case 'asked':
        if (listener !== undefined) this.#answer(listener, message.question);
        return;
      case 'logged':
        listener?.log(message.source, message.text);
        return;
      case 'ended':
        this.#settle(message.ending);
        return;
      default:
        message satisfies never;
    }
  }

  #answer(listener: SandboxListener, question: string): void {
    const flight = this.#flight;
    const reply = (answer: Parameters<SyncReplies['reply']>[0]) => {
      if (this.#open && this.#flight === flight) this.#replies.reply(answer);
    };
    void listener.ask(JSON.parse(question)).then(
      (value) => reply({ type: 'answer', value: JSON.stringify(value) }),
      (error: unknown) => reply({ type: 'refusal', message: error instanceof Error ? error.message : String(error) }),
    );
  }

  #settle(outcome: SandboxOutcome): void {
    const flight = this.#flight;
    this.#flight = undefined;
    flight?.settle(outcome);
  }
}
