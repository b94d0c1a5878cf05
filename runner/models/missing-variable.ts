import { AgentError } from '../ports/index.ts';

/** The error for a required environment variable that is not set, although the configuration itself is valid. */
export class MissingVariableError extends AgentError {
  readonly variable: string;

  constructor(message: string, variable: string) {
    super(message, 'configuration');
    this.variable = variable;
  }
}
