import { formatHint, formatProblem, type InputProblem } from '../../inputs/problem.ts';
import { formatWorkflowCommand, replaceCommandPrefix } from '../../reporters/github/workflow-command.ts';

export type LintFormat = 'text' | 'json' | 'github';

export type LintFinding = InputProblem & { severity: 'error' | 'warning' };

/** Formats all findings as one text: lines for people, one list for programs, workflow commands for GitHub Actions. */
export function formatFindings(findings: readonly LintFinding[], format: LintFormat): string {
  switch (format) {
    case 'text':
      return findings.map((finding) => `${formatTextLine(finding)}\n`).join('');
    case 'json':
      return `${JSON.stringify(findings, undefined, 2)}\n`;
    case 'github':
      return findings.map((finding) => `${replaceCommandPrefix(formatAnnotationLine(finding))}\n`).join('');
    default:
      return format satisfies never;
  }
}

function formatTextLine(finding: LintFinding): string {
  if (finding.severity === 'error') return formatProblem(finding);
  return formatProblem({ ...finding, message: `warning: ${finding.message}` });
}

function formatAnnotationLine({ severity, file, line, column, message, suggestion }: LintFinding): string {
  return formatWorkflowCommand({ severity, file, line, column, message: `${message}${formatHint(suggestion)}` });
}
