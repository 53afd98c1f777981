import { describe, expect, it } from 'vitest'
import { decodeEntities } from '../texts/html-entities.ts'
import { list, text } from './wire.ts'

describe('a text in a call', () => {
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
  ])('is read without %j, which nobody sees', (character) => {
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
  ])('in one line keeps the words of %j apart', (sent, clean) => {
    expect(read(sent)).toBe(clean)
  })

  it('in several lines keeps its lines, and a space for every other control character', () => {
    const several = text(60, { lines: true })
    expect(several.decode(' Hek 4\r\nBel\teers\rDankie ')).toBe('Hek 4\nBel eers\nDankie')
  })

  it.each([[true], [['a']], [{ name: 'a' }]])('is never %j', (sent) => {
    expect(text(60).safeDecode(sent as never).success).toBe(false)
  })

  it('from a shop is unescaped once', () => {
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
])('of %s entities become %j', (escaped, plain) => {
  expect(decodeEntities(escaped)).toBe(plain)
})

describe('a list in one text', () => {
  it.each([',', ' , ,', ' '])('of separators alone, as %j, is refused', (sent) => {
    expect(list(text(60)).safeDecode(sent).success).toBe(false)
  })
  it.each(['', '[]', ' [ ] '])('is empty as %j', (sent) => {
    expect(list(text(60)).decode(sent)).toEqual([])
  })
})
