import { setTimeout as wait } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { ownFile } from '../../../scripts/own-file.ts';
import { deathBy } from '../../../scripts/worker/death.ts';
import { startThread } from '../../../scripts/worker/start-worker.ts';
import type { SyncReplies } from '../../../scripts/worker/sync-replies.ts';
import { type GeneratedPlace, whereWorkerIs } from '../../../scripts/worker/where-worker-is.ts';
import { errorText, type Json } from '../../../values/index.ts';
import type { SandboxCall, SandboxEnding, SandboxMessage } from './sandbox-protocol.ts';

/** The listener of a call while it is made. */
export type SandboxListener = {
  log(source: string, text: string): void;
  ask(question: Json): Promise<Json>;
  /** Told of a check of a test, and where it was made. */
  asserted?(assertion: string, stack: string): void;
  /** Told of a call that was stopped: where in its bundle it was, when that can be seen. */
  hung?(place: Promise<GeneratedPlace | undefined>): void;
};

/** `lost`: the thread died under the call. */
export type SandboxOutcome = SandboxEnding | { type: 'lost'; death: string };

const MEMORY_MB = 512;
/** The time for a stopped call to end by itself before its thread is inspected, in milliseconds. */
const HEARING_MS = 50;

type Flight = { listener: SandboxListener; settle(outcome: SandboxOutcome): void };

/** A worker thread that makes one call at a time. An aborted call takes its thread with it, wherever it is. */
export class SandboxLane {
  readonly #worker: Worker;
  readonly #replies: SyncReplies;
  #flight: Flight | undefined;
  #death: string | undefined;
  #open = true;
  #blocked = false;
  /** A halted worker cannot be ended: whoever ends it waits for this. */
  #looking: Promise<GeneratedPlace | undefined> = Promise.resolve(undefined);

  constructor() {
    const program = ownFile('sandbox-main', import.meta.url);
    const { worker, replies } = startThread({ program, start: {}, env: {}, memoryMb: MEMORY_MB });
    this.#worker = worker;
    this.#replies = replies;
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

  /** Returns true if it can make another call. */
  get open(): boolean {
    return this.#open;
  }

  call(call: SandboxCall, listener: SandboxListener, signal: AbortSignal): Promise<SandboxOutcome> {
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const stop = () => {
        const isEnded = () => this.#flight?.settle !== settle;
        this.#open = false;
        this.#looking = this.#blocked ? Promise.resolve(undefined) : this.#lookFor(call.marker, isEnded);
        listener.hung?.(this.#looking);
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
    await this.#looking;
    await this.#worker.terminate();
  }

  async #lookFor(marker: string, isEnded: () => boolean): Promise<GeneratedPlace | undefined> {
    await wait(HEARING_MS);
    return isEnded() ? undefined : whereWorkerIs(this.#worker, marker);
  }

  #receive(message: SandboxMessage): void {
    const listener = this.#flight?.listener;
    switch (message.type) {
      case 'asked':
        this.#blocked = true;
        if (listener !== undefined) this.#answer(listener, message.question);
        return;
      case 'logged':
        listener?.log(message.source, message.text);
        return;
      case 'asserted':
        listener?.asserted?.(message.assertion, message.stack);
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
      if (!this.#open || this.#flight !== flight) return;
      this.#blocked = false;
      this.#replies.reply(answer);
    };
    void listener.ask(JSON.parse(question)).then(
      (value) => reply({ type: 'answer', value: JSON.stringify(value) }),
      (error: unknown) => reply({ type: 'refusal', message: errorText(error) }),
    );
  }

  #settle(outcome: SandboxOutcome): void {
    const flight = this.#flight;
    this.#flight = undefined;
    flight?.settle(outcome);
  }
}
