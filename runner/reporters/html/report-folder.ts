import type { CaseStatus } from '../../contract/index.ts';
import { type CaseRow, caseKey, computeRunDurationMs, isFailing, type RunState } from '../../fold/index.ts';
import { formatCountWithNoun, formatDecimalPercent, formatDuration } from '../../values/index.ts';
import {
  computePassRate,
  diagnose,
  type FailureCause,
  formatCauseHeadline,
  groupFailuresByCause,
  listDiagnosisDetails,
  statusWordAndTone,
} from '../../verdict/index.ts';
import { toIsoTime } from '../json/report-summary.ts';
import { listRateLines } from '../rate-lines.ts';
import { limitReportToRows } from '../reduce-to-rows.ts';
import {
  countCases,
  findSuiteLabel,
  formatSetAsideSuffix,
  getRowStatus,
  type ResultReader,
} from '../reported-cases.ts';
import { escapeXmlText } from '../xml-text.ts';
import { buildFolderPage, formatCodeElement } from './folder-page.ts';
import { buildHtmlReport } from './html-report.ts';
import { INDEX_FILE, toCaseFileName, toFileUrl, toTrendsFileName } from './page-addresses.ts';
import { loadPageAssets } from './page-assets.ts';
import { buildTrendsPage, type SuiteTrends } from './trends-page.ts';

/** A run, and the results of its suites in their last runs. */
export type ReportedFolder = { state: RunState; resultsOf: ResultReader; trends?: readonly SuiteTrends[] | undefined };

type IndexPageContent = Required<ReportedFolder> & { trends: readonly SuiteTrends[]; title: string };

/** A file of the folder: its path in the folder, with forward slashes, and its text in pieces. */
export type FolderFile = { file: string; pieces: Iterable<string> };

const pageLinks = { script: '../page.js', style: '../page.css', home: '../index.html' };

/**
 * Yields a run as files for any web server: a page with all its cases; a page for each conversation, which opens at the
 * turn where it went wrong; and a page for each suite over its last runs. The pages share their script. Only one case
 * is in memory at a time.
 */
export function* buildReportFolder({ state, resultsOf, trends = [] }: ReportedFolder): Generator<FolderFile> {
  const { script, style } = loadPageAssets();
  yield { file: 'page.js', pieces: [script] };
  yield { file: 'page.css', pieces: [style] };
  const names = new Map(state.rows.map((row) => [row, toCaseFileName(row)]));
  for (const row of state.rows) {
    const one = limitReportToRows({ state, resultsOf }, [row]);
    const bad = resultsOf(row).find(({ status }) => isFailing(status));
    const open = { case: row.id, turn: bad && diagnose(bad, row, state.lastPassing?.(row))?.cause.turn };
    yield {
      file: getNameOfRow(names, row),
      pieces: buildHtmlReport(one.state, one.resultsOf, { open, links: pageLinks }),
    };
  }
  for (const suite of trends) {
    const ids = new Set(state.rows.flatMap((row) => (row.suiteKey === suite.suiteKey ? [row.id] : [])));
    yield { file: toTrendsFileName(suite.suiteKey), pieces: buildTrendsPage(suite, ids) };
  }
  const title = state.options?.input || state.runId;
  const index = renderIndexParts({ state, resultsOf, trends, title }, (row) => getNameOfRow(names, row));
  yield { file: INDEX_FILE, pieces: buildFolderPage(title, index) };
}

function getNameOfRow(names: ReadonlyMap<CaseRow, string>, row: CaseRow): string {
  return names.get(row) ?? '';
}

type ReportFileLookup = (row: CaseRow) => string;

function* renderIndexParts(
  { state, resultsOf, trends, title }: IndexPageContent,
  file: ReportFileLookup,
): Generator<string> {
  yield `<h1>${escapeXmlText(title)}</h1>
${formatRunFactsHtml(state)}
`;
  for (const suite of trends) {
    const name = trends.length === 1 ? 'Trends' : `Trends of ${suite.suiteKey}`;
    yield `<p><a href="${toFileUrl(toTrendsFileName(suite.suiteKey))}">${escapeXmlText(name)}</a> ${formatCodeElement(suite.sentence)}</p>\n`;
  }
  const { causes } = groupFailuresByCause(state, resultsOf);
  if (causes.length > 0) {
    yield '<h2>Failures by cause</h2>\n<ol class="causes">\n';
    for (const cause of causes) yield formatFailureCauseItem(cause, state, file);
    yield '</ol>\n';
  }
  yield '<h2>Cases</h2>\n<table>\n<thead><tr><th scope="col">Status</th><th scope="col">Case</th><th scope="col">Passed</th><th scope="col">Time</th></tr></thead>\n<tbody>\n';
  for (const row of [...state.rows].sort(compareFailuresFirst)) yield formatCaseLine(row, state, file);
  yield '</tbody>\n</table>\n';
}

function formatRunFactsHtml(state: RunState): string {
  const { word, tone } = statusWordAndTone[state.status];
  const counts = countCases(state.rows);
  const parts = Object.entries(counts).flatMap(([status, count]) =>
    count === 0 ? [] : [`${count} ${statusWordAndTone[status as CaseStatus].word.toLowerCase()}`],
  );
  const rate = computePassRate(state.counts);
  const lines: [string, string][] = [
    ['Cases', `${formatCountWithNoun(state.rows.length, 'case')}: ${parts.join(', ')}`],
    ['Pass rate', rate === null ? 'nothing was judged' : formatDecimalPercent(rate)],
    ...listRateLines(state),
    [
      'Started',
      toIsoTime(state.startedAt ?? 0)
        .replace('T', ' ')
        .replace(/:\d\d\.\d+Z$/, ' UTC'),
    ],
    ['Duration', formatDuration(computeRunDurationMs(state) ?? 0)],
    ['Run', state.runId],
  ];
  const list = lines.map(
    ([name, value]) => `<div><dt>${escapeXmlText(name)}</dt><dd>${escapeXmlText(value)}</dd></div>`,
  );
  return `<p class="status ${tone}">${word}</p>\n<dl>${list.join('')}</dl>`;
}

function formatFailureCauseItem(cause: FailureCause, { rows }: RunState, file: ReportFileLookup): string {
  const { diagnosis, attempts } = cause;
  const details = listDiagnosisDetails(diagnosis).map((line) => `<p>${formatCodeElement(line)}</p>`);
  const causeKeys = new Set(attempts.map(({ suiteKey, id }) => caseKey(suiteKey, id)));
  const cases = rows.filter(({ suiteKey, id }) => causeKeys.has(caseKey(suiteKey, id)));
  const linked = cases.map((row) => `<a href="${toFileUrl(file(row))}">${escapeXmlText(row.id)}</a>`);
  return `<li><strong>${formatCodeElement(formatCauseHeadline(cause))}</strong>${details.join('')}<p>${linked.join(' ')}</p></li>\n`;
}

function formatCaseLine(row: CaseRow, state: RunState, file: ReportFileLookup): string {
  const { word, tone } = statusWordAndTone[getRowStatus(row)];
  const passed = row.attempts.filter(({ status }) => status === 'passed').length;
  const time = row.attempts.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0);
  const suite = findSuiteLabel(state, row.suiteKey);
  const names = [row.name === row.id ? undefined : row.name, suite].filter((name) => name !== undefined);
  const setAside = row.setAside === undefined ? '' : formatSetAsideSuffix({ setAside: row.setAside });
  return `<tr><td class="${tone}">${word}${escapeXmlText(setAside)}</td><td><a href="${toFileUrl(file(row))}">${escapeXmlText(row.id)}</a> ${escapeXmlText(names.join(' · '))}</td><td>${passed} of ${row.attempts.length}</td><td>${formatDuration(time)}</td></tr>\n`;
}

function compareFailuresFirst(one: CaseRow, other: CaseRow): number {
  return Number(isFailing(getRowStatus(other))) - Number(isFailing(getRowStatus(one)));
}
