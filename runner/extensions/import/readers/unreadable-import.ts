/** Thrown for a file that cannot be read at all. The message contains the mistake and its position. */
export class UnreadableImport extends Error {}
