import { describe, expect, it } from 'vitest'
import {
  inkOf,
  largestCapitals,
  overlappingWords,
  pagesOf,
  scanPages,
  textOf,
  type Ink,
} from '../../../dev/test-kit/documents/inspect-pdf.ts'
import { samplePng } from '../../../dev/test-kit/documents/sample-png.ts'
import { wordyShipment, sampleShipment } from '../../../dev/test-kit/documents/sample-shipment.ts'
import { renderStickers } from './sticker.ts'

/** Returns the length in mm of the continuous dark area from (x, y) to the right or downwards. */
function darkRun(ink: Ink, x: number, y: number, direction: 'across' | 'down'): number {
  let run = 0
  while (direction === 'across' ? ink.isDark(x + run, y) : ink.isDark(x, y + run)) run += 0.05
  return run
}

/** Returns the top and bottom in mm of each inked band between two heights. */
function bandsOf(ink: Ink, from: number, to: number): [number, number][] {
  const bands: [number, number][] = []
  for (let y = from; y < to; y += 0.1) {
    let isInked = false
    for (let x = 0.2; x < ink.width - 0.2 && !isInked; x += 0.1) isInked = ink.isDark(x, y)
    const last = bands.at(-1)
    if (isInked && last && y - last[1] < 0.15) last[1] = y
    else if (isInked) bands.push([y, y])
  }
  return bands
}

describe('PDF sticker', () => {
  it('prints one page of 100 × 150 mm per parcel in the given order', async () => {
    const other = sampleShipment({ tracking_reference: 'H4NDB7' }, 2)
    const pdf = await renderStickers([sampleShipment({}, 3), other])
    expect(pagesOf(pdf)).toEqual({ count: 5, width_mm: 100, height_mm: 150 })
    const text = textOf(pdf)
    expect(text.match(/\d of \d/g)).toEqual(['1 of 3', '2 of 3', '3 of 3', '1 of 2', '2 of 2'])
    expect(text.indexOf('KARK7M2QX/3')).toBeLessThan(text.indexOf('H4NDB7/1'))
  })

  it('prints the exact parcel reference as Code 128 and in the QR code URL', async () => {
    const trackingUrl = 'https://couriers.example.co.za/track/'
    const path = sampleShipment({ tracking_reference: 'K7M2QX', tracking_url: trackingUrl })
    const pages = scanPages(await renderStickers([sampleShipment({}, 2), wordyShipment(), path]))
    const read = pages.map((page) => Object.fromEntries(page.map(({ kind, text }) => [kind, text])))
    const link = 'https://couriers.example.co.za/track?ref='
    expect(read).toEqual([
      { 'CODE-128': 'KARK7M2QX/1', 'QR-Code': `${link}KARK7M2QX/1` },
      { 'CODE-128': 'KARK7M2QX/2', 'QR-Code': `${link}KARK7M2QX/2` },
      { 'CODE-128': 'SLX-ORDER-20251/200', 'QR-Code': `${link}SLX-ORDER-20251/200` },
      { 'CODE-128': 'K7M2QX/1', 'QR-Code': `${trackingUrl}K7M2QX%2F1` },
    ])
  })

  it('prints provider, routing, service, parcel, receiver, sender and the marks COD, POD and RETURN', async () => {
    const text = textOf(await renderStickers([sampleShipment({ cod_amount: 450_00, is_pod_required: true })]))
    const wanted = [
      'Karoo Couriers',
      'CPT-4',
      'ECO',
      '1 of 1',
      '2.5 kg',
      '4 Mar 2025',
      'COD',
      'POD',
      'Bluegum Books',
      'Cape Town 8001',
    ]
    for (const word of [
      ...wanted,
      '+27 21 555 0199',
      'FROM PTA',
      'Sample Traders',
      'PO-48213',
      'KARK7M2QX/1',
    ])
      expect(text).toContain(word)
    expect(text).not.toContain('RETURN')
    expect(textOf(await renderStickers([sampleShipment({ is_return: true })]))).toContain('RETURN')
    expect(textOf(await renderStickers([sampleShipment({ routing_number: '' })]))).toContain('NOT ROUTED')
  })

  it('hides the last four digits of the phone number on locker labels only', async () => {
    expect(textOf(await renderStickers([sampleShipment({ is_locker_delivery: true })]))).toMatch(
      /\+27 21 555 ••••/,
    )
    expect(textOf(await renderStickers([sampleShipment()]))).toContain('+27 21 555 0199')
  })

  it('keeps the minimum sizes of codes and text for short and long values', async () => {
    for (const shipment of [
      sampleShipment(),
      wordyShipment(),
      sampleShipment({ delivery_branch_code: 'LI', routing_number: 'J1' }),
    ]) {
      const pdf = await renderStickers([shipment])
      const ink = inkOf(pdf)
      expect(darkRun(ink, 4.2, 37, 'across')).toBeGreaterThanOrEqual(24)
      expect(darkRun(ink, 4.5, 36.8, 'down')).toBeGreaterThanOrEqual(10)
      const [bars, reference] = bandsOf(ink, 115, 149)
      expect(bars![1] - bars![0]).toBeGreaterThanOrEqual(15)
      expect(reference![1] - reference![0]).toBeGreaterThanOrEqual(5)
      expect(darkRun(ink, 69.3, 55.2, 'across')).toBeGreaterThanOrEqual(20 * (7 / 37))
      expect(largestCapitals(pdf)).toBeGreaterThan(10.4)
    }
  })

  it('prints nothing within 3 mm of an edge and no overlapping text', async () => {
    const logo = samplePng(300, 60, () => [0, 0, 0, 255])
    for (const shipment of [sampleShipment({ brand: { title: 'Karoo Couriers', logo } }), wordyShipment()]) {
      const pdf = await renderStickers([shipment])
      const { isDark } = inkOf(pdf)
      for (let along = 0.2; along < 99.8; along += 0.2)
        expect(isDark(along, 2.9) || isDark(along, 147.1)).toBe(false)
      for (let along = 0.2; along < 149.8; along += 0.2)
        expect(isDark(2.9, along) || isDark(97.1, along)).toBe(false)
      expect(overlappingWords(pdf)).toEqual([])
    }
  })

  it('prints a sticker without names, phone numbers, delivery branch, account and customer reference', async () => {
    const nobody = { name: '', company: '', address_lines: ['1 A Street'], phone: '' }
    const bare = sampleShipment({
      delivery: nobody,
      collection: nobody,
      delivery_branch_code: '',
      account_name: '',
      customer_reference: '',
    })
    const text = textOf(await renderStickers([bare]))
    expect(text).toContain('1 A Street')
    expect(text).not.toMatch(/undefined|null|NaN/)
  })

  it('prints 500 parcels into one file', async () => {
    const shipments = Array.from({ length: 100 }, (_, n) =>
      sampleShipment({ tracking_reference: `SLX10${n}` }, 5),
    )
    expect(pagesOf(await renderStickers(shipments)).count).toBe(500)
  })

  it('rejects when there is no parcel to print', async () => {
    await expect(renderStickers([])).rejects.toThrow('There is no parcel to print a sticker for.')
    await expect(renderStickers([sampleShipment({}, 0)])).rejects.toThrow('There is no parcel')
  })
})
