import { describe, expect, it } from 'vitest'
import { overlappingWords, pagesOf, scanPages, textOf } from '../../../dev/test-kit/documents/inspect-pdf.ts'
import { sampleShipment, wordyShipment } from '../../../dev/test-kit/documents/sample-shipment.ts'
import { renderWaybills } from './waybill.ts'

const link = 'https://couriers.example.co.za/track?ref='

describe('PDF waybill', () => {
  it('[SHIP-107] prints one A4 page per parcel with the parcel reference in both codes', async () => {
    const pdf = await renderWaybills([sampleShipment({}, 3)])
    expect(pagesOf(pdf)).toEqual({ count: 3, width_mm: 210, height_mm: 297 })
    const read = scanPages(pdf, 200).map((page) => page.map((code) => code.text).sort())
    expect(read).toEqual([1, 2, 3].map((n) => [`KARK7M2QX/${n}`, `${link}KARK7M2QX/${n}`]))
  })

  it('[SHIP-107] prints one page per shipment with a parcel table and the shipment reference in both codes', async () => {
    const pdf = await renderWaybills([sampleShipment({}, 3)], { per: 'shipment' })
    expect(pagesOf(pdf).count).toBe(1)
    expect(scanPages(pdf, 200)[0]).toEqual(
      expect.arrayContaining([
        { kind: 'CODE-128', text: 'KARK7M2QX' },
        { kind: 'QR-Code', text: `${link}KARK7M2QX` },
      ]),
    )
    const text = textOf(pdf)
    for (const word of [
      'KARK7M2QX/1',
      'KARK7M2QX/3',
      '10.5 kg',
      'Thabo Mokoena',
      'Bluegum Books',
      'Ring at the side gate.',
    ]) {
      expect(text).toContain(word)
    }
    for (const word of ['Leave with reception', 'conditions of carriage', 'Signature', 'Sender', 'Receiver'])
      expect(text).toContain(word)
  })

  it('continues the parcel table on further pages for 200 parcels, repeats the head and prints signatures once', async () => {
    const pdf = await renderWaybills([sampleShipment({}, 200)], { per: 'shipment' })
    const text = textOf(pdf)
    const { count } = pagesOf(pdf)
    expect(count).toBeGreaterThan(3)
    expect(text.match(/PARCEL\s+REFERENCE\s+CONTENTS\s+WEIGHT/g)).toHaveLength(count)
    expect(new Set(text.match(/KARK7M2QX\/\d+/g)).size).toBe(200)
    expect(text.match(/Date and time\s+Date and time\s+Date and time/g)).toHaveLength(1)
    expect(text).toContain(`Page ${count} of ${count}`)
    expect(overlappingWords(pdf)).toEqual([])
  })

  it('prints three copies with their names', async () => {
    const pdf = await renderWaybills([sampleShipment()], { copies: 3 })
    expect(pagesOf(pdf).count).toBe(3)
    for (const copy of ['Sender copy', 'Courier copy', 'Receiver copy']) expect(textOf(pdf)).toContain(copy)
  })

  it('prints no overlapping text for very long values, and Code 128 stays readable', async () => {
    const pdf = await renderWaybills([wordyShipment()])
    expect(overlappingWords(pdf)).toEqual([])
    expect(scanPages(pdf, 200)[0]).toContainEqual({ kind: 'CODE-128', text: 'SLX-ORDER-20251/200' })
    expect(textOf(pdf)).toMatch(/RETURN\s+COD R 12,345\.00\s+POD/)
  })

  it('rejects when there is no shipment to print', async () => {
    await expect(renderWaybills([])).rejects.toThrow('There is no shipment to print a waybill for.')
  })
})
