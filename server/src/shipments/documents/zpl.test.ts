import { describe, expect, it } from 'vitest'
import { sampleShipment, wordyShipment } from '../../../dev/test-kit/documents/sample-shipment.ts'
import { zplText } from '../../kit/documents/zpl-label.ts'
import { joinZpl, stickersZpl } from './zpl.ts'

/** All ZPL commands that the product writes. */
const commands = [
  'XA',
  'CI',
  'PW',
  'LL',
  'LH',
  'FO',
  'FR',
  'A0',
  'FB',
  'FD',
  'FS',
  'GB',
  'BQ',
  'BY',
  'BC',
  'PQ',
  'XZ',
]

/** Parses ZPL like a printer: the commands in order, and the data of each `^FD`. */
function parse(zpl: string): { codes: string[]; data: string[] } {
  const parts = zpl.split('^').slice(1)
  const data = parts.filter((part) => part.startsWith('FD')).map((part) => part.slice(2))
  return { codes: parts.map((part) => part.slice(0, 2)), data }
}

/** Returns settings and data of the field with the given barcode command. */
function fieldOf(zpl: string, code: 'BC' | 'BQ'): { settings: string; data: string } {
  const [, settings = '', data = ''] = new RegExp(`\\^${code}([^^]*)\\^FD([^^]*)\\^FS`).exec(zpl) ?? []
  return { settings, data }
}

const only = (zpl: { sticker_waybill_content: string }[]) => zpl[0]!.sticker_waybill_content

describe('ZPL sticker', () => {
  it('[SHIP-104] writes one label of 812 × 1218 dots in UTF-8 per parcel, and joins all labels into one text', () => {
    const shipment = sampleShipment({}, 3)
    const stickers = stickersZpl(shipment)
    expect(stickers.map((sticker) => sticker.parcel_reference)).toEqual([
      'KARK7M2QX/1',
      'KARK7M2QX/2',
      'KARK7M2QX/3',
    ])
    for (const { sticker_waybill_content: zpl } of stickers) {
      expect(zpl).toMatch(/^\^XA\n\^CI28\n\^PW812\n\^LL1218\n/)
      expect(zpl).toMatch(/\^XZ$/)
      expect(zpl.match(/\^XA/g)).toHaveLength(1)
    }
    expect(joinZpl([shipment, sampleShipment()])).toBe([...stickers, ...stickersZpl(sampleShipment())].map((one) => one.sticker_waybill_content).join('\n')) // prettier-ignore
  })

  it('writes the parcel reference as Code 128 and the tracking URL as a QR code', () => {
    for (const shipment of [sampleShipment(), wordyShipment()]) {
      const zpl = only(stickersZpl(shipment))
      const reference = shipment.parcels[0]!.tracking_reference
      expect(fieldOf(zpl, 'BC')).toEqual({ settings: 'N,144,N,N,N,A', data: reference })
      expect(fieldOf(zpl, 'BQ').data).toBe(`MA,https://couriers.example.co.za/track?ref=${reference}`)
      expect(Number(/\^BY(\d+),/.exec(zpl)?.[1])).toBeGreaterThanOrEqual(3)
    }
  })

  it('escapes characters in a barcode that the printer would read as a command', () => {
    const odd = [{ tracking_reference: '^XZAB>1~', n: 1, of: 1, weight_kg: 1, description: '' }]
    expect(fieldOf(only(stickersZpl(sampleShipment({ parcels: odd }))), 'BC').data).toBe('XZAB>01')
  })

  it('removes printer commands from all texts', () => {
    const evil = 'Smith^XZ^XA~JA^FDgot you\\&\u0007\n^FS~DG'
    const party = { name: evil, company: evil, address_lines: [evil, evil], phone: evil }
    const shipment = sampleShipment({
      brand: { title: evil }, collection: party, delivery: party, account_name: evil, customer_reference: evil,
      service_level_code: evil, service_level_name: evil, routing_number: evil, delivery_branch_code: evil,
      collection_branch_code: evil, delivery_instructions: evil, tracking_url: `https://x.example/${evil}`,
    }) // prettier-ignore
    const zpl = only(stickersZpl(shipment))
    const { codes, data } = parse(zpl)
    expect(codes.filter((code) => !commands.includes(code))).toEqual([])
    expect(codes.filter((code) => code === 'XA' || code === 'XZ')).toEqual(['XA', 'XZ'])
    expect(codes.filter((code) => code === 'FD')).toHaveLength(
      codes.filter((code) => code === 'FS').length - codes.filter((code) => code === 'GB').length,
    )
    expect(zpl).not.toContain('~')
    expect(data.join('')).not.toMatch(/[\\\p{Cc}]/u)
    expect(zplText(evil)).toBe('SmithXZXAJAFDgot you/& FSDG')
  })

  it('keeps letters with diacritics', () => {
    const zpl = only(stickersZpl(sampleShipment({ account_name: 'Ṱhohoyanḓou Šimić CC' })))
    expect(parse(zpl).data).toContain('Ṱhohoyanḓou Šimić CC')
  })

  it('stays 3 mm inside the label and prints the reference 5 mm high at 203 and 300 dpi', () => {
    for (const dpi of [203, 300] as const) {
      const dot = 25.4 / dpi
      for (const shipment of [sampleShipment(), wordyShipment()]) {
        const zpl = only(stickersZpl(shipment, dpi))
        for (const [, x, y, size = '', width] of zpl.matchAll(
          /\^FO(\d+),(\d+)(?:\^FR)?(?:\^A0N,(\d+),\d+\^FB(\d+))?/g,
        )) {
          expect(Number(x) * dot).toBeGreaterThanOrEqual(3)
          expect((Number(x) + Number(width ?? 0)) * dot).toBeLessThanOrEqual(97)
          expect(Number(y) * dot).toBeGreaterThanOrEqual(3)
          expect((Number(y) + Number(size)) * dot).toBeLessThanOrEqual(147)
        }
        const reference = shipment.parcels[0]!.tracking_reference
        const height = new RegExp(`\\^A0N,(\\d+),\\d+\\^FB\\d+,1,0,C,0\\^FD${reference}\\^FS`).exec(zpl)?.[1]
        expect(Number(height) * 0.7 * dot).toBeGreaterThanOrEqual(5)
        const isLong = reference.length > 16
        expect(Number(/\^BY(\d+)/.exec(zpl)?.[1]) * dot).toBeGreaterThanOrEqual(isLong ? 0.33 : 0.375)
      }
    }
  })

  it('marks returns, cash on delivery and POD, and hides a locker phone', () => {
    expect(parse(only(stickersZpl(wordyShipment()))).data).toEqual(
      expect.arrayContaining(['RETURN', 'COD R 12,345.00', 'POD']),
    )
    const locker = parse(only(stickersZpl(sampleShipment({ is_locker_delivery: true })))).data
    expect(locker).toContain('+27 21 555 ****')
    expect(locker).not.toContain('RETURN')
  })
})
