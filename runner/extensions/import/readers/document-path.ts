export type DocumentPath = (string | number)[];
