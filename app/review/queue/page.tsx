import type { Metadata } from 'next';
import { QueueView } from './queue-view';

export const metadata: Metadata = { title: 'Review' };

export default async function QueuePage({ searchParams }: { searchParams: Promise<Record<string, string>> }) {
  const { name = '' } = await searchParams;
  return <QueueView name={name} />;
}
