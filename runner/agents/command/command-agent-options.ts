import type { AgentEntryOf } from '../../contract/index.ts';
import type { Variables } from '../../models/connectors.ts';
import type { MocksListener } from '../mcp/mocks-listener.ts';
import type { SessionCleanup } from '../session-cleanup.ts';
import type { TraceListener } from '../telemetry/trace-listener.ts';

export type CommandAgentOptions = {
  id: string;
  entry: AgentEntryOf<'command'>;
  /** The working directory of the command. Relative paths in the command refer to it. */
  root: string;
  variables: Variables;
  maxAnswer?: number;
};

export type CommandListeners = { mocks: MocksListener; traces?: TraceListener | undefined; ends: SessionCleanup };
