import { createHash } from 'node:crypto';
import type { CaseStatus } from '../../contract/index.ts';
import { type CaseRow, caseKey, isFailing, type RunState, runDurationMs } from '../../fold/index.ts';
import { decimalPercent, formatDuration, plural } from '../../values/index.ts';
import {
  causeHeadline,
  diagnose,
  diagnosisDetails,
  type FailureCause,
  failureCauses,
  passRate,
  statusWords,
} from '../../verdict/index.ts';
import { caseOfRun } from '../case-of-run.ts';
import { isoTime } from '../json/report-summary.ts';
import { rateLines } from '../rate-lines.ts';
import { countCases, type ResultReader, rowStatus, setAsideNote, suiteLabel } from '../reported-cases.ts';
import { xmlText } from '../xml-text.ts';
import { cspSource, htmlReport } from './html-report.ts';
import { pageAssets } from './page-assets.ts';

/** The style of the page with all cases, which needs no script. The pages of single cases use the dashboard's style. */
const folderStyle = `
:root { color-scheme: light dark; --line: light-dark(#dedcd6, #3a4147); --soft: light-dark(#4b545a, #c3c8cc);
  --pass: light-dark(#17632f, #7fd99a); --fail: light-dark(#a3161a, #ff9d94); --late: light-dark(#7a4b00, #f0bf6c);
  --broken: light-dark(#86218a, #e6a3ea); --accent: light-dark(#0b5c7d, #8fd0ea); }
body { margin: 0; font: 14px/1.5 system-ui, sans-serif; background: light-dark(#f6f5f1, #171c20); color: light-dark(#22292e, #eceae5); }
main { max-width: 68rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; margin: 0 0 .5rem; } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
a { color: var(--accent); display: inline-block; min-height: 24px; min-width: 24px; }
dl { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: .75rem 0; }
dt { font-size: .75rem; color: var(--soft); } dd { margin: 0; font-variant-numeric: tabular-nums; }
.status { font-weight: 600; margin: 0; }
.causes { padding-left: 1.5rem; } .causes li { margin-bottom: .75rem; } .causes p { margin: .15rem 0; color: var(--soft); }
table { width: 100%; border-collapse: collapse; } th { text-align: left; font-size: .75rem; color: var(--soft); }
th, td { padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td:nth-child(n + 3) { white-space: nowrap; font-variant-numeric: tabular-nums; }
.pass { color: var(--pass); } .fail { color: var(--fail); } .broken { color: var(--broken); } .late { color: var(--late); }
`;

/** A file of the folder: its path in the folder, with forward slashes, and its text in pieces. */
export type FolderFile = { file: string; pieces: Iterable<string> };

/** Marks a folder as a report, so that a program knows that it may replace the folder. */
export const FOLDER_MARK = '<meta name="generator" content="Turntree report folder">';

const links = { script: '../page.js', style: '../page.css', home: '../index.html' };
const LONGEST_NAME = 60;

/**
 * A run as files for any web server: a page with all its cases, and one page for each conversation, which opens at the turn
 * where it went wrong. The pages share their script. One case is read at a time.
 */
export function* reportFolder(state: RunState, resultsOf: ResultReader): Generator<FolderFile> {
  const { script, style } = pageAssets();
  yield { file: 'page.js', pieces: [script] };
  yield { file: 'page.css', pieces: [style] };
  const names = new Map(state.rows.map((row) => [row, caseFile(row)]));
  for (const row of state.rows) {
    const one = caseOfRun({ state, resultsOf }, [row]);
    const bad = resultsOf(row).find(({ status }) => isFailing(status));
    const open = { case: row.id, turn: bad && diagnose(bad, row, state.lastPassing?.(row))?.cause.turn };
    yield { file: requireName(names, row), pieces: htmlReport(one.state, one.resultsOf, { open, links }) };
  }
  yield { file: 'index.html', pieces: indexPage(state, resultsOf, (row) => requireName(names, row)) };
}

/**
 * The same for each run, so that links to a case stay right when the folder is written again. The hash keeps names
 * unique if ids differ only in special characters or in case, or belong to different suites.
 */
function caseFile({ suiteKey, id }: Pick<CaseRow, 'suiteKey' | 'id'>): string {
  const name = id
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')
    .slice(0, LONGEST_NAME)
    .toWellFormed();
  const hash = createHash('sha256').update(caseKey(suiteKey, id)).digest('hex').slice(0, 8);
  return `cases/${name}-${hash}.html`;
}

function requireName(names: ReadonlyMap<CaseRow, string>, row: CaseRow): string {
  return names.get(row) ?? '';
}

type FileLookup = (row: CaseRow) => string;

function* indexPage(state: RunState, resultsOf: ResultReader, file: FileLookup): Generator<string> {
  const title = state.options?.input || state.runId;
  const policy = `default-src 'none'; style-src ${cspSource(folderStyle)}; base-uri 'none'; form-action 'none'`;
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${FOLDER_MARK}
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${xmlText(title)} · Turntree</title>
<style>${folderStyle}</style>
</head>
<body>
<main>
<h1>${xmlText(title)}</h1>
${runFacts(state)}
`;
  const { causes } = failureCauses(state, resultsOf);
  if (causes.length > 0) {
    yield '<h2>Failures by cause</h2>\n<ol class="causes">\n';
    for (const cause of causes) yield causeItem(cause, state, file);
    yield '</ol>\n';
  }
  yield '<h2>Cases</h2>\n<table>\n<thead><tr><th scope="col">Status</th><th scope="col">Case</th><th scope="col">Passed</th><th scope="col">Time</th></tr></thead>\n<tbody>\n';
  for (const row of [...state.rows].sort(failuresFirst)) yield caseLine(row, state, file);
  yield '</tbody>\n</table>\n</main>\n</body>\n</html>\n';
}

function runFacts(state: RunState): string {
  const { word, tone } = statusWords[state.status];
  const counts = countCases(state.rows);
  const parts = Object.entries(counts).flatMap(([status, count]) =>
    count === 0 ? [] : [`${count} ${statusWords[status as CaseStatus].word.toLowerCase()}`],
  );
  const rate = passRate(state.counts);
  const lines: [string, string][] = [
    ['Cases', `${plural(state.rows.length, 'case')}: ${parts.join(', ')}`],
    ['Pass rate', rate === null ? 'nothing was judged' : decimalPercent(rate)],
    ...rateLines(state),
    [
      'Started',
      isoTime(state.startedAt ?? 0)
        .replace('T', ' ')
        .replace(/:\d\d\.\d+Z$/, ' UTC'),
    ],
    ['Duration', formatDuration(runDurationMs(state) ?? 0)],
    ['Run', state.runId],
  ];
  const list = lines.map(([name, value]) => `<div><dt>${xmlText(name)}</dt><dd>${xmlText(value)}</dd></div>`);
  return `<p class="status ${tone}">${word}</p>\n<dl>${list.join('')}</dl>`;
}

function causeItem(cause: FailureCause, { rows }: RunState, file: FileLookup): string {
  const { diagnosis, attempts } = cause;
  const details = diagnosisDetails(diagnosis).map((line) => `<p>${codeElement(line)}</p>`);
  const causeKeys = new Set(attempts.map(({ suiteKey, id }) => caseKey(suiteKey, id)));
  const cases = rows.filter(({ suiteKey, id }) => causeKeys.has(caseKey(suiteKey, id)));
  const linked = cases.map((row) => `<a href="${fileAddress(file(row))}">${xmlText(row.id)}</a>`);
  return `<li><strong>${codeElement(causeHeadline(cause))}</strong>${details.join('')}<p>${linked.join(' ')}</p></li>\n`;
}

function caseLine(row: CaseRow, state: RunState, file: FileLookup): string {
  const { word, tone } = statusWords[rowStatus(row)];
  const passed = row.attempts.filter(({ status }) => status === 'passed').length;
  const time = row.attempts.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0);
  const suite = suiteLabel(state, row.suiteKey);
  const names = [row.name === row.id ? undefined : row.name, suite].filter((name) => name !== undefined);
  const setAside = row.setAside === undefined ? '' : setAsideNote({ setAside: row.setAside });
  return `<tr><td class="${tone}">${word}${xmlText(setAside)}</td><td><a href="${fileAddress(file(row))}">${xmlText(row.id)}</a> ${xmlText(names.join(' · '))}</td><td>${passed} of ${row.attempts.length}</td><td>${formatDuration(time)}</td></tr>\n`;
}

function failuresFirst(one: CaseRow, other: CaseRow): number {
  return Number(isFailing(rowStatus(other))) - Number(isFailing(rowStatus(one)));
}

/** Names in backquotes are set as code. */
function codeElement(text: string): string {
  return xmlText(text).replaceAll(/`([^`\n]+)`/g, '<code>$1</code>');
}

function fileAddress(file: string): string {
  return file.split('/').map(encodeURIComponent).join('/');
}
