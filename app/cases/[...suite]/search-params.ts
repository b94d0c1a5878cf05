import { createSerializer, parseAsBoolean, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { caseEditorViews, caseSidePanels } from '@/components/cases/case-address';

export const caseSearchParams = {
  case: parseAsString,
  q: parseAsString.withDefault(''),
  view: parseAsStringLiteral(caseEditorViews).withDefault('source'),
  /** The run whose conversation is shown beside the text of the case file. */
  run: parseAsString,
  /** True if the page adds a new case to the file when it opens. */
  new: parseAsBoolean.withDefault(false),
  panel: parseAsStringLiteral(caseSidePanels),
};

export const serializeCaseSearch = createSerializer(caseSearchParams);
