import type { WorkspaceContents } from '@/lib/queries';

type Props = {
  workspace: WorkspaceContents;
  /** The connector of the first run; absent if it is the agent's own. */
  chosen: string | undefined;
  others: readonly string[];
  onChange: (others: readonly string[]) => void;
};

/** Further connectors on which the same cases run, a run each. */
export function OtherConnectors({ workspace, chosen, others, onChange }: Props) {
  const offered = workspace.connectors.filter(({ id, keyPresent }) => keyPresent && id !== chosen);
  if (offered.length === 0) return null;
  return (
    <fieldset>
      <legend className="text-ink-soft text-xs">Also run on</legend>
      <div className="flex max-h-28 flex-wrap gap-x-4 overflow-y-auto">
        {offered.map(({ id }) => (
          <label key={id} className="flex min-h-7 items-center gap-1.5">
            <input
              type="checkbox"
              checked={others.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...others, id] : others.filter((other) => other !== id))
              }
            />
            {id}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
