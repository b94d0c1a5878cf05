import { createRoot } from 'react-dom/client';
import { partsLoaded } from './in-place/dynamic';
import { wearTheme } from './in-place/themes';
import { Report } from './report';
import { readStoredData } from './stored-data';

wearTheme();
const data = readStoredData();
void partsLoaded().then(() => {
  const home = document.createElement('div');
  document.body.append(home);
  createRoot(home).render(<Report data={data} />);
});
