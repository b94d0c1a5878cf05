import type { WorkspaceContents } from '@/lib/queries';
import { SettingsSection } from './settings-section';

type Connector = WorkspaceContents['connectors'][number];

/** Lists the connectors and whether their API keys are set. The keys themselves are never sent to a browser. */
export function ModelsSection({ connectors }: { connectors: readonly Connector[] }) {
  return (
    <SettingsSection title="Models" hint="Connectors of this workspace. Their keys stay in environment variables.">
      {connectors.length === 0 ? (
        <p className="text-ink-soft text-sm">
          None yet. Add one in <code className="font-mono text-xs">connectors/&lt;id&gt;.conn.yao</code>, or under{' '}
          <code className="font-mono text-xs">models</code> in the config.
        </p>
      ) : (
        <ul className="flex flex-col divide-y text-sm">
          {connectors.map((connector) => (
            <li key={connector.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-1.5">
              <span className="min-w-0 break-words font-medium">{connector.id}</span>
              <span className="min-w-0 break-words text-ink-soft">
                {[connector.type, connector.model].filter((text) => text !== undefined).join(' · ')}
              </span>
              <ApiKeyNote connector={connector} />
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

function ApiKeyNote({ connector: { keyVariable, keyPresent, problem } }: { connector: Connector }) {
  if (problem !== undefined) return <span className="min-w-0 break-words text-fail">unavailable: {problem}</span>;
  if (keyVariable === undefined) {
    return keyPresent ? (
      <span className="text-ink-faint">no key needed</span>
    ) : (
      <span className="text-late">key is empty</span>
    );
  }
  return (
    <span className={keyPresent ? 'text-pass' : 'text-late'}>
      <code className="font-mono text-xs">{keyVariable}</code> is {keyPresent ? 'set' : 'missing'}
    </span>
  );
}
