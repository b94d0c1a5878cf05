import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../usage-error.ts';

const FLUSH_AT_LENGTH = 64 * 1024;
const WRITE_AFTER_MS = 100;
const formats = ['jsonl', 'json', 'md', 'html', 'xml'] as const;
export type ReportFormat = (typeof formats)[number] | 'folder';

export type OutputTarget = { file: string; format: ReportFormat };

const formatsWithCaseHealth: readonly ReportFormat[] = ['json', 'html', 'folder'];

/** Returns true for a report format that shows the state of each case over several runs. */
export function showsCaseHealth({ format }: OutputTarget): boolean {
  return formatsWithCaseHealth.includes(format);
}

/** Returns the path of a report, and the format that its extension stands for. Throws for an unknown extension. */
export function parseOutputTarget(file: string, cwd: string): OutputTarget {
  const filePath = path.resolve(cwd, file);
  if (isFolder(file, cwd)) return { file: filePath, format: 'folder' };
  const extension = path.extname(file).slice(1).toLowerCase();
  const format = formats.find((candidate) => candidate === extension);
  if (format === undefined) {
    const extensions = formats.map((name) => `.${name}`).join(', ');
    throw new UsageError(
      `--output ${file}: the extension sets the format, and "${path.extname(file)}" is none of ${extensions}; a folder must end in /`,
    );
  }
  return { file: filePath, format };
}

/**
 * True if the path exists as a folder or ends in a slash. If an existing folder has the name of a report, writing the
 * report fails with an error.
 */
export function isFolder(output: string, cwd: string): boolean {
  if (/[/\\]$/.test(output)) return true;
  if (/\.(jsonl|json|md|html|xml)$/i.test(output)) return false;
  return statSync(path.resolve(cwd, output), { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * Returns a file name such as `output-20261121031500.jsonl` in a folder, from the local time. If the file exists, a
 * number is added.
 */
export function chooseDefaultOutput(folder: string, now: Date): OutputTarget {
  const stamp = [
    now.getFullYear(),
    now.getMonth() + 1,
    now.getDate(),
    now.getHours(),
    now.getMinutes(),
    now.getSeconds(),
  ]
    .map((number) => String(number).padStart(2, '0'))
    .join('');
  let file = path.join(folder, `output-${stamp}.jsonl`);
  for (let number = 2; existsSync(file); number += 1) file = path.join(folder, `output-${stamp}-${number}.jsonl`);
  return { file, format: 'jsonl' };
}

export type WritableOutputFile = { write(text: string): void; close(): void };

/**
 * Opens a file for writing during the run, and creates its folder; `mode` is that of a new file. If an earlier
 * write failed, `close` throws.
 */
export function openOutputFile(file: string, mode?: number): WritableOutputFile {
  mkdirSync(path.dirname(file), { recursive: true });
  const descriptor = openSync(file, 'w', mode);
  let pending = '';
  let timer: NodeJS.Timeout | undefined;
  let failure: unknown;
  const flushText = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const text = pending;
    pending = '';
    if (text !== '') writeSync(descriptor, text);
  };
  const flushQuietly = (): void => {
    try {
      flushText();
    } catch (error) {
      failure ??= error;
    }
  };
  return {
    write(text) {
      pending += text;
      if (pending.length > FLUSH_AT_LENGTH) flushText();
      else timer ??= setTimeout(flushQuietly, WRITE_AFTER_MS);
    },
    close() {
      flushText();
      closeSync(descriptor);
      if (failure !== undefined) throw failure;
    },
  };
}

/** Writes a file atomically: writes a temporary file in the same folder, then renames it. */
export function writeFileAtomically(file: string, chunks: Iterable<string>, mode?: number): void {
  const temporary = `${file}.${process.pid}.tmp`;
  const stream = openOutputFile(temporary, mode);
  try {
    for (const chunk of chunks) stream.write(chunk);
    stream.close();
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
