import { apiPage } from './api.ts';
import { commandLinePage } from './command-line.ts';
import { configPage } from './config.ts';
import { eventsPage } from './events.ts';
import { exitCodesPage } from './exit-codes.ts';
import { reportFieldsPage } from './report-fields.ts';

/** The pages of the reference that are written from the code. */
export const generatedPages: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/reference/api.md': apiPage,
  'docs/reference/command-line.md': commandLinePage,
  'docs/reference/config.md': configPage,
  'docs/reference/events.md': eventsPage,
  'docs/reference/exit-codes.md': exitCodesPage,
  'docs/reference/report-fields.md': reportFieldsPage,
};
