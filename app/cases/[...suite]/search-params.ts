import { createSerializer, parseAsBoolean, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { casePanels, caseViews } from '@/components/cases/case-address';

export const caseSearchParams = {
  case: parseAsString,
  q: parseAsString.withDefault(''),
  view: parseAsStringLiteral(caseViews).withDefault('source'),
  /** The run whose conversation is shown beside the text. */
  run: parseAsString,
  /** True to add a case when the file opens. */
  new: parseAsBoolean.withDefault(false),
  panel: parseAsStringLiteral(casePanels),
};

export const serializeCaseSearch = createSerializer(caseSearchParams);
