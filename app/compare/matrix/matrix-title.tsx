import { Breadcrumbs } from '@/components/ui/breadcrumbs';

const compareBreadcrumb = { text: 'Compare', href: '/compare' };

/**
 * The heading of the matrix page, with links to the comparison of two runs and, if one suite is shown, to the matrix of
 * all suites.
 */
export function MatrixTitle({ suite }: { suite: string }) {
  if (suite === '') return <Breadcrumbs parents={[compareBreadcrumb]} page="Matrix" />;
  return <Breadcrumbs parents={[compareBreadcrumb, { text: 'Matrix', href: '/compare/matrix' }]} page={suite} />;
}
