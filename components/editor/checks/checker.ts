/** Takes the texts of a file as they come and checks the latest. */
export type Checker = { update(text: string): void; close(): void };
