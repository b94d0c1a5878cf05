/**
 * Rewrites the links and pictures of a document for the web page of a package, which has no files beside it: the links
 * lead to the tag of the version in the repository. Without a repository they stay unchanged, for readers of the
 * installed file.
 */
export function absoluteLinks(markdown, { repository, version }) {
  if (repository === undefined) return markdown;
  return markdown
    .replaceAll(
      /(?<!!)(\[[^\]]*\]\()(?![a-z]+:|#)([^)\s]+)/g,
      (_, text, target) => `${text}${repository}/blob/v${version}/${target}`,
    )
    .replaceAll(
      /(<img src="|!\[[^\]]*\]\()(?![a-z]+:)([^")\s]+)/g,
      (_, text, target) => `${text}${repository}/raw/v${version}/${target}`,
    );
}
