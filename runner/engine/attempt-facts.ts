import type { Fault, Usage, UsageByRole } from '../contract/index.ts';
import { addUsage } from '../fold/index.ts';
import type {
  AgentFact,
  AttemptContext,
  AttemptFact,
  AttemptProgress,
  Deadline,
  MachineLoad,
  RoleOfFact,
  RunnerPorts,
} from '../ports/index.ts';
import { formatDuration, formatGoDuration } from '../values/index.ts';
import { type CallRecord, createCallRecord } from './call-record.ts';
import { createWaitTracker, type WaitTracker } from './open-waits.ts';

/** State shared by all calls of an attempt. */
export type AttemptTotals = { usage: UsageByRole; warnings: Set<string>; faults: Fault[]; connectors: Set<string> };

export function createAttemptTotals(): AttemptTotals {
  return { usage: {}, warnings: new Set(), faults: [], connectors: new Set() };
}

type AttemptRecorderOptions = {
  planned: AttemptContext['planned'];
  ports: Pick<RunnerPorts, 'clock' | 'load' | 'recordCalls'>;
  deadline: Deadline;
  accounts: AttemptTotals;
  emit: AttemptContext['emit'];
  /** Streams the partial answer of a turn. */
  say: ((turn: number, text: string) => void) | undefined;
};

/** Turns every fact about an attempt into an event, a part of the result, or both. */
export function createAttemptRecorder(
  options: AttemptRecorderOptions,
): Pick<AttemptContext, 'emit' | 'report' | 'record' | 'findings' | 'timeout'> {
  const { planned, ports, deadline, accounts, say } = options;
  const waits = createWaitTracker(deadline);
  const overload = createOverloadDescription(ports, planned);
  const emit: AttemptContext['emit'] = (body) => {
    if (body.type === 'phase.started') waits.beginPhase(body);
    options.emit(body);
  };
  const calls = createCallRecord({ ports, emit });
  const notes: AttemptRecorderState = { progress: {}, heldUp: undefined, hang: undefined };
  const ledger: FactRecorder = { accounts, waits, calls, notes, emit, say };
  return {
    emit,
    report: (fact) => recordFact(ledger, fact),
    record(progress) {
      notes.progress = { ...notes.progress, ...progress };
    },
    findings: () => ({ ...accounts, progress: notes.progress }),
    async timeout() {
      const location = await notes.hang;
      const reason = location === undefined ? notes.heldUp : `still running at ${location}`;
      const waited = `waiting for ${waits.describeWait()}${reason === undefined ? '' : `, ${reason}`}`;
      const text = `timeout after ${formatGoDuration(planned.timeoutMs)}: ${waited}${overload.describeOverload()}`;
      return {
        text,
        fault: waits.createTimeoutFault(text, overload.describeOverload() === '' ? 'usual' : 'overloaded'),
      };
    },
  };
}

type AttemptRecorderState = {
  progress: AttemptProgress;
  heldUp: string | undefined;
  hang: Promise<string | undefined> | undefined;
};
type FactRecorder = Pick<AttemptRecorderOptions, 'accounts' | 'emit' | 'say'> & {
  waits: WaitTracker;
  calls: CallRecord;
  notes: AttemptRecorderState;
};

type WarningOrWait = Extract<AgentFact, { type: 'warning' | 'wait' }>;

function recordFact(ledger: FactRecorder, fact: AttemptFact): void {
  const { accounts, waits, emit } = ledger;
  switch (fact.type) {
    case 'agent':
      recordAgentFact(ledger, fact.source, fact.fact);
      break;
    case 'spent':
      addUsageOfRole(accounts, fact);
      break;
    case 'answered':
      waits.endPhase();
      break;
    case 'warning':
    case 'wait':
      recordWarningOrWait(ledger, fact);
      break;
    case 'fault':
      accounts.faults.push(fact.fault);
      emit({ type: 'fault.found', fault: fact.fault });
      break;
    case 'hook':
      waits.beginPhase({ phase: fact.phase });
      break;
    default:
      fact satisfies never;
  }
}

function recordAgentFact(ledger: FactRecorder, source: RoleOfFact, fact: AgentFact): void {
  const { accounts, waits, calls, notes, emit, say } = ledger;
  switch (fact.type) {
    case 'text':
      say?.(source.turn, fact.text);
      break;
    case 'log':
      emit({ type: 'log.written', source: fact.source, text: fact.text });
      break;
    case 'warning':
    case 'wait':
      recordWarningOrWait(ledger, fact);
      break;
    case 'hang':
      notes.hang = fact.location;
      break;
    case 'connector':
      accounts.connectors.add(fact.connector);
      break;
    case 'usage':
      addUsageOfRole(accounts, { role: source.role, usage: fact.usage });
      break;
    case 'request.started':
      waits.beginRequest(fact.id, fact.service);
      break;
    case 'request.finished':
      waits.endRequest(fact.id);
      break;
    case 'tool.started':
      calls.startTool(source.turn, fact);
      break;
    case 'tool.finished':
      calls.finishTool(fact);
      break;
    case 'model.called':
      calls.addModelCall(source, fact.call);
      break;
    case 'call.observed':
      calls.addObserved(source, fact.observed);
      break;
    default:
      fact satisfies never;
  }
}

/** Handles facts that both the attempt and its agents or scripts can report. */
function recordWarningOrWait({ accounts, notes }: FactRecorder, fact: WarningOrWait): void {
  if (fact.type === 'warning') accounts.warnings.add(fact.text);
  else notes.heldUp = fact.reason;
}

function addUsageOfRole(
  { usage: sums }: AttemptTotals,
  { role, usage }: { role: keyof UsageByRole; usage: Usage | undefined },
): void {
  const sum = addUsage(sums[role], usage);
  if (sum !== undefined) sums[role] = sum;
}

const LATE = 0.1;
const MOST = 0.5;

/**
 * Describes how late the event loop was, if that is more than a tenth of the limit and not caused by the CPU use of
 * the agent's own processes; else an empty text. Measured once, at the timeout.
 */
function createOverloadDescription(
  { load }: Pick<RunnerPorts, 'load'>,
  { timeoutMs }: Pick<AttemptContext['planned'], 'timeoutMs'>,
): { describeOverload(): string } {
  const readOverload = load?.begin();
  let measured: MachineLoad | undefined;
  return {
    describeOverload() {
      measured ??= readOverload?.();
      if (measured === undefined || measured.lateMs <= timeoutMs * LATE) return '';
      if ((measured.ownShare ?? 0) > MOST) return '';
      return `; this machine was overloaded: the event loop of the runner was ${formatDuration(measured.lateMs)} late`;
    },
  };
}
