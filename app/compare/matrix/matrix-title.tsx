import { Breadcrumbs } from '@/components/ui/breadcrumbs';

const compare = { text: 'Compare', href: '/compare' };

/** The heading with the way back: all suites, or one of them. */
export function MatrixTitle({ suite }: { suite: string }) {
  if (suite === '') return <Breadcrumbs parents={[compare]} page="Matrix" />;
  return <Breadcrumbs parents={[compare, { text: 'Matrix', href: '/compare/matrix' }]} page={suite} />;
}
