import { createRoot } from 'react-dom/client';
import { Report } from './report';
import { waitForDynamicParts } from './stand-ins/dynamic';
import { initializeTheme } from './stand-ins/themes';
import { readReportData } from './stored-data';

initializeTheme();
const reportData = readReportData();
void waitForDynamicParts().then(() => {
  const container = document.createElement('div');
  document.body.append(container);
  createRoot(container).render(<Report data={reportData} />);
});
