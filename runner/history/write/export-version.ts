/** The version number at the start of an exported file. It is increased when older programs would misread the file. */
export const EXPORT_VERSION = 1;
