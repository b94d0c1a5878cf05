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
  // Images are shown as links, because loading an image would tell its server that somebody is reading the
  // conversation.
  img: ({ src, alt }) => (
    <span className="rounded-sm border bg-sunken px-1 text-ink-faint text-xs" title={String(src ?? '')}>
      image not loaded: {alt || String(src ?? '')}
    </span>
  ),
};

/** The properties of a Markdown (hast) node that are used here. */
type BlockNode = { type: string; tagName?: string; properties?: Record<string, unknown> };

/**
 * Sets the direction of each block by its own text, so that lists and tables in Arabic or Hebrew read from right to
 * left. Code always reads from left to right.
 */
function setBlockDirections() {
  return ({ children }: { children: BlockNode[] }) => {
    for (const block of children) {
      if (block.type === 'element' && block.tagName !== 'pre') block.properties = { ...block.properties, dir: 'auto' };
    }
  };
}

type Props = {
  text: string;
  /** A plugin for the Markdown tree that runs after the tree has been sanitized. */
  then?: NonNullable<Options['rehypePlugins']>[number];
};

/**
 * Renders a text of the agent as Markdown. The text is untrusted: HTML, external requests and script links are removed.
 */
export function Markdown({ text, then }: Props) {
  return (
    <div className="prose-turn flex flex-col gap-2 break-words text-base">
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[rehypeSanitize, setBlockDirections, ...(then === undefined ? [] : [then])]}
        components={components}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}
