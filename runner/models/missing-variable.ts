import { AgentError } from '../ports/index.ts';

/** An unset variable; the configuration itself is not to blame. */
export class MissingVariable extends AgentError {
  readonly variable: string;

  constructor(message: string, variable: string) {
    super(message, 'configuration');
    this.variable = variable;
  }
}
