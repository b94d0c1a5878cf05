/** A checker that receives each new text of a file, and checks the latest one. */
export type DocumentChecker = { update(text: string): void; close(): void };
