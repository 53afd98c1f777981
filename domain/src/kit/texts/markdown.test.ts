import { describe, expect, it } from 'vitest'
import { readMarkdown } from './markdown.ts'

const text = (words: string) => ({ kind: 'text', text: words })

describe('Markdown parsing', () => {
  it('parses headings, paragraphs, lists and notes', () => {
    expect(
      readMarkdown(
        '## Pack it\n\nIn a box,\nplease.\n\n- one\n- two\n  goes on\n\n1. first\n2. second\n\n> Mind the step.',
      ),
    ).toEqual([
      { kind: 'heading', level: 2, line: [text('Pack it')] },
      { kind: 'paragraph', line: [text('In a box, please.')] },
      { kind: 'bullets', items: [[text('one')], [text('two goes on')]] },
      { kind: 'numbers', items: [[text('first')], [text('second')]] },
      { kind: 'note', line: [text('Mind the step.')] },
    ])
  })

  it('parses strong text, code and links', () => {
    expect(
      readMarkdown('Press **Send now** or `F2`, see [quotes](/shipments/new?quick_quote=quote).'),
    ).toEqual([
      {
        kind: 'paragraph',
        line: [
          text('Press '),
          { kind: 'strong', text: 'Send now' },
          text(' or '),
          { kind: 'code', text: 'F2' },
          text(', see '),
          { kind: 'link', text: 'quotes', to: '/shipments/new?quick_quote=quote' },
          text('.'),
        ],
      },
    ])
  })

  it.each([
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    'http://plain.example',
    'data:text/html,x',
  ])('creates no link to %s', (address) => {
    expect(readMarkdown(`[here](${address})`)).toEqual([
      { kind: 'paragraph', line: [text(`[here](${address})`)] },
    ])
  })

  it('leaves HTML as plain text', () => {
    expect(readMarkdown('<img src=x onerror=alert(1)>')).toEqual([
      { kind: 'paragraph', line: [text('<img src=x onerror=alert(1)>')] },
    ])
  })
})
