import { AgentError } from '../ports/index.ts';

/** What is configured well would work if a variable were set: no reason to blame the configuration. */
export class MissingVariable extends AgentError {
  constructor(message: string) {
    super(message, 'configuration');
  }
}
