import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listedCasesQuery } from '@/lib/queries';
import type { CheckedDocument } from '@/runner/authoring';
import type { Json } from '@/runner/values';
import { isCheckedHere } from '../checks/use-document-check';
import type { Version } from './file-state';

/** Returns the contents of a table or an oxy file, as the server reads it; positions are lines. */
export function useListedDocument(suiteKey: string, { text, sha256 }: Version): CheckedDocument | undefined {
  const { data } = useQuery({ ...listedCasesQuery(suiteKey, sha256), enabled: !isCheckedHere(suiteKey) });
  return useMemo(() => {
    if (data === undefined) return undefined;
    const starts = lineStarts(text);
    const offsetOf = (line: number): number => starts[line - 1] ?? text.length;
    const cases = data.cases.map(({ id, line, kind, name, tags, skip }, index) => {
      const from = offsetOf(line);
      const value: Json = name === undefined ? {} : { name };
      return { index, id, line, kind, tags: [...tags], skip, value, from, to: from, problems: 0 };
    });
    const problems = data.problems.map((problem) => {
      const from = Math.min(offsetOf(problem.line) + problem.column - 1, text.length);
      return { ...problem, from, to: from, fixes: [] };
    });
    return { text, cases, problems };
  }, [data, text]);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
