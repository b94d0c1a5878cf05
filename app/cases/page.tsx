import type { Metadata } from 'next';
import { CasesView } from './cases-view';

export const metadata: Metadata = { title: 'Cases' };

export default function CasesPage() {
  return <CasesView />;
}
