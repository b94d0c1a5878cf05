import type * as z from 'zod';
import { type RunEvent, runEventSchema } from '../../contract/index.ts';
import { AppError } from '../../host/errors.ts';
import { MAX_RECORD_LEVELS, parseJson, toErrorMessage } from '../../values/index.ts';
import type { Database } from '../db/index.ts';
import { orderImportedRuns } from '../order/order-imported-runs.ts';
import { getRun } from '../read/get-run.ts';
import { findBaseline, pinBaseline } from '../trends/baselines.ts';
import { EXPORT_VERSION } from '../write/export-version.ts';
import { interruptOrphanedRuns } from '../write/interrupt-orphaned-runs.ts';
import { interruptRun } from '../write/interrupt-run.ts';
import {
  decisionLineSchema,
  headerSchema,
  hintLineSchema,
  type RunLine,
  reviewLineSchema,
  runEndSchema,
  runLineSchema,
  turnReviewLineSchema,
} from './exported-line.ts';
import { createRunImport, type RunImport } from './run-import.ts';

export type ImportSummary = { added: number; known: number };

/**
 * Imports runs from a file that `exportRuns` wrote. A run that already exists only gets the reviews and hint verdicts
 * that it lacks. Every other run is imported in a transaction of its own. Throws an `AppError` with file and line at
 * the first problem; the runs before it stay imported.
 */
export async function importRuns(
  database: Database,
  { file, lines }: { file: string; lines: AsyncIterable<string> },
): Promise<ImportSummary> {
  const imported: ImportSummary = { added: 0, known: 0 };
  const added: string[] = [];
  let open: RunImport | undefined;
  let number = 1;
  try {
    for await (const text of lines) {
      if (number === 1) checkHeader(parseLine(text));
      else if (text.trim() !== '') open = importLine({ database, open, imported, added }, parseLine(text));
      number += 1;
    }
    number -= 1;
    if (number === 0) throw new Error('the file is empty');
    if (open !== undefined) finishCutOffRun({ database, open, imported, added });
    return imported;
  } catch (error) {
    open?.rollBack();
    const before =
      imported.added === 0 ? 'Nothing was imported.' : `Runs imported before this error: ${imported.added}.`;
    throw new AppError('invalid_request', `${file}:${number}: ${toErrorMessage(error)}`, [before], { cause: error });
  } finally {
    orderImportedRuns(database.sqlite, added);
  }
}

type ImportState = { database: Database; open: RunImport | undefined; imported: ImportSummary; added: string[] };

/** Imports one line. Returns the run that the following lines belong to. */
function importLine({ database, open, imported, added }: ImportState, value: unknown): RunImport | undefined {
  const type = describeTypeOfLine(value);
  if (open === undefined) {
    if (type !== 'run') throw new Error(`expected the beginning of a run, found "${type}"`);
    const runLine = checkSchema(runLineSchema, value);
    return createRunImport(database, { head: runLine, isKnown: isRunInHistory(database, runLine) });
  }
  if (type === 'review') {
    open.takeReview(checkSchema(reviewLineSchema, value).review);
    return open;
  }
  if (type === 'turn_review') {
    open.takeTurnReview(checkSchema(turnReviewLineSchema, value).review);
    return open;
  }
  if (type === 'decision') {
    open.takeDecision(checkSchema(decisionLineSchema, value).decision);
    return open;
  }
  if (type === 'hint') {
    open.takeHint(checkSchema(hintLineSchema, value).hint);
    return open;
  }
  if (type !== 'run.end') {
    open.takeEvent(parseEvent(value));
    return open;
  }
  const series = open.finish(checkSchema(runEndSchema, value).events);
  countImport(open, { imported, added });
  const { runId, pinned } = open.head;
  if (pinned === true && series !== undefined && findBaseline(database, series) === undefined)
    pinBaseline(database, { series, runId, now: Date.now() });
  return undefined;
}

/**
 * True if the history has the complete run. A rescued run may exist there as an incomplete copy, which does not count.
 */
function isRunInHistory(database: Database, { runId, rescued }: RunLine): boolean {
  if (rescued === true) interruptOrphanedRuns(database);
  const status = getRun(database, runId)?.status;
  return status !== undefined && !(rescued === true && status === 'interrupted');
}

/** Ends a rescued run that has no `run.finished` event because its process was killed. */
function finishCutOffRun({ database, open, imported, added }: ImportState): void {
  if (open?.head.rescued !== true) throw new Error('the file ends in the middle of a run: it was cut off');
  open.finish(undefined);
  countImport(open, { imported, added });
  interruptRun(database, open.head.runId, Date.now());
}

function countImport({ isKnown, head }: RunImport, { imported, added }: Pick<ImportState, 'imported' | 'added'>): void {
  if (isKnown) imported.known += 1;
  else {
    imported.added += 1;
    added.push(head.runId);
  }
}

function parseEvent(value: unknown): RunEvent {
  return checkSchema(runEventSchema, value);
}

function checkHeader(value: unknown): void {
  if (describeTypeOfLine(value) !== 'turntree.history')
    throw new Error('this is not a file of "turntree history export"');
  const { version, tool } = checkSchema(headerSchema, value);
  if (version > EXPORT_VERSION)
    throw new Error(
      `the file was written by a newer Turntree (${tool}, format ${version}): update Turntree to import it`,
    );
}

function parseLine(text: string): unknown {
  try {
    return parseJson(text, MAX_RECORD_LEVELS);
  } catch (error) {
    throw new Error(`this is not JSON: ${toErrorMessage(error)}`);
  }
}

function checkSchema<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(
    `"${describeTypeOfLine(value)}" has an invalid field: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
  );
}

function describeTypeOfLine(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('type' in value)) return 'no type';
  return String(value.type);
}
