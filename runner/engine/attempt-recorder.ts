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
import { createWaitTracker, type WaitTracker } from './wait-tracker.ts';

/** What all calls of an attempt share. */
export type AttemptTotals = { usage: UsageByRole; warnings: Set<string>; faults: Fault[]; connectors: Set<string> };

export function createAttemptTotals(): AttemptTotals {
  return { usage: {}, warnings: new Set(), faults: [], connectors: new Set() };
}

type AttemptRecorderOptions = {
  planned: AttemptContext['planned'];
  ports: Pick<RunnerPorts, 'clock' | 'load' | 'recordCalls'>;
  deadline: Deadline;
  totals: AttemptTotals;
  emit: AttemptContext['emit'];
  /** Receives the partial answer of a turn for live display. */
  streamText: ((turn: number, text: string) => void) | undefined;
};

/** Records facts about an attempt as events, or as a part of the result, or both. */
export function createAttemptRecorder(
  options: AttemptRecorderOptions,
): Pick<AttemptContext, 'emit' | 'report' | 'record' | 'findings' | 'timeout'> {
  const { planned, ports, deadline, totals, streamText } = options;
  const waits = createWaitTracker(deadline);
  const overloadDescription = createOverloadDescription(ports, planned);
  const emit: AttemptContext['emit'] = (body) => {
    if (body.type === 'phase.started') waits.beginPhase(body);
    options.emit(body);
  };
  const calls = createCallRecord({ ports, emit });
  const state: AttemptRecorderState = { progress: {}, waitReason: undefined, hang: undefined };
  const factRecorder: FactRecorder = { totals, waits, calls, state, emit, streamText };
  return {
    emit,
    report: (fact) => recordFact(factRecorder, fact),
    record(progress) {
      state.progress = { ...state.progress, ...progress };
    },
    findings: () => ({ ...totals, progress: state.progress }),
    async timeout() {
      const location = await state.hang;
      const reason = location === undefined ? state.waitReason : `still running at ${location}`;
      const wait = `waiting for ${waits.describeWait()}${reason === undefined ? '' : `, ${reason}`}`;
      const text = `timeout after ${formatGoDuration(planned.timeoutMs)}: ${wait}${overloadDescription.describeOverload()}`;
      return {
        text,
        fault: waits.createTimeoutFault(text, overloadDescription.describeOverload() === '' ? 'usual' : 'overloaded'),
      };
    },
  };
}

type AttemptRecorderState = {
  progress: AttemptProgress;
  waitReason: string | undefined;
  hang: Promise<string | undefined> | undefined;
};
type FactRecorder = Pick<AttemptRecorderOptions, 'totals' | 'emit' | 'streamText'> & {
  waits: WaitTracker;
  calls: CallRecord;
  state: AttemptRecorderState;
};

type WarningOrWait = Extract<AgentFact, { type: 'warning' | 'wait' }>;

function recordFact(recorder: FactRecorder, fact: AttemptFact): void {
  const { totals, waits, emit } = recorder;
  switch (fact.type) {
    case 'agent':
      recordAgentFact(recorder, fact.source, fact.fact);
      break;
    case 'spent':
      addUsageOfRole(totals, fact);
      break;
    case 'answered':
      waits.endPhase();
      break;
    case 'warning':
    case 'wait':
      recordWarningOrWait(recorder, fact);
      break;
    case 'fault':
      totals.faults.push(fact.fault);
      emit({ type: 'fault.found', fault: fact.fault });
      break;
    case 'hook':
      waits.beginPhase({ phase: fact.phase });
      break;
    default:
      fact satisfies never;
  }
}

function recordAgentFact(recorder: FactRecorder, source: RoleOfFact, fact: AgentFact): void {
  const { totals, waits, calls, state, emit, streamText } = recorder;
  switch (fact.type) {
    case 'text':
      streamText?.(source.turn, fact.text);
      break;
    case 'log':
      emit({ type: 'log.written', source: fact.source, text: fact.text });
      break;
    case 'warning':
    case 'wait':
      recordWarningOrWait(recorder, fact);
      break;
    case 'hang':
      state.hang = fact.location;
      break;
    case 'connector':
      totals.connectors.add(fact.connector);
      break;
    case 'usage':
      addUsageOfRole(totals, { role: source.role, usage: fact.usage });
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
      calls.addTracedCall(source, fact.observed);
      break;
    default:
      fact satisfies never;
  }
}

/** Handles facts that can be reported by the attempt itself and by its agents or scripts. */
function recordWarningOrWait({ totals, state }: FactRecorder, fact: WarningOrWait): void {
  if (fact.type === 'warning') totals.warnings.add(fact.text);
  else state.waitReason = fact.reason;
}

function addUsageOfRole(
  { usage: sums }: AttemptTotals,
  { role, usage }: { role: keyof UsageByRole; usage: Usage | undefined },
): void {
  const sum = addUsage(sums[role], usage);
  if (sum !== undefined) sums[role] = sum;
}

const MIN_OVERLOAD_DELAY_SHARE = 0.1;
const MAX_OWN_CPU_SHARE = 0.5;

/**
 * Returns a note on how late the event loop was at the timeout, if that was more than a tenth of the time limit and was
 * not caused by the CPU use of the agent's own processes; otherwise an empty text.
 */
function createOverloadDescription(
  { load }: Pick<RunnerPorts, 'load'>,
  { timeoutMs }: Pick<AttemptContext['planned'], 'timeoutMs'>,
): { describeOverload(): string } {
  const readOverload = load?.begin();
  let measuredLoad: MachineLoad | undefined;
  return {
    describeOverload() {
      measuredLoad ??= readOverload?.();
      if (measuredLoad === undefined || measuredLoad.lateMs <= timeoutMs * MIN_OVERLOAD_DELAY_SHARE) return '';
      if ((measuredLoad.ownShare ?? 0) > MAX_OWN_CPU_SHARE) return '';
      return `; this machine was overloaded: the event loop of the runner was ${formatDuration(measuredLoad.lateMs)} late`;
    },
  };
}
