type Props = { problems: readonly string[]; title?: string };

/** Shows the runner's messages on why an action failed. Each message starts with a file, line and column. */
export function Problems({ problems, title = 'The run was not started.' }: Props) {
  if (problems.length === 0) return null;
  return (
    <div role="alert" className="rounded-md border border-fail bg-fail-soft px-3 py-2">
      <p className="font-medium text-fail">{title}</p>
      <pre className="mt-1 max-h-56 overflow-auto whitespace-pre-wrap break-words font-mono text-2xs text-ink">
        {problems.join('\n')}
      </pre>
    </div>
  );
}
