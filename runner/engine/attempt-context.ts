import type { Fault, Usage, UsageByRole } from '../contract/index.ts';
import { addUsage } from '../fold/index.ts';
import type { AttemptContext, MachineLoad, Progress, ScriptServices } from '../ports/index.ts';
import { formatDuration, formatGoDuration } from '../values/index.ts';
import { askAgent } from './ask-agent.ts';
import { createCallRecord } from './call-record.ts';
import { createOpenWaits } from './open-waits.ts';

type ContextOptions = Pick<AttemptContext, 'runId' | 'planned' | 'attempt' | 'ports' | 'deadline' | 'emit'> & {
  /** Shows the answer of a turn as far as it has come. */
  say?: (turn: number, text: string) => void;
  /** Which try of the attempt it is; each has a session of its own. */
  tries?: number;
};
/** Of a call inside an attempt: its session, and the accounts of the attempt that it is entered in. */
type Shared = Pick<AttemptContext, 'sessionId' | 'spend' | 'warn' | 'asked' | 'found'>;

export function createAttemptContext(options: ContextOptions, shared?: Shared): AttemptContext {
  const { runId, planned, attempt, tries = 1, ports, deadline } = options;
  const spent: UsageByRole = {};
  const warnings = new Set<string>();
  const faults: Fault[] = [];
  const waits = createOpenWaits(deadline);
  const overload = createOverload(ports, planned);
  const connectors = new Set<string>();
  let recorded: Progress = {};
  const emit: AttemptContext['emit'] = (body) => {
    if (body.type === 'phase.started') waits.begin(body);
    options.emit(body);
  };
  let heldUp: string | undefined;
  let hang: Promise<string | undefined> | undefined;
  const context: AttemptContext = {
    runId,
    planned,
    attempt,
    ports,
    deadline,
    emit,
    sessionId: `${planned.environment.chatId ?? runId}:${planned.suiteKey}:${planned.case.id}:${attempt}${tries === 1 ? '' : `:try-${tries}`}`,
    ask: (call) => askAgent(context, call, waits),
    services: (turn) => servicesOf(context, turn),
    within({ deadline: own, session }) {
      const { spend, warn, asked, sessionId } = context;
      // One of several: alone it decides nothing.
      const found = (fault: Fault) => context.found({ ...fault, severity: 'minor' });
      // Several talk at once, and nobody reads that as it comes.
      const limited = { ...options, say: undefined, deadline: own, planned: { ...planned, timeoutMs: own.timeoutMs } };
      return createAttemptContext(limited, { spend, warn, asked, found, sessionId: `${sessionId}:${session}` });
    },
    spend(role, usage) {
      const sum = addUsage(spent[role], usage);
      if (sum !== undefined) spent[role] = sum;
    },
    usage: () => spent,
    record(progress) {
      recorded = { ...recorded, ...progress };
    },
    progress: () => recorded,
    waiting(reason) {
      heldUp = reason;
    },
    hung(line) {
      hang = line;
    },
    async hangKnown() {
      const line = await hang;
      if (line !== undefined) heldUp = `still running at ${line}`;
    },
    ...createCallRecord({ ports, emit }),
    said: (turn, text) => options.say?.(turn, text),
    asked: (connector) => void connectors.add(connector),
    connector: () => (connectors.size === 0 ? undefined : [...connectors].join(', ')),
    warn: (text) => void warnings.add(text),
    warnings: () => [...warnings],
    found(fault) {
      faults.push(fault);
      emit({ type: 'fault.found', fault });
    },
    faults: () => faults,
    timeoutText: () => `${timeoutWords(planned.timeoutMs, waits.words(), heldUp)}${overload.words()}`,
    timeoutFault: () => waits.fault(context.timeoutText(), overload.words() === '' ? 'usual' : 'overloaded'),
    waitFor: (phase) => (phase === undefined ? waits.end() : waits.begin({ phase })),
    ...shared,
  };
  return context;
}

function timeoutWords(timeoutMs: number, waitedFor: string, heldUp: string | undefined): string {
  const reason = heldUp === undefined ? '' : `, ${heldUp}`;
  return `timeout after ${formatGoDuration(timeoutMs)}: waiting for ${waitedFor}${reason}`;
}

const LATE = 0.1;
const MOST = 0.5;

/**
 * Says by how much the event loop was late, where that was more than a tenth of the limit and not for the CPU that the
 * agent's own processes used; else an empty text. It is measured once, when the time is up.
 */
function createOverload(
  { load }: Pick<AttemptContext['ports'], 'load'>,
  { timeoutMs }: Pick<AttemptContext['planned'], 'timeoutMs'>,
): { words(): string } {
  const read = load?.begin();
  let measured: MachineLoad | undefined;
  return {
    words() {
      measured ??= read?.();
      if (measured === undefined || measured.lateMs <= timeoutMs * LATE) return '';
      if ((measured.ownShare ?? 0) > MOST) return '';
      return `; this machine was overloaded: the event loop of the runner was ${formatDuration(measured.lateMs)} late`;
    },
  };
}

function servicesOf(context: AttemptContext, turn: number): ScriptServices {
  const { runId, attempt, planned, sessionId, waiting, hung, warn } = context;
  const place = { runId, suiteKey: planned.suiteKey, caseId: planned.case.id, attempt, turn };
  const { environment, agentId } = planned;
  const called = context.called({ role: 'agent', turn, agentId });
  const spent = (usage: Usage) => context.spend('agent', usage);
  return {
    caller: { sessionId, context: { ...place, role: 'agent', environment, waiting, hung, warn, spent, called } },
    log: (source, text) => context.emit({ type: 'log.written', source, text }),
    hung: context.hung,
    askAgent: (question) =>
      context.ask({ ...question, role: 'agent', phase: 'script', turn, sessionId: `${context.sessionId}:script` }),
  };
}
