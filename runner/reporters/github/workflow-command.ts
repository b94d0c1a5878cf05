import { createUnguessableText } from '../unguessable-text.ts';

/**
 * Placeholder for the start of Turntree's own annotations until they are written to a log. It is random, so that
 * agents, files and arguments cannot forge commands.
 */
export const COMMAND_MARK = `\u001b${createUnguessableText()}::`;

export type Annotation = {
  severity: 'error' | 'warning' | 'notice';
  /** The path of the file relative to the checkout, with forward slashes. */
  file?: string;
  line?: number;
  column?: number;
  title?: string;
  message: string;
};

/** Formats an annotation in the way in which GitHub Actions reads it from the output of a step. */
export function formatWorkflowCommand({ severity, file, line, column, title, message }: Annotation): string {
  const properties = Object.entries({ file, line, col: column, title })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeCommandProperty(String(value))}`);
  const list = properties.length === 0 ? '' : ` ${properties.join(',')}`;
  return `::${severity}${list}::${escapeCommandData(message)}`;
}

/**
 * Escapes a text in a workflow command. Other systems, and GitHub in its older syntax, execute commands anywhere in a
 * line, even within a command.
 */
function escapeCommandData(text: string): string {
  const harmless = text.replaceAll(/##(vso|teamcity)?\[/g, '##$1\\[');
  return harmless.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeCommandProperty(text: string): string {
  return escapeCommandData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Marks a command as Turntree's own before it is written to a log to which others also write. */
export function replaceCommandPrefix(text: string): string {
  return text.replace(/^::/, COMMAND_MARK);
}
