/** The version at the start of an exported file. It grows when older programs would misread the file. */
export const EXPORT_VERSION = 1;
