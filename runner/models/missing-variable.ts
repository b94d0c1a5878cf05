import { AgentError } from '../ports/index.ts';

/** A required environment variable is not set; the configuration itself is valid. */
export class MissingVariableError extends AgentError {
  readonly variable: string;

  constructor(message: string, variable: string) {
    super(message, 'configuration');
    this.variable = variable;
  }
}
