import type { OtherSystemFiles } from '../system-files.ts';

/** Files by which the root folder of an application is recognized; it contains one of them. */
export const applicationFiles = ['app.yao', 'app.json', 'app.jsonc'];

export const yaoFiles: OtherSystemFiles = {
  marks: [...applicationFiles, 'assistants'],
  // Files with sample data of tools have the same names as case files.
  isData: (file) => /\/mcps\/mapping\//.test(file),
};
