import { describe, expect, it } from 'vitest'
import { code128ModuleMm, code128Modules, drawCode128, drawQr, min_module_mm, qrModules } from './barcode.ts'
import { inkOf, scanPages } from '../../../dev/test-kit/documents/inspect-pdf.ts'
import { beginPage, makePdf, mm } from './pdf.ts'

const about = { title: 'Codes', author: 'Test', date: new Date(0) }

describe('Code 128', () => {
  it('is scanned back exactly, with 10 white modules at both ends', async () => {
    const pdf = await makePdf(about, (doc) => {
      beginPage(doc, [mm(100), mm(30)])
      drawCode128(doc, 'SLX-20250304-77/12', { x: 0, y: mm(5), width: mm(100), height: mm(20) })
    })
    expect(scanPages(pdf)).toEqual([[{ kind: 'CODE-128', text: 'SLX-20250304-77/12' }]])
    const { isDark } = inkOf(pdf)
    const module = code128ModuleMm('SLX-20250304-77/12', 100)
    const white = Math.floor(module * 10 * 10) / 10
    for (let x = 0; x < white; x += 0.1) expect(isDark(x, 15) || isDark(99.9 - x, 15)).toBe(false)
  })

  it('uses whole printer dots of at least 0.375 mm, and narrower bars only for a reference that is too long', () => {
    for (const reference of ['K7M2QX/1', 'KARK7M2QX/200', 'SLX-ORDER-20251/200']) {
      const module = code128ModuleMm(reference, 100)
      expect(module).toBeGreaterThanOrEqual(min_module_mm)
      expect((module / 0.125) % 1).toBe(0)
      expect(module * (code128Modules(reference) + 20)).toBeLessThanOrEqual(100)
    }
    expect(code128ModuleMm('SLXABCDEFGHIJKLMNOPQRST/200', 100)).toBe(0.25)
  })
})

describe('QR code', () => {
  it('is scanned back exactly at every error correction level', async () => {
    const link = 'https://couriers.example.co.za/track?ref=K7M2QX/1'
    const levels = ['L', 'M', 'Q', 'H'] as const
    const pdf = await makePdf(about, (doc) => {
      for (const level of levels) {
        beginPage(doc, [mm(40), mm(40)])
        drawQr(doc, link, { x: mm(8), y: mm(8), size: mm(24), level })
      }
    })
    expect(scanPages(pdf)).toEqual(levels.map(() => [{ kind: 'QR-Code', text: link }]))
  })

  it('gets larger with a higher error correction level', () => {
    const sizes = (['L', 'M', 'Q', 'H'] as const).map(
      (level) => qrModules('https://example.co.za/track?ref=K7M2QX/1', level).size,
    )
    expect([...sizes].sort((a, b) => a - b)).toEqual(sizes)
    expect(sizes[3]).toBeGreaterThan(sizes[0]!)
  })
})
