import { setTimeout as wait } from 'node:timers/promises';
import { EmptyingMap, toErrorMessage } from '../../values/index.ts';
import type { SentCall } from '../sent-call.ts';
import type { CallMessage, CallOutcome, UserCall } from '../user-call.ts';
import { createAtFaultPredicate } from './at-fault-predicate.ts';
import { forwardCallReport } from './call-report.ts';
import { locateHang } from './find-hang.ts';
import { createSentCalls, type ReturnUnstartedCalls } from './sent-calls.ts';
import { createSessionTextSender } from './session-texts.ts';
import { createSpanExports } from './span-exports.ts';
import { type ProcessSlotOptions, startModuleProcess } from './start-module.ts';
import { answerSyncQuestion, createSyncReplySender, type SyncReplies } from './sync-replies.ts';
import type { UserProcess } from './user-process.ts';
import { createWatchdog, type Watchdog } from './watchdog.ts';
import type { HostMessage, WorkerMessage } from './worker-protocol.ts';

/**
 * One process that answers calls of one module, many of them at a time; it notices when the process dies or is stuck.
 */
export class ProcessSlot {
  readonly #options: ProcessSlotOptions;
  readonly #process: UserProcess<HostMessage>;
  readonly #watchdog: Watchdog;
  readonly #unfinishedCalls = new EmptyingMap<number, UnfinishedCall>();
  readonly #ahead = createSentCalls();
  /** The ids of aborted calls for which the process has not yet acknowledged the abort. */
  readonly #abandoned = new Set<number>();
  readonly #waiting: (() => void)[] = [];
  readonly #replies: SyncReplies;
  readonly #textsFor = createSessionTextSender();
  readonly #sending = createSpanExports(() => this.#endIfIdle());
  /** True if the process should get no calls of new sessions. */
  worn = false;
  #occupancy: 'shared' | 'solo';
  #calls = 0;
  #begun = 0;
  #ready = false;
  #closed = false;
  /**
   * A search for the line of user code that hangs. The process is killed only after the search, because afterwards its
   * position cannot be read.
   */
  #looking: Promise<string | undefined> = Promise.resolve(undefined);
  #death: string | undefined;
  /** The id of the call that is known to end the process. */
  #culprit: number | undefined;

  constructor(options: ProcessSlotOptions) {
    this.#options = options;
    this.#occupancy = options.occupancy;
    this.#process = startModuleProcess(options, {
      onMessage: (message) => this.#receive(message),
      onOutput: (source, text) => this.#callOfOutput(undefined)?.call.log(source, text),
      onEnded: (death) => this.#failAllCalls(this.#death ?? death),
    });
    this.#replies = createSyncReplySender({
      send: (answer) => this.#process.reply(answer),
      onWait: () => this.#watchdog.stopWatching(),
      onReply: () => this.#startWatching(),
    });
    this.#watchdog = createWatchdog({
      pingMs: options.pingMs,
      ping: () => this.#process.post({ type: 'ping' }),
      stuck: () => this.#handleStuckProcess(),
    });
  }

  /** True if this process accepts new calls. */
  get open(): boolean {
    return !this.#closed;
  }

  /**
   * True if the process has acknowledged every abort. Otherwise, user code may be in an endless loop, and a new call
   * would wait behind it.
   */
  get quiet(): boolean {
    return this.#abandoned.size === 0;
  }

  /** True if calls run in this process or are about to. */
  get busy(): boolean {
    return this.#unfinishedCalls.size + this.#abandoned.size + this.#ahead.size > 0;
  }

  /** True if the process is blocked by a question that the host has not answered yet. */
  get blocked(): boolean {
    return this.#replies.asker() !== undefined;
  }

  /** Resolves when the process has acknowledged every abort or has been given up. */
  settled(): Promise<void> {
    return this.quiet || this.#closed ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }

  call(call: UserCall, signal: AbortSignal): Promise<CallOutcome> {
    if (signal.aborted) return Promise.reject(signal.reason);
    this.#calls += 1;
    this.#begun += 1;
    const id = this.#calls;
    return new Promise((resolve, reject) => {
      const abandonCall = () => {
        this.#abandon(id, call, signal.reason);
        reject(signal.reason);
      };
      const resolveCall = (outcome: CallOutcome) => {
        signal.removeEventListener('abort', abandonCall);
        resolve(outcome);
      };
      this.#unfinishedCalls.set(id, { call, settle: resolveCall });
      signal.addEventListener('abort', abandonCall, { once: true });
      this.#startWatching();
      this.#post(id, call);
    });
  }

  /** Sends a call to the process; the call begins when the process is ready for it. */
  send(sent: SentCall, { atOnce, takeBack }: { atOnce: number; takeBack: ReturnUnstartedCalls }): void {
    this.#calls += 1;
    this.#ahead.add(this.#calls, sent, takeBack);
    this.#post(this.#calls, sent.message, atOnce);
  }

  resume(): void {
    if (!this.#closed) this.#process.post({ type: 'resume' });
  }

  revoke(): void {
    this.#ahead.clear();
    if (!this.#closed) this.#process.post({ type: 'revoke' });
  }

  #post(id: number, call: CallMessage, atOnce?: number): void {
    const { name, payload, session, manner = 'plain', hasMocks = false, traceparent } = call;
    const texts = this.#textsFor(call.texts ?? [], session);
    this.#process.post({ type: 'call', id, name, payload, texts, manner, hasMocks, session, traceparent, atOnce });
  }

  #begin(id: number): void {
    const sent = this.#ahead.begin(id);
    if (sent === undefined) return;
    this.#begun += 1;
    this.#unfinishedCalls.set(id, { call: sent.call, settle: (outcome) => sent.settle(outcome) });
    this.#startWatching();
    sent.begin((call, reason) => this.#abandon(id, call, reason));
  }

  forget(session: string): void {
    if (this.open) this.#process.post({ type: 'forget', session });
  }

  /** Ends the process once its remaining calls have ended. */
  retire(): void {
    this.#close();
    if (this.#unfinishedCalls.size + this.#ahead.size === 0) void this.end();
  }

  async end(): Promise<void> {
    this.#close();
    this.#watchdog.stopWatching();
    await this.#looking;
    await this.#process.terminate();
  }

  #abandon(id: number, call: UserCall, reason: unknown): void {
    this.#unfinishedCalls.delete(id);
    this.#abandoned.add(id);
    const text = toErrorMessage(reason);
    this.#replies.refuse(id, text);
    this.#process.post({ type: 'abort', id, reason: text });
    this.#looking = this.#locateHang(id);
    call.hung?.(this.#looking);
    if (this.#occupancy === 'solo') void this.#looking.then(() => this.#process.terminate());
    else
      void Promise.all([this.#looking, wait(this.#options.pingMs / 4)]).then(() => this.#handleUnacknowledgedAbort(id));
  }

  /**
   * Finds the line at which an aborted call hangs. Returns undefined if another call may be the one that blocks the
   * process.
   */
  async #locateHang(id: number): Promise<string | undefined> {
    if (!this.#ready || this.blocked || this.#unfinishedCalls.size > 0 || this.#abandoned.size > 1) return undefined;
    return locateHang({ process: this.#process, start: this.#options.start, isSilent: () => this.#abandoned.has(id) });
  }

  /**
   * Handles an abort that the process does not acknowledge: the process gets no more calls, and the watchdog decides
   * about the calls in progress.
   */
  #handleUnacknowledgedAbort(id: number): void {
    if (!this.#abandoned.has(id)) return;
    if (this.blocked) return void setTimeout(() => this.#handleUnacknowledgedAbort(id), this.#options.pingMs / 4);
    this.#close();
    if (this.#unfinishedCalls.size === 0) void this.#process.terminate();
  }

  #close(): void {
    this.#closed = true;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #receive(message: WorkerMessage): void {
    if (message.type !== 'logged' && message.type !== 'waits') this.#watchdog.resetSilence();
    switch (message.type) {
      case 'pong':
        return;
      case 'began':
        this.#begin(message.id);
        return;
      case 'worn':
        this.worn = true;
        return;
      case 'ready':
        this.#ready = true;
        this.#startWatching();
        return;
      case 'logged':
      case 'said':
      case 'asserted':
        forwardCallReport(this.#callOfOutput(message.id)?.call, message);
        return;
      case 'asked':
        void this.#answer(message);
        return;
      case 'waits':
        this.#replies.answer(message.id, this.#unfinishedCalls.get(message.id)?.call, message.question);
        return;
      case 'ending':
        [this.#death, this.#culprit] = [message.death, message.id];
        return;
      case 'aborted':
        this.#settle(message.id, undefined);
        return;
      case 'returned':
      case 'threw':
        if (message.isSending === true)
          this.#unfinishedCalls.get(message.id)?.call.sending?.(this.#sending.beginExport(message.id));
        this.#settle(message.id, message);
        return;
      case 'sent':
        this.#sending.end(message.id);
        return;
      default:
        message satisfies never;
    }
  }

  /**
   * Starts to watch the process for hangs. While the module loads, all calls wait without a time limit, so no call can
   * be blamed for a loop in the module's top-level code.
   */
  #startWatching(): void {
    if (this.#ready && this.busy) this.#watchdog.startWatching();
  }

  /**
   * Returns the call that output belongs to. Output from outside any call, such as during loading, is logged with the
   * oldest running call.
   */
  #callOfOutput(id: number | undefined): UnfinishedCall | undefined {
    return id === undefined ? this.#unfinishedCalls.values().next().value : this.#unfinishedCalls.get(id);
  }

  async #answer({ id, ask, question }: Extract<WorkerMessage, { type: 'asked' }>): Promise<void> {
    const call = this.#unfinishedCalls.get(id)?.call;
    if (call !== undefined) this.#process.post({ ...(await answerSyncQuestion(call, question)), ask });
  }

  #settle(id: number, outcome: CallOutcome | undefined): void {
    const flight = this.#unfinishedCalls.get(id);
    this.#unfinishedCalls.delete(id);
    this.#abandoned.delete(id);
    if (this.quiet) for (const resolve of this.#waiting.splice(0)) resolve();
    if (flight !== undefined && outcome !== undefined) flight.settle(outcome);
    if (this.busy) return;
    this.#watchdog.stopWatching();
    this.#endIfIdle();
  }

  /** Ends the process if it gets no more calls and has exported its spans. */
  #endIfIdle(): void {
    if (this.busy || this.#sending.size() > 0) return;
    if (this.#occupancy === 'solo' || this.#closed) void this.#process.terminate();
  }

  /**
   * Handles a stuck process. If it has a single call, that call may run until its deadline. If it has several calls, it
   * is unknown which of them is stuck, so the process is killed.
   */
  #handleStuckProcess(): void {
    if (this.#occupancy === 'solo') return;
    this.#close();
    if (this.#unfinishedCalls.size === 1 && this.#abandoned.size === 0) {
      this.#occupancy = 'solo';
      return;
    }
    this.#death ??= 'its process was blocked and stopped answering';
    void this.#process.terminate();
  }

  #failAllCalls(death: string): void {
    // If the process ends before any call has begun, its first call is treated as begun, because every other process
    // would end in the same way.
    const first = this.#begun === 0 ? this.#ahead.first() : undefined;
    if (first !== undefined) this.#begin(first);
    this.#close();
    this.#watchdog.stopWatching();
    this.#sending.endAll();
    const lost = [...this.#unfinishedCalls.entries()];
    this.#unfinishedCalls.clear();
    this.#abandoned.clear();
    this.#options.onExit();
    const alone = this.#options.occupancy === 'solo' || this.#begun === 1;
    const isGuilty = createAtFaultPredicate({ alone, culprit: this.#culprit, others: lost.length - 1 });
    for (const [id, { call, settle }] of lost) settle({ type: 'lost', death, guilty: isGuilty(id, call) });
    this.#ahead.returnCalls();
  }
}

/** A call that has not ended yet. */
type UnfinishedCall = { call: UserCall; settle(outcome: CallOutcome): void };
