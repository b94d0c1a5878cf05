/**
 * Checks the text of a file. `update` receives each new text; if it changes faster than it can be checked, only the
 * latest text is checked.
 */
export type DocumentChecker = { update(text: string): void; close(): void };
