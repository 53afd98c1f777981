import { describe, expect, it } from 'vitest'
import { drawBrand, drawFooters } from './brand.ts'
import { drawImage } from './image.ts'
import { overlappingWords, pagesOf, textOf } from '../../../dev/test-kit/documents/inspect-pdf.ts'
import { formatDay, formatKg, formatMoment } from './moment.ts'
import { a4, a4_margin, beginPage, makePdf, mm, type Pdf } from './pdf.ts'
import { samplePng } from '../../../dev/test-kit/documents/sample-png.ts'
import { drawTable } from './table.ts'
import { textWidth } from './fonts.ts'
import { drawBlock, drawCapitals, drawText, fitText, printable } from './text.ts'

const about = { title: 'Test', author: 'Test', date: new Date('2025-03-04T00:00:00Z') }

/** Runs `look` on an open page and returns the finished document. */
function onPage(draw: (pdf: Pdf) => void): Promise<Buffer> {
  return makePdf(about, (pdf) => {
    beginPage(pdf, a4)
    draw(pdf)
  })
}

describe('makePdf', () => {
  it('produces the same bytes for the same data', async () => {
    const make = () =>
      onPage((pdf) => drawBrand(pdf, { title: 'Karoo Couriers' }, { x: 40, y: 40, width: 200, height: 40 }))
    expect((await make()).equals(await make())).toBe(true)
  })

  it('rejects with the error that the drawing function throws', async () => {
    await expect(onPage(() => { throw new Error('No such parcel.') })).rejects.toThrow('No such parcel.') // prettier-ignore
  })
})

describe('printable', () => {
  it('keeps characters that the fonts have, removes diacritics that they lack and replaces other characters with a question mark', () => {
    expect(printable('Renée Šimić · Zoë Ždanov')).toBe('Renée Šimic · Zoë Ždanov')
    expect(printable('Ṱhohoyanḓou ḽ ṋ')).toBe('Thohoyandou l n')
    expect(printable('e\u0301 Łódź 东 🚚 a\nb\tc\u0000\u200b d')).toBe('é Lódz ? ? a b c d')
  })
})

describe('fitting text', () => {
  const long = 'Nelspruit Agricultural Machinery and Irrigation Supplies (Pty) Ltd of Mbombela in Mpumalanga'

  it('never exceeds the width or the number of lines, and marks cut text with an ellipsis', () => {
    for (const text of [
      long,
      'x'.repeat(200),
      'Incomprehensibilities-and-antidisestablishmentarianism',
      '',
    ]) {
      for (const lines of [1, 2, 3]) {
        const fitted = fitText(text, 120, { size: 12, min_size: 8, lines })
        expect(fitted.lines.length).toBeLessThanOrEqual(lines)
        for (const line of fitted.lines) expect(textWidth(line, fitted)).toBeLessThanOrEqual(120)
      }
    }
    expect(fitText(long, 120, { size: 12 }).lines[0]).toMatch(/…$/)
    expect(fitText('Karoo', 120, { size: 12 })).toMatchObject({ lines: ['Karoo'], size: 12 })
  })

  it('shrinks a block to fit its box and never draws below the box', async () => {
    await onPage((pdf) => {
      const paragraphs = Array.from({ length: 8 }, () => ({ text: long, size: 12, lines: 3 }))
      for (const height of [60, 120, 240, 600]) {
        expect(drawBlock(pdf, paragraphs, { x: 40, y: 40, width: 150, height })).toBeLessThanOrEqual(
          40 + height + 0.1,
        )
      }
    })
  })

  it('does not stretch short capitals and fits long ones into the width', async () => {
    await onPage((pdf) => {
      const at = { x: 0, y: 0, width: 100, capitals: 20 }
      expect(drawCapitals(pdf, 'CPT', { ...at, width: 400 })).toBeLessThan(100)
      expect(drawCapitals(pdf, 'JNB-MENLYN-J14', at)).toBeLessThanOrEqual(100.01)
    })
  })
})

describe('drawn text', () => {
  it('reads as it was written, in every face, with brackets, backslashes and letters beyond ASCII', async () => {
    const written = 'Café (Pty) Ltd \\ AVAWA – R 1,234.50 €'
    const faces = ['regular', 'bold', 'mono'] as const
    const pdf = await onPage((doc) =>
      faces.forEach((face, at) =>
        drawText(doc, written, { x: 40, y: 40 + at * 30, width: 500, size: 12, face }),
      ),
    )
    expect(textOf(pdf).split(/\n\s*/).filter(Boolean).slice(0, 3)).toEqual([written, written, written])
  })
})

describe('tables', () => {
  it('repeats the header on every page, prints every row once, numbers the pages and does not overlap words', async () => {
    const pdf = await onPage((doc) => {
      drawTable(doc, {
        x: a4_margin,
        y: 60,
        width: 500,
        bottom: 780,
        rows: Array.from({ length: 120 }, (_, n) => n + 1),
        columns: [
          { title: 'Row', share: 1, value: (n) => `Row ${n}` },
          {
            title: 'What',
            share: 3,
            lines: 2,
            value: (n) => `Thing number ${n} with a rather long description that needs two lines`,
          },
          { title: 'Amount', share: 1, align: 'right', value: (n) => String(n) },
        ],
        nextPage: () => {
          beginPage(doc, a4)
          return 40
        },
      })
      drawFooters(doc, 0, a4, 'A note')
    })
    const { count } = pagesOf(pdf)
    const text = textOf(pdf)
    expect(text.match(/ROW\s+WHAT\s+AMOUNT/g)).toHaveLength(count)
    expect(text).toContain(`Page ${count} of ${count}`)
    expect(text.match(/Row \d+/g)).toHaveLength(120)
    expect(overlappingWords(pdf)).toEqual([])
  })
})

describe('overlappingWords', () => {
  it('reports words drawn on top of each other', async () => {
    const pdf = await onPage((doc) => {
      drawText(doc, 'first', { x: 40, y: 40, width: 100, size: 12 })
      drawText(doc, 'second', { x: 48, y: 43, width: 100, size: 12 })
      drawText(doc, 'third', { x: 40, y: 90, width: 100, size: 12 })
    })
    expect(overlappingWords(pdf)).toEqual(['first / second'])
  })
})

describe('images', () => {
  const box = { x: 40, y: 40, width: 100, height: 40 }
  const picture = samplePng(30, 20, (x) => [x * 8, 0, 0, 200])

  it('draws a logo and embeds it once for any number of uses', async () => {
    const once = await onPage((pdf) => expect(drawImage(pdf, picture, box)).toBe(true))
    const often = await onPage((pdf) => {
      for (let n = 0; n < 50; n++) drawBrand(pdf, { title: 'Karoo Couriers', logo: picture }, box)
    })
    expect(textOf(often)).not.toContain('Karoo')
    expect(often.length).toBeLessThan(once.length + 2000)
  })

  it('draws the title without crashing when the logo is broken', async () => {
    const torn = Buffer.concat([
      picture.subarray(0, 45),
      Buffer.from('not deflated at all'),
      picture.subarray(60),
    ])
    const hollow = Buffer.from(picture)
    hollow.writeUInt32BE(5000, 16)
    const huge = Buffer.from(picture)
    huge.writeUInt32BE(0x7fffffff, 20)
    for (const logo of [
      torn,
      hollow,
      huge,
      picture.subarray(0, 50),
      Buffer.from('GIF89a'),
      Buffer.alloc(0),
      Buffer.from([0xff, 0xd8]),
    ]) {
      const pdf = await onPage((doc) => drawBrand(doc, { title: 'Karoo Couriers', logo }, box))
      expect(textOf(pdf)).toContain('Karoo Couriers')
    }
  })
})

describe('dates and weights', () => {
  it('are formatted in South African style and time', () => {
    expect(formatDay(new Date('2025-03-03T22:30:00Z'))).toBe('4 Mar 2025')
    expect(formatMoment(new Date('2025-03-04T15:06:00Z'))).toBe('4 Mar 2025, 17:06')
    expect(formatDay(new Date('0000-01-01T00:00:00Z'))).toBe('–')
    expect([12.5, 3, 0.1 + 0.2, 1234.567].map(formatKg)).toEqual(['12.5 kg', '3 kg', '0.3 kg', '1,234.57 kg'])
    expect(mm(25.4)).toBe(72)
  })
})
