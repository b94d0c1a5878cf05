import { setTimeout as wait } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { errorText } from '../../values/index.ts';
import type { CallOutcome, UserCall } from '../user-call.ts';
import { deathBy } from './death.ts';
import { findHang } from './find-hang.ts';
import { createTextSender } from './session-texts.ts';
import { startWorker, type WorkerOptions } from './start-worker.ts';
import type { SyncReplies } from './sync-replies.ts';
import { createWatchdog, type Watchdog } from './watchdog.ts';
import type { HostMessage, SyncAnswer, WorkerMessage } from './worker-protocol.ts';

export type LaneOptions = WorkerOptions & {
  pingMs: number;
  /** A solo lane has one call: it is stopped when that is aborted, and is never blamed for being busy. */
  occupancy: 'shared' | 'solo';
  onExit: (lane: WorkerLane) => void;
};

type Flight = { call: UserCall; settle(outcome: CallOutcome): void };

/** One worker thread that answers calls of one module, many at a time; it notices when the thread dies or is stuck. */
export class WorkerLane {
  readonly #options: LaneOptions;
  readonly #worker: Worker;
  readonly #watchdog: Watchdog;
  readonly #flights = new Map<number, Flight>();
  /** Calls that were aborted while the worker has not yet shown that it knows. */
  readonly #abandoned = new Set<number>();
  readonly #waiting: (() => void)[] = [];
  readonly #replies: SyncReplies;
  readonly #textsFor = createTextSender();
  #occupancy: 'shared' | 'solo';
  #calls = 0;
  #ready = false;
  #closed = false;
  /** A halted worker cannot be ended: whoever ends it waits for this. */
  #looking: Promise<string | undefined> = Promise.resolve(undefined);
  #death: string | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#occupancy = options.occupancy;
    const { worker, replies } = startWorker(options);
    this.#worker = worker;
    this.#replies = replies;
    this.#watchdog = createWatchdog({
      pingMs: options.pingMs,
      ping: () => this.#post({ type: 'ping' }),
      stuck: () => this.#stuck(),
    });
    this.#worker.on('message', (message: WorkerMessage) => this.#receive(message));
    this.#worker.on('error', (error: unknown) => {
      this.#death ??= deathBy(error, options.memoryMb);
    });
    this.#worker.on('exit', (code) => this.#loseAll(this.#death ?? `its worker exited with code ${code}`));
  }

  /** Returns true if new calls may be sent here. */
  get open(): boolean {
    return !this.#closed;
  }

  /** Returns true if the worker has acknowledged every abort; if not, a call might wait behind a loop. */
  get quiet(): boolean {
    return this.#abandoned.size === 0;
  }

  /** Returns true if its thread stands still until a question is answered. */
  get blocked(): boolean {
    return this.#replies.asker() !== undefined;
  }

  /** Resolves once the worker has heard of every abort or is given up. */
  settled(): Promise<void> {
    if (this.quiet || this.#closed) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  call(call: UserCall, signal: AbortSignal): Promise<CallOutcome> {
    if (signal.aborted) return Promise.reject(signal.reason);
    this.#calls += 1;
    const id = this.#calls;
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#abandon(id, call, signal.reason);
        reject(signal.reason);
      };
      const settle = (outcome: CallOutcome) => {
        signal.removeEventListener('abort', stop);
        resolve(outcome);
      };
      this.#flights.set(id, { call, settle });
      signal.addEventListener('abort', stop, { once: true });
      if (this.#ready) this.#watchdog.wake();
      const { name, payload, texts = [], session, manner = 'plain', hasMocks = false } = call;
      this.#post({ type: 'call', id, name, payload, texts: this.#textsFor(texts, session), manner, hasMocks });
    });
  }

  async end(): Promise<void> {
    this.#close();
    this.#watchdog.rest();
    await this.#looking;
    await this.#worker.terminate();
  }

  #abandon(id: number, call: UserCall, reason: unknown): void {
    this.#flights.delete(id);
    this.#abandoned.add(id);
    const text = errorText(reason);
    if (this.#replies.asker() === id) this.#reply({ type: 'refusal', message: text });
    this.#post({ type: 'abort', id, reason: text });
    this.#looking = this.#lookFor(id);
    call.hung?.(this.#looking);
    if (this.#occupancy === 'solo') void this.#looking.then(() => this.#worker.terminate());
    else void Promise.all([this.#looking, wait(this.#options.pingMs / 4)]).then(() => this.#doubt(id));
  }

  /** Finds where a stopped call hangs; undefined if other calls may keep the thread busy. */
  async #lookFor(id: number): Promise<string | undefined> {
    if (!this.#ready || this.blocked || this.#flights.size > 0 || this.#abandoned.size > 1) return undefined;
    return findHang({ worker: this.#worker, start: this.#options.start, isSilent: () => this.#abandoned.has(id) });
  }

  /** A worker that does not hear of an abort gets no more calls; those in flight are left to the watchdog. */
  #doubt(id: number): void {
    if (!this.#abandoned.has(id)) return;
    if (this.blocked) {
      setTimeout(() => this.#doubt(id), this.#options.pingMs / 4);
      return;
    }
    this.#close();
    if (this.#flights.size === 0) void this.#worker.terminate();
  }

  #close(): void {
    this.#closed = true;
    this.#release();
  }

  #release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #receive(message: WorkerMessage): void {
    if (message.type !== 'logged' && message.type !== 'waits') this.#watchdog.sawLife();
    switch (message.type) {
      case 'pong':
        return;
      case 'ready':
        this.#beginWatch();
        return;
      case 'logged':
        this.#flightOf(message.id)?.call.log(message.source, message.text);
        return;
      case 'asserted':
        this.#flights.get(message.id)?.call.asserted?.(message.assertion, message.stack);
        return;
      case 'asked':
        this.#answer(message.ask, this.#flights.get(message.id), message.question);
        return;
      case 'waits':
        this.#answerBlocked(message.id, message.question);
        return;
      case 'aborted':
        this.#settle(message.id, undefined);
        return;
      case 'returned':
        this.#settle(message.id, { type: 'returned', value: message.value });
        return;
      case 'threw':
        this.#settle(message.id, { type: 'threw', failure: message.failure });
        return;
      default:
        message satisfies never;
    }
  }

  /** While the module is loaded all calls wait alike, however long it takes: that is nobody's loop. */
  #beginWatch(): void {
    this.#ready = true;
    if (this.#flights.size + this.#abandoned.size > 0) this.#watchdog.wake();
  }

  /** Output of code that runs outside of any call, such as loading the module, is shown with the oldest one. */
  #flightOf(id: number | undefined): Flight | undefined {
    return id === undefined ? this.#flights.values().next().value : this.#flights.get(id);
  }

  #answer(ask: number, flight: Flight | undefined, question: string): void {
    if (flight === undefined) return;
    void flight.call.ask(JSON.parse(question)).then(
      (value) => this.#post({ type: 'answer', ask, value: JSON.stringify(value) }),
      (error: unknown) => this.#post({ type: 'refusal', ask, message: errorText(error) }),
    );
  }

  /** The watchdog rests meanwhile: a thread that waits for us is not stuck. Calls that nobody waits for any more get no answer. */
  #answerBlocked(id: number, question: string): void {
    const flight = this.#flights.get(id);
    const asked = this.#replies.begin(id);
    if (flight === undefined) {
      this.#reply({ type: 'refusal', message: 'the call was stopped' });
      return;
    }
    this.#watchdog.rest();
    const reply = (answer: SyncAnswer) => {
      if (this.#replies.isOpen(asked)) this.#reply(answer);
    };
    void flight.call.ask(JSON.parse(question)).then(
      (value) => reply({ type: 'answer', value: JSON.stringify(value) }),
      (error: unknown) => reply({ type: 'refusal', message: errorText(error) }),
    );
  }

  #reply(answer: SyncAnswer): void {
    this.#replies.reply(answer);
    if (this.#ready && this.#flights.size + this.#abandoned.size > 0) this.#watchdog.wake();
  }

  #settle(id: number, outcome: CallOutcome | undefined): void {
    const flight = this.#flights.get(id);
    this.#flights.delete(id);
    this.#abandoned.delete(id);
    if (this.quiet) this.#release();
    if (flight !== undefined && outcome !== undefined) flight.settle(outcome);
    if (this.#flights.size + this.#abandoned.size > 0) return;
    this.#watchdog.rest();
    if (this.#occupancy === 'solo' || this.#closed) void this.#worker.terminate();
  }

  /** A lone call keeps the lane to itself until its deadline; of several, nobody knows which one is stuck. */
  #stuck(): void {
    if (this.#occupancy === 'solo') return;
    this.#close();
    if (this.#flights.size === 1 && this.#abandoned.size === 0) {
      this.#occupancy = 'solo';
      return;
    }
    this.#death ??= 'its worker was blocked and stopped answering';
    void this.#worker.terminate();
  }

  #loseAll(death: string): void {
    this.#close();
    this.#watchdog.rest();
    const alone = this.#options.occupancy === 'solo' || this.#calls === 1;
    const lost = [...this.#flights.values()];
    this.#flights.clear();
    this.#abandoned.clear();
    this.#replies.close();
    this.#options.onExit(this);
    for (const flight of lost) flight.settle({ type: 'lost', death, alone });
  }

  #post(message: HostMessage): void {
    this.#worker.postMessage(message);
  }
}
