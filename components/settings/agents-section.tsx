import type { WorkspaceContents } from '@/lib/queries';
import { SettingsSection } from './settings-section';

/** Lists the agents of the workspace, and the reasons why some cannot be used. */
export function AgentsSection({ agents }: Pick<WorkspaceContents, 'agents'>) {
  return (
    <SettingsSection title="Agents" hint="Found in the folders and the config of this workspace.">
      {agents.length === 0 ? (
        <p className="text-ink-soft text-sm">
          None yet. <code className="font-mono text-xs">turntree init</code> creates a workspace with one.
        </p>
      ) : (
        <ul className="flex flex-col divide-y text-sm">
          {agents.map(({ id, type, name, connector, problem }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-1.5">
              <span className="min-w-0 break-words font-medium">{id}</span>
              <span className="min-w-0 break-words text-ink-soft">
                {[type, name, connector].filter((text) => text !== undefined && text !== id).join(' · ')}
              </span>
              {problem !== undefined && (
                <span className="min-w-0 whitespace-pre-line break-words text-fail">unavailable: {problem}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}
