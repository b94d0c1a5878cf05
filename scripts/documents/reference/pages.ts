import { buildApiPage } from './api.ts';
import { buildCommandLinePage } from './command-line.ts';
import { buildConfigPage } from './config.ts';
import { buildEventsPage } from './events.ts';
import { buildExitCodesPage } from './exit-codes.ts';
import { buildReportFieldsPage } from './report-fields.ts';

/** The pages of the reference that are written from the code. */
export const generatedPages: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/reference/api.md': buildApiPage,
  'docs/reference/command-line.md': buildCommandLinePage,
  'docs/reference/config.md': buildConfigPage,
  'docs/reference/events.md': buildEventsPage,
  'docs/reference/exit-codes.md': buildExitCodesPage,
  'docs/reference/report-fields.md': buildReportFieldsPage,
};
