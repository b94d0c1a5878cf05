import type { AgentProvider, AttachmentReader } from './agent.ts';
import type { AttemptChooser } from './attempt-chooser.ts';
import type { Clock } from './clock.ts';
import type { LoadMeter } from './load-meter.ts';
import type { EarlierAttemptFinder, RunObserver } from './observer.ts';
import type { RemoteAttemptExecutor } from './remote-attempts.ts';
import type { ScorerHost } from './scorer.ts';
import type { ScriptHost, TemplateRenderer } from './script.ts';
import type { SnapshotStore } from './snapshot.ts';

export type RunnerPorts = {
  agents: AgentProvider;
  scripts: ScriptHost;
  attachments: AttachmentReader;
  clock: Clock;
  /** Measures the load of the machine. If omitted, timeouts are never attributed to an overloaded machine. */
  load?: LoadMeter;
  observers: readonly RunObserver[];
  /** Runs scorers. Omitted if no case needs scorers. */
  scorers?: ScorerHost;
  snapshots?: SnapshotStore;
  render?: TemplateRenderer;
  earlier?: EarlierAttemptFinder;
  /** Chooses the attempts one by one during the run. If omitted, the plan determines all attempts. */
  chooser?: AttemptChooser | undefined;
  /** Executes the attempts in other processes. If omitted, this process executes them. */
  remoteExecutor?: RemoteAttemptExecutor | undefined;
  /** Records the requests and responses of models; true by default. */
  recordCalls?: boolean | undefined;
  /** Masks secrets in every text of an event, before any observer gets the event. */
  redact?: (text: string) => string;
  /** Called at most once for each observer that throws. */
  onObserverError: (observer: string, error: unknown) => void;
};
