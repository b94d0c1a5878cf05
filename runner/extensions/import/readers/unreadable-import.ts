/** A file that cannot be read at all; the message says what is wrong and where. */
export class UnreadableImport extends Error {}
