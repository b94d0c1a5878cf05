import type { MissingFact } from '../../../simulated-user/index.ts';
import type { WrittenSuite } from '../write-suite.ts';
import type { TurnWithAgent } from './turn-with-agent.ts';

/** The user who talks to the agent: a person at a terminal, or a program such as the dashboard. */
export type TryInterface = {
  /** Called when it is known how to call the agent. */
  showAgent(description: string, goal: string | undefined): void;
  /** Asks for the goal of the built-in user; undefined if the person talks to the agent. */
  askGoal(): Promise<string | undefined>;
  /** Returns the person's next message; an empty message ends the conversation. */
  next(): Promise<string>;
  /** Shows that a conversation of the built-in user with the agent begins. */
  showConversation(title: string): void;
  /** Shows a message of the built-in user, before the agent answers it. */
  showMessage(message: Pick<TurnWithAgent, 'turn' | 'input'>): void;
  showAnswer(turn: TurnWithAgent): void;
  /** Asks the person for the value of a fact that the agent wants to know; undefined if the person does not know it. */
  askFact(fact: MissingFact): Promise<string | undefined>;
  /** Asks the person whether the agent may be called again; undefined if nobody can answer. */
  confirmRepeats(question: string): Promise<boolean | undefined>;
  showSuite(suite: WrittenSuite): void;
  close(): void;
};
