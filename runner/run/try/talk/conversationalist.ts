import type { MissingFact } from '../../../simulated-user/index.ts';
import type { WrittenSuite } from '../write-suite.ts';
import type { SpokenTurn } from './spoken-turn.ts';

/** The user who talks to the agent: at a terminal, or through a program such as the dashboard. */
export type Conversationalist = {
  /** Called when it is known how to call the agent. */
  showAgent(description: string, goal: string | undefined): void;
  /** What the built-in user shall want from the agent; undefined if the person talks to the agent. */
  askGoal(): Promise<string | undefined>;
  /** The next message; an empty one ends the conversation. */
  next(): Promise<string>;
  /** Shows that a conversation of the built-in user begins. */
  showConversation(title: string): void;
  /** Shows a message of the built-in user, before the agent answers it. */
  showMessage(message: Pick<SpokenTurn, 'turn' | 'input'>): void;
  showAnswer(turn: SpokenTurn): void;
  /** The value of a fact that the agent asks for; undefined if the person does not know it. */
  askFact(fact: MissingFact): Promise<string | undefined>;
  /** Whether the agent may be called again. Undefined if nobody can be asked. */
  confirmRepeats(question: string): Promise<boolean | undefined>;
  showSuite(suite: WrittenSuite): void;
  close(): void;
};
