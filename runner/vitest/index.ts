/** Suites and conversations as tests of Vitest: the entry point `turntree/vitest`. */
import { registerMatchers } from './matchers.ts';

export { type Conversation, type ConversationOptions, type ConversationScript, conversation } from './conversation.ts';
export { type DescribeSuiteOptions, describeSuite } from './describe-suite.ts';
export type { ConversationCheck } from './matchers.ts';
export type { SuiteInput } from './suite-input.ts';
export { type SuitesPlugin, watchSuites } from './watch-suites.ts';

registerMatchers();
