import { Button } from '@/components/ui/button';
import { Download } from '@/components/ui/icons';
import { Menu } from '@/components/ui/menu';
import { reportDownloadUrl, reportFormats } from './report-address';

const reportFormatHints = {
  html: 'One page, opens anywhere',
  md: 'For a pull request',
  json: 'For programs',
  jsonl: 'One result per line',
  xml: 'JUnit',
} as const;

/** A menu to download the reports of the run. */
export function ReportMenu({ runId }: { runId: string }) {
  return (
    <Menu
      items={reportFormats.map((format) => ({
        text: `.${format}`,
        hint: reportFormatHints[format],
        onSelect: () => window.location.assign(reportDownloadUrl(runId, format)),
      }))}
    >
      <Button size="sm" icon={Download}>
        Report
      </Button>
    </Menu>
  );
}
