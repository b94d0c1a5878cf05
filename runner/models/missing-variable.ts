import { AgentError } from '../ports/index.ts';

/** An unset variable; the configuration itself is not to blame. */
export class MissingVariable extends AgentError {
  constructor(message: string) {
    super(message, 'configuration');
  }
}
