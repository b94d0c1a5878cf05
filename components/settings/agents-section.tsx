import type { WorkspaceContents } from '@/lib/queries';
import { SettingsSection } from './settings-section';

/** Who answers in this workspace, and who cannot for want of a model. */
export function AgentsSection({ agents, connectors }: Pick<WorkspaceContents, 'agents' | 'connectors'>) {
  const usable = new Map(connectors.map((connector) => [connector.id, connector]));
  return (
    <SettingsSection title="Agents" hint="Found in the folders and the config of this workspace.">
      {agents.length === 0 ? (
        <p className="text-ink-soft text-sm">
          None yet: <code className="font-mono text-xs">runner init</code> makes a workspace with one.
        </p>
      ) : (
        <ul className="flex flex-col divide-y text-sm">
          {agents.map(({ id, type, name, connector }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-1.5">
              <span className="min-w-0 break-words font-medium">{id}</span>
              <span className="min-w-0 break-words text-ink-soft">
                {[type, name, connector].filter((part) => part !== undefined && part !== id).join(' · ')}
              </span>
              {connector !== undefined && !usable.has(connector) && (
                <span className="text-late">there is no connector “{connector}” here</span>
              )}
              {connector !== undefined && usable.get(connector)?.keyPresent === false && (
                <span className="text-late">the key of its connector is missing</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}
