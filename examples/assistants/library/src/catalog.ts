const shelf = [
  { title: 'Momo', author: 'Michael Ende', copies: 2 },
  { title: 'Emma', author: 'Jane Austen', copies: 0 },
];

/** The tool `find` of the catalog. */
export function Find({ title }: { title: string }) {
  const book = shelf.find((known) => known.title.toLowerCase() === title.toLowerCase());
  if (book === undefined) throw new Error(`there is no book "${title}"`);
  return book;
}
