import { describe, expect, it } from 'vitest'
import { decodeEntities } from '../texts/html-entities.ts'
import { list, text } from './wire.ts'

describe('text codec', () => {
  const read = (sent: string) => text(60).decode(sent)

  it.each([
    '\u200b',
    '\u200c',
    '\u200d',
    '\u200e',
    '\u200f',
    '\u2060',
    '\ufeff',
    '\ufe00',
    '\ufe0f',
    '\u00ad',
    '\u202e',
  ])('removes the invisible character %j', (character) => {
    expect(read(`${character}K7M${character}2QX${character}`)).toBe('K7M2QX')
    expect(text(60, { lines: true }).decode(`Hek${character}\nBel`)).toBe('Hek\nBel')
  })

  it.each([
    ['12 Long Street\nUnit 4', '12 Long Street Unit 4'],
    ['12 Long Street\r\nUnit 4', '12 Long Street Unit 4'],
    ['12 Long Street \t Unit 4', '12 Long Street Unit 4'],
    ['Naledi\u0000Mokoena', 'Naledi Mokoena'],
    ['Naledi\u2028Mokoena\n', 'Naledi Mokoena'],
    ['two  spaces', 'two  spaces'],
  ])('separates the words of %j with spaces in single-line text', (sent, clean) => {
    expect(read(sent)).toBe(clean)
  })

  it('keeps line breaks and replaces other control characters with a space in multi-line text', () => {
    const several = text(60, { lines: true })
    expect(several.decode(' Hek 4\r\nBel\teers\rDankie ')).toBe('Hek 4\nBel eers\nDankie')
  })

  it.each([[true], [['a']], [{ name: 'a' }]])('rejects %j', (sent) => {
    expect(text(60).safeDecode(sent as never).success).toBe(false)
  })

  it('decodes HTML entities once, only for text from a shop', () => {
    const fromShop = text(60, { from_shop: true })
    expect(fromShop.decode('Mokoena &amp; Sons &#39;Caf&eacute;&#x27; &amp;lt;')).toBe(
      "Mokoena & Sons 'Café' &lt;",
    )
    expect(fromShop.decode('A&#10;B&#0;C')).toBe('A B&#0;C')
    expect(read('Mokoena &amp; Sons')).toBe('Mokoena &amp; Sons')
  })
})

it.each([
  ['&quot;&apos;&lt;&gt;&nbsp;', '"\'<>\u00a0'],
  ['&rsquo;&ndash;&euro;&yuml;', '’–€ÿ'],
  ['&AMP; &nothing; &#xD800; &#1114112; R&D; A & B;', '&AMP; &nothing; &#xD800; &#1114112; R&D; A & B;'],
])('decodes the HTML entities of %s to %j', (escaped, plain) => {
  expect(decodeEntities(escaped)).toBe(plain)
})

describe('list codec with one text', () => {
  it.each([',', ' , ,', ' '])('rejects %j, which contains only separators', (sent) => {
    expect(list(text(60)).safeDecode(sent).success).toBe(false)
  })
  it.each(['', '[]', ' [ ] '])('reads %j as an empty list', (sent) => {
    expect(list(text(60)).decode(sent)).toEqual([])
  })
})
