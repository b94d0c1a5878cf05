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
import { isoTime } from '../json/report-summary.ts';
import { rateLines } from '../rate-lines.ts';
import { reduceToRows } from '../reduce-to-rows.ts';
import { countCases, type ResultReader, rowStatus, setAsideNote, suiteLabel } from '../reported-cases.ts';
import { xmlText } from '../xml-text.ts';
import { codeElement, folderPage } from './folder-page.ts';
import { htmlReport } from './html-report.ts';
import { caseFile, fileAddress, INDEX_FILE, trendsFile } from './page-addresses.ts';
import { pageAssets } from './page-assets.ts';
import { type SuiteTrends, trendsPage } from './trends-page.ts';

/** A run, and the results of its suites in their last runs. */
export type ReportedFolder = { state: RunState; resultsOf: ResultReader; trends?: readonly SuiteTrends[] | undefined };

type IndexPage = Required<ReportedFolder> & { trends: readonly SuiteTrends[]; title: string };

/** A file of the folder: its path in the folder, with forward slashes, and its text in pieces. */
export type FolderFile = { file: string; pieces: Iterable<string> };

const links = { script: '../page.js', style: '../page.css', home: '../index.html' };

/**
 * A run as files for any web server: a page with all its cases, and one page for each conversation, which opens at the turn
 * where it went wrong; and a page for each suite over its last runs. The pages share their script. One case is read at a
 * time.
 */
export function* reportFolder({ state, resultsOf, trends = [] }: ReportedFolder): Generator<FolderFile> {
  const { script, style } = pageAssets();
  yield { file: 'page.js', pieces: [script] };
  yield { file: 'page.css', pieces: [style] };
  const names = new Map(state.rows.map((row) => [row, caseFile(row)]));
  for (const row of state.rows) {
    const one = reduceToRows({ state, resultsOf }, [row]);
    const bad = resultsOf(row).find(({ status }) => isFailing(status));
    const open = { case: row.id, turn: bad && diagnose(bad, row, state.lastPassing?.(row))?.cause.turn };
    yield { file: requireName(names, row), pieces: htmlReport(one.state, one.resultsOf, { open, links }) };
  }
  for (const suite of trends) {
    const ids = new Set(state.rows.flatMap((row) => (row.suiteKey === suite.suiteKey ? [row.id] : [])));
    yield { file: trendsFile(suite.suiteKey), pieces: trendsPage(suite, ids) };
  }
  const title = state.options?.input || state.runId;
  const index = indexParts({ state, resultsOf, trends, title }, (row) => requireName(names, row));
  yield { file: INDEX_FILE, pieces: folderPage(title, index) };
}

function requireName(names: ReadonlyMap<CaseRow, string>, row: CaseRow): string {
  return names.get(row) ?? '';
}

type ReportFileLookup = (row: CaseRow) => string;

function* indexParts({ state, resultsOf, trends, title }: IndexPage, file: ReportFileLookup): Generator<string> {
  yield `<h1>${xmlText(title)}</h1>
${runFactsHtml(state)}
`;
  for (const suite of trends) {
    const name = trends.length === 1 ? 'Trends' : `Trends of ${suite.suiteKey}`;
    yield `<p><a href="${fileAddress(trendsFile(suite.suiteKey))}">${xmlText(name)}</a> ${codeElement(suite.sentence)}</p>\n`;
  }
  const { causes } = failureCauses(state, resultsOf);
  if (causes.length > 0) {
    yield '<h2>Failures by cause</h2>\n<ol class="causes">\n';
    for (const cause of causes) yield failureCauseItem(cause, state, file);
    yield '</ol>\n';
  }
  yield '<h2>Cases</h2>\n<table>\n<thead><tr><th scope="col">Status</th><th scope="col">Case</th><th scope="col">Passed</th><th scope="col">Time</th></tr></thead>\n<tbody>\n';
  for (const row of [...state.rows].sort(failuresFirst)) yield caseLine(row, state, file);
  yield '</tbody>\n</table>\n';
}

function runFactsHtml(state: RunState): string {
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

function failureCauseItem(cause: FailureCause, { rows }: RunState, file: ReportFileLookup): string {
  const { diagnosis, attempts } = cause;
  const details = diagnosisDetails(diagnosis).map((line) => `<p>${codeElement(line)}</p>`);
  const causeKeys = new Set(attempts.map(({ suiteKey, id }) => caseKey(suiteKey, id)));
  const cases = rows.filter(({ suiteKey, id }) => causeKeys.has(caseKey(suiteKey, id)));
  const linked = cases.map((row) => `<a href="${fileAddress(file(row))}">${xmlText(row.id)}</a>`);
  return `<li><strong>${codeElement(causeHeadline(cause))}</strong>${details.join('')}<p>${linked.join(' ')}</p></li>\n`;
}

function caseLine(row: CaseRow, state: RunState, file: ReportFileLookup): string {
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
