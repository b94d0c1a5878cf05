import type { Fault, Usage, UsageByRole, UsageRole } from '../contract/index.ts';
import { addUsage } from '../fold/index.ts';
import type {
  AgentFact,
  AttemptContext,
  AttemptFact,
  Deadline,
  FactSource,
  MachineLoad,
  Progress,
  RunnerPorts,
} from '../ports/index.ts';
import { formatDuration, formatGoDuration } from '../values/index.ts';
import { createCallRecord } from './call-record.ts';
import { createOpenWaits } from './open-waits.ts';

/** What the calls of an attempt share. */
export type Accounts = { usage: UsageByRole; warnings: Set<string>; faults: Fault[]; connectors: Set<string> };

export function createAccounts(): Accounts {
  return { usage: {}, warnings: new Set(), faults: [], connectors: new Set() };
}

type FactsOptions = {
  planned: AttemptContext['planned'];
  ports: Pick<RunnerPorts, 'clock' | 'load' | 'recordCalls'>;
  deadline: Deadline;
  accounts: Accounts;
  emit: AttemptContext['emit'];
  /** Shows the answer of a turn as far as it has come. */
  say: ((turn: number, text: string) => void) | undefined;
};

/** Every fact about an attempt comes through here, and becomes an event, a part of the result, or both. */
export function createAttemptFacts(
  options: FactsOptions,
): Pick<AttemptContext, 'emit' | 'report' | 'record' | 'findings' | 'timeout'> {
  const { planned, ports, deadline, accounts, say } = options;
  const waits = createOpenWaits(deadline);
  const overload = createOverload(ports, planned);
  let progress: Progress = {};
  let heldUp: string | undefined;
  let hang: Promise<string | undefined> | undefined;

  const emit: AttemptContext['emit'] = (body) => {
    if (body.type === 'phase.started') waits.begin(body);
    options.emit(body);
  };
  const record = createCallRecord({ ports, emit });

  function spend(role: UsageRole, usage: Usage | undefined): void {
    const sum = addUsage(accounts.usage[role], usage);
    if (sum !== undefined) accounts.usage[role] = sum;
  }

  function reportOfAgent(source: FactSource, fact: AgentFact): void {
    switch (fact.type) {
      case 'text':
        return say?.(source.turn, fact.text);
      case 'log':
        return emit({ type: 'log.written', source: fact.source, text: fact.text });
      case 'warning':
        return void accounts.warnings.add(fact.text);
      case 'wait':
        heldUp = fact.reason;
        return;
      case 'hang':
        hang = fact.location;
        return;
      case 'connector':
        return void accounts.connectors.add(fact.connector);
      case 'usage':
        return spend(source.role, fact.usage);
      case 'request.started':
        return waits.beginRequest(fact.id, fact.service);
      case 'request.finished':
        return waits.endRequest(fact.id);
      case 'tool.started':
        return record.startTool(source.turn, fact);
      case 'tool.finished':
        return record.finishTool(fact);
      case 'model.called':
        return record.addModelCall(source, fact.call);
      case 'call.observed':
        return record.addObserved(source, fact.observed);
      default:
        return fact satisfies never;
    }
  }

  function report(fact: AttemptFact): void {
    switch (fact.type) {
      case 'agent':
        return reportOfAgent(fact.source, fact.fact);
      case 'spent':
        return spend(fact.role, fact.usage);
      case 'answered':
        return waits.end();
      case 'warning':
        return void accounts.warnings.add(fact.text);
      case 'fault':
        accounts.faults.push(fact.fault);
        return emit({ type: 'fault.found', fault: fact.fault });
      case 'hook':
        return waits.begin({ phase: fact.phase });
      case 'wait':
        heldUp = fact.reason;
        return;
      default:
        return fact satisfies never;
    }
  }

  return {
    emit,
    report,
    record(more) {
      progress = { ...progress, ...more };
    },
    findings: () => ({
      usage: accounts.usage,
      connector: accounts.connectors.size === 0 ? undefined : [...accounts.connectors].join(', '),
      warnings: [...accounts.warnings],
      faults: accounts.faults,
      progress,
    }),
    async timeout() {
      const location = await hang;
      const reason = location === undefined ? heldUp : `still running at ${location}`;
      const waited = `waiting for ${waits.words()}${reason === undefined ? '' : `, ${reason}`}`;
      const text = `timeout after ${formatGoDuration(planned.timeoutMs)}: ${waited}${overload.words()}`;
      return { text, fault: waits.fault(text, overload.words() === '' ? 'usual' : 'overloaded') };
    },
  };
}

const LATE = 0.1;
const MOST = 0.5;

/**
 * Says by how much the event loop was late, where that was more than a tenth of the limit and not for the CPU that the
 * agent's own processes used; else an empty text. It is measured once, when the time is up.
 */
function createOverload(
  { load }: Pick<RunnerPorts, 'load'>,
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
