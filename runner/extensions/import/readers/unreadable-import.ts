/** A file that cannot be read at all; the message says what and where. */
export class UnreadableImport extends Error {}
