import { ProblemText } from './problem-text';
import { useAgentLintFindings } from './use-agent-findings';

/**
 * Shows problems in agents and their files. They cannot be fixed here, because agents are not edited in the dashboard.
 */
export function AgentLintFindings() {
  const { findings, trouble } = useAgentLintFindings();
  if (findings.length === 0 && trouble.length === 0) return null;
  return (
    <section aria-label="Agents" className="max-h-1/2 shrink-0 overflow-y-auto border-t px-4 py-2 text-xs">
      <h3 className="font-medium">Agents</h3>
      {trouble.length > 0 && <p className="text-late">The agents were not checked: {trouble.join(' ')}</p>}
      <ul aria-label="Agent files" className="flex flex-col gap-1.5">
        {findings.map((finding) => {
          const location = `${finding.file}:${finding.line}:${finding.column}`;
          return (
            <li key={`${location} ${finding.message}`} className="flex items-start gap-2">
              <ProblemText problem={finding}>
                <span className="font-mono text-2xs text-ink-faint">{location}</span>
              </ProblemText>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
