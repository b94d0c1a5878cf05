import { createRoot } from 'react-dom/client';
import { Report } from './report';
import { waitForDynamicParts } from './stand-ins/dynamic';
import { startTheme } from './stand-ins/themes';
import { readStoredData } from './stored-data';

startTheme();
const data = readStoredData();
void waitForDynamicParts().then(() => {
  const home = document.createElement('div');
  document.body.append(home);
  createRoot(home).render(<Report data={data} />);
});
