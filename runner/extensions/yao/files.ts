import type { OtherSystemFiles } from '../system-files.ts';

/** Each of these files marks the root folder of an application. */
export const applicationFiles = ['app.yao', 'app.json', 'app.jsonc'];

export const yaoFiles: OtherSystemFiles = {
  marks: [...applicationFiles, 'assistants'],
  // Files with sample data of tools, in `mcps/mapping/`, are named like case files.
  isData: (file) => /\/mcps\/mapping\//.test(file),
};
