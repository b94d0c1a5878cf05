import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';

const components: Components = {
  a: ({ href, children }) => (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="text-accent underline underline-offset-2"
    >
      {children}
    </a>
  ),
  // An image of a conversation would tell its server that somebody reads it.
  img: ({ src, alt }) => (
    <span className="rounded-sm border bg-sunken px-1 text-ink-faint text-xs" title={String(src ?? '')}>
      image not loaded: {alt || String(src ?? '')}
    </span>
  ),
};

type Props = {
  text: string;
  /** Changes the tree once it is harmless. */
  then?: NonNullable<Options['rehypePlugins']>[number];
};

/** Text of an agent as Markdown. It is written by a program under test: no HTML, nothing fetched, no script links. */
export function Markdown({ text, then }: Props) {
  return (
    <div className="prose-turn flex flex-col gap-2 break-words text-base">
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={then === undefined ? [rehypeSanitize] : [rehypeSanitize, then]}
        components={components}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}
