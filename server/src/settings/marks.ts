import TurndownService from 'turndown'

const reader = new TurndownService({ headingStyle: 'atx', bulletListMarker: '-', emDelimiter: '_' })
  .addRule('headings', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (text, node) => `\n\n${/^h[12]$/i.test(node.nodeName) ? '##' : '###'} ${text}\n\n`,
  })
  .addRule('items', {
    filter: 'li',
    replacement: (text, node) =>
      `${node.parentNode?.nodeName === 'OL' ? '1.' : '-'} ${text.trim().replaceAll('\n', ' ')}\n`,
  })
  .remove(['script', 'style', 'iframe', 'object', 'noscript', 'title'])

const tag = /<\/?[a-z][^>]*>|<!--/i

/**
 * Returns formatted text in the form in which it is stored: with the markup of `domain/src/kit/texts/markdown.ts`,
 * never as HTML. A text with tags, such as one pasted from another product or sent by an external service, is
 * converted; tags without an equivalent are removed (docs/domain/reliability.md#input-limits).
 */
export function marksOf(text: string): string {
  if (!tag.test(text)) return text
  // Remove Markdown escapes, because the product’s own renderer would show them as text.
  return reader
    .turndown(text)
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!>~|])/g, '$1')
    .trim()
}
