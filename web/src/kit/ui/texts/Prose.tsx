import { readMarkdown, type Block, type Inline } from '@waybill/domain/kit/texts/markdown'
import { useMemo } from 'react'
import { AppLink } from '../buttons/AppLink.tsx'
import { Notice } from '../states/Notice.tsx'
import styles from './prose.module.css'

/** Renders a text with the markup of `kit/markdown`. A link to a path that `mayGo` rejects becomes plain text. */
export function Prose({ text, mayGo }: { text: string; mayGo: (path: string) => boolean }) {
  const blocks = useMemo(() => readMarkdown(text), [text])
  return (
    <div className={styles.prose}>
      {blocks.map((block, at) => (
        <ProseBlock key={at} of={block} mayGo={mayGo} />
      ))}
    </div>
  )
}

interface May {
  mayGo: (path: string) => boolean
}

function ProseBlock({ of: block, mayGo }: { of: Block } & May) {
  if (block.kind === 'bullets' || block.kind === 'numbers') {
    const items = block.items.map((line, at) => (
      <li key={at}>
        <InlineText of={line} mayGo={mayGo} />
      </li>
    ))
    return block.kind === 'bullets' ? (
      <ul className={styles.proseList}>{items}</ul>
    ) : (
      <ol className={styles.proseNumbers}>{items}</ol>
    )
  }
  const line = <InlineText of={block.line} mayGo={mayGo} />
  if (block.kind === 'heading')
    return block.level === 2 ? <h2 className={styles.proseHeading}>{line}</h2> : <h3>{line}</h3>
  return block.kind === 'note' ? <Notice variant="info">{line}</Notice> : <p>{line}</p>
}

/** Renders a short text with its markup in one line, for banners. */
export function ProseLine({ text, mayGo }: { text: string; mayGo: (path: string) => boolean }) {
  const blocks = useMemo(() => readMarkdown(text), [text])
  return blocks.map((block, at) => (
    <span key={at}>
      {at > 0 && ' '}
      {'line' in block ? (
        <InlineText of={block.line} mayGo={mayGo} />
      ) : (
        block.items.map((line, item) => (
          <span key={item}>
            {item > 0 && ', '}
            <InlineText of={line} mayGo={mayGo} />
          </span>
        ))
      )}
    </span>
  ))
}

function InlineText({ of: pieces, mayGo }: { of: readonly Inline[] } & May) {
  return pieces.map((piece, at) => <Piece key={at} of={piece} mayGo={mayGo} />)
}

function Piece({ of: piece, mayGo }: { of: Inline } & May) {
  switch (piece.kind) {
    case 'strong':
      return <strong>{piece.text}</strong>
    case 'code':
      return <code className={styles.proseCode}>{piece.text}</code>
    case 'link':
      if (!piece.to.startsWith('/'))
        return (
          <a className={styles.proseLink} href={piece.to} target="_blank" rel="noopener noreferrer">
            {piece.text}
          </a>
        )
      return mayGo(piece.to) ? (
        <AppLink className={styles.proseLink} to={piece.to}>
          {piece.text}
        </AppLink>
      ) : (
        piece.text
      )
    default:
      return piece.text
  }
}
