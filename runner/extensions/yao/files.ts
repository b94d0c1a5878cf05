import type { OtherSystemFiles } from '../system-files.ts';

/** The root of an application contains one of these. */
export const applicationFiles = ['app.yao', 'app.json', 'app.jsonc'];

export const yaoFiles: OtherSystemFiles = {
  marks: [...applicationFiles, 'assistants'],
  // Sample files of tools are named like case files.
  isData: (file) => /\/mcps\/mapping\//.test(file),
};
