import type { Fault, Usage, UsageByRole } from '../contract/index.ts';
import { addUsage } from '../fold/index.ts';
import type { AttemptContext, Progress, ScriptServices } from '../ports/index.ts';
import { formatGoDuration } from '../values/index.ts';
import { askAgent } from './ask-agent.ts';
import { createCallRecord } from './call-record.ts';
import { createOpenWaits } from './open-waits.ts';

type ContextOptions = Pick<
  AttemptContext,
  'runId' | 'planned' | 'attempt' | 'rules' | 'ports' | 'deadline' | 'emit'
> & {
  /** Shows the answer of a turn as far as it has come. */
  say?: (turn: number, text: string) => void;
  /** Which try of the attempt it is; each has a session of its own. */
  tries?: number;
};
/** Of a call inside an attempt: its session, and the accounts of the attempt that it is entered in. */
type Shared = Pick<AttemptContext, 'sessionId' | 'spend' | 'warn' | 'asked' | 'found'>;

export function createAttemptContext(options: ContextOptions, shared?: Shared): AttemptContext {
  const { runId, planned, attempt, tries = 1, rules, ports, deadline } = options;
  const spent: UsageByRole = {};
  const warnings = new Set<string>();
  const faults: Fault[] = [];
  const waits = createOpenWaits(deadline);
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
    rules,
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
    timeoutText: () =>
      `timeout after ${formatGoDuration(planned.timeoutMs)}: waiting for ${waits.words()}${heldUp === undefined ? '' : `, ${heldUp}`}`,
    timeoutFault: () => waits.fault(context.timeoutText()),
    waitFor: (phase) => (phase === undefined ? waits.end() : waits.begin({ phase })),
    ...shared,
  };
  return context;
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
