import { MissingSuite } from '@/components/cases/missing-suite';

export default function SuiteNotFoundPage() {
  return <MissingSuite />;
}
