import { setTimeout as wait } from 'node:timers/promises';
import { resolveTurntreeModuleUrl } from '../../../host/turntree-module-url.ts';
import type { GeneratedPosition } from '../../../scripts/worker/pipes.ts';
import type { SyncAnswer } from '../../../scripts/worker/sync-replies.ts';
import { startUserProcess, type UserProcess } from '../../../scripts/worker/user-process.ts';
import { type Json, toErrorMessage } from '../../../values/index.ts';
import type { SandboxCall, SandboxCallResult, SandboxMessage } from './sandbox-protocol.ts';

/** Receives the events of one call while the call runs. */
export type SandboxListener = {
  log(source: string, text: string): void;
  ask(question: Json): Promise<Json>;
  /** Called for each check that a test makes, with the stack trace of the check. */
  asserted?(assertion: string, stack: string): void;
  /**
   * Called when a call was stopped, with a promise of the position in the bundle at which it was stopped, if that can
   * be determined.
   */
  onHang?(position: Promise<GeneratedPosition | undefined>): void;
};

/** The type `lost` means that the process ended during the call, for the reason `death`. */
export type SandboxOutcome = SandboxCallResult | { type: 'lost'; death: string };

const MEMORY_MB = 512;
/** The time in milliseconds that a stopped call has to end before its position is determined. */
const STOP_TIMEOUT_MS = 50;

type PendingCall = { listener: SandboxListener; settle(outcome: SandboxOutcome): void };

/** A process that runs one call at a time. If a call is aborted, the process is killed. */
export class SandboxSlot {
  readonly #process: UserProcess<SandboxCall>;
  #flight: PendingCall | undefined;
  #death: string | undefined;
  #open = true;
  #blocked = false;
  /**
   * The search for the position of a stopped call. It is awaited before the process is killed, because it needs the
   * process.
   */
  #looking: Promise<GeneratedPosition | undefined> = Promise.resolve(undefined);

  constructor() {
    this.#process = startUserProcess<SandboxCall, SandboxMessage>({
      program: resolveTurntreeModuleUrl('sandbox-main', import.meta.url),
      start: {},
      variables: {},
      memoryMb: MEMORY_MB,
      onMessage: (message) => this.#receive(message),
      onOutput: (source, text) => this.#flight?.listener.log(source, text),
      onEnded: (death) => {
        this.#open = false;
        this.#settle({ type: 'lost', death: this.#death ?? death });
      },
    });
  }

  /** Returns true if the process can run another call. */
  get open(): boolean {
    return this.#open;
  }

  call(call: SandboxCall, listener: SandboxListener, signal: AbortSignal): Promise<SandboxOutcome> {
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const stopSlot = () => {
        const isCallSettled = () => this.#flight?.settle !== settle;
        this.#open = false;
        this.#looking = this.#blocked ? Promise.resolve(undefined) : this.#locateHang(call.marker, isCallSettled);
        listener.onHang?.(this.#looking);
        void this.end();
        reject(signal.reason);
      };
      const settle = (outcome: SandboxOutcome) => {
        signal.removeEventListener('abort', stopSlot);
        resolve(outcome);
      };
      this.#flight = { listener, settle };
      signal.addEventListener('abort', stopSlot, { once: true });
      this.#process.post(call);
    });
  }

  async end(): Promise<void> {
    this.#open = false;
    await this.#looking;
    await this.#process.terminate();
  }

  async #locateHang(marker: string, isEnded: () => boolean): Promise<GeneratedPosition | undefined> {
    await wait(STOP_TIMEOUT_MS);
    return isEnded() ? undefined : this.#process.locateMainThread(marker);
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
      case 'ending':
        this.#death = message.death;
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
    const replyToSandbox = (answer: SyncAnswer) => {
      if (!this.#open || this.#flight !== flight) return;
      this.#blocked = false;
      this.#process.reply(answer);
    };
    void listener.ask(JSON.parse(question)).then(
      (value) => replyToSandbox({ type: 'answer', value: JSON.stringify(value) }),
      (error: unknown) => replyToSandbox({ type: 'refusal', message: toErrorMessage(error) }),
    );
  }

  #settle(outcome: SandboxOutcome): void {
    const flight = this.#flight;
    this.#flight = undefined;
    flight?.settle(outcome);
  }
}
