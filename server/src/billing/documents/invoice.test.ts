import { describe, expect, it } from 'vitest'
import { overlappingWords, pagesOf, textOf } from '../../../dev/test-kit/documents/inspect-pdf.ts'
import { invoiceTotals } from './billing-data.ts'
import { renderInvoice } from './invoice.ts'
import { sample_supplier, sampleInvoice, sampleLine } from '../../../dev/test-kit/documents/sample-billing.ts'

const international = sampleLine(7, {
  service: 'INTL',
  to: 'Gaborone',
  amount: 150000,
  vat: 0,
  zero_rated: 150000,
})
const storage = sampleLine(8, {
  parcels: null,
  charged_kg: null,
  reference: '',
  description: 'Storage of two pallets',
  amount: 46000,
  vat: 6000,
})

describe('invoice PDF', () => {
  it('prints a tax invoice with the details that section 20 of the VAT Act requires', async () => {
    const text = textOf(await renderInvoice(sampleInvoice(2)))
    const supplier = [
      'TAX INVOICE',
      'INV000123',
      '31 Mar 2025',
      'Karoo Couriers (Pty) Ltd',
      '14 Depot Road',
      'VAT number 4123456789',
    ]
    const customer = ['Sample Traders CC', '12 Example Street', 'VAT number 4987654321', 'SAM001']
    const line = ['1 Mar 2025', 'KARK7M20', 'PO-48200', 'Sampleville', 'City Bowl', 'ECO', '5.5', 'R 111.38']
    const sums = [
      'Total excluding VAT',
      'R 193.70',
      'VAT at 15 %',
      'R 29.06',
      'Total including VAT',
      'R 222.76',
      '30 Apr 2025',
      '62000000001',
    ]
    for (const word of [...supplier, ...customer, ...line, ...sums]) expect(text).toContain(word)
  })

  it('prints a plain invoice without VAT when the supplier is not registered', async () => {
    const lines = [sampleLine(1, { vat: 0, vat_percentage: 0 })]
    const text = textOf(
      await renderInvoice(sampleInvoice(1, { lines, supplier: { ...sample_supplier, vat_number: '' } })),
    )
    expect(text).toContain('INVOICE')
    expect(text).not.toMatch(/TAX INVOICE|excluding VAT|VAT at|including VAT|INCL\. VAT/)
    expect(text).toMatch(/Total\s+R 111\.38/)
  })

  it('totals zero-rated lines separately and prints other charges by their description', async () => {
    const text = textOf(
      await renderInvoice(sampleInvoice(0, { lines: [sampleLine(1), international, storage] })),
    )
    expect(text).toMatch(/Standard-rated, excluding VAT\s+R 496\.85/)
    expect(text).toMatch(/Zero-rated \(VAT at 0 %\)\s+R 1,500\.00/)
    expect(text).toMatch(/Total excluding VAT\s+R 1,996\.85/)
    expect(text).toContain('Storage of two pallets')
  })

  it('totals lines to the cent, with one VAT amount per percentage', () => {
    const old = sampleLine(3, { amount: 11400, vat: 1400, vat_percentage: 14 })
    expect(invoiceTotals([sampleLine(1), old, international, storage])).toEqual({
      standard_rated: 59685,
      zero_rated: 150000,
      total_excluding_vat: 209685,
      vat: [
        { percentage: 15, amount: 7453 },
        { percentage: 14, amount: 1400 },
      ],
      total: 218538,
    })
    expect(invoiceTotals([])).toEqual({
      standard_rated: 0,
      zero_rated: 0,
      total_excluding_vat: 0,
      vat: [],
      total: 0,
    })
  })

  it('shows the paid amount and the balance due', async () => {
    const text = textOf(await renderInvoice(sampleInvoice(2, { amount_paid: 20000 })))
    expect(text).toMatch(/Paid or credited\s+-R 200\.00/)
    expect(text).toMatch(/Balance due\s+R 22\.76/)
  })

  it('groups lines by cost centre with a total for each', async () => {
    const lines = [
      sampleLine(1, { cost_center: 'Head office' }),
      sampleLine(2, { cost_center: 'Workshop' }),
      sampleLine(3, { cost_center: 'Workshop' }),
      sampleLine(4),
    ]
    const text = textOf(await renderInvoice(sampleInvoice(0, { lines })))
    expect(text).toMatch(/Total Head office\s+R 111\.38/)
    expect(text).toMatch(/Total Workshop\s+R 222\.76/)
    expect(text).toMatch(/Total No cost centre\s+R 111\.38/)
  })

  it('repeats the table header on following pages and prints the totals once', async () => {
    const pdf = await renderInvoice(
      sampleInvoice(300, { notes: 'Thank you.', footer: 'Standard terms apply.' }),
    )
    const { count, width_mm } = pagesOf(pdf)
    const text = textOf(pdf)
    expect(width_mm).toBe(210)
    expect(count).toBeGreaterThan(5)
    expect(text.match(/DATE\s+REFERENCE/g)!.length).toBeGreaterThanOrEqual(count - 1)
    expect(text.match(/Total including VAT/g)).toHaveLength(1)
    expect(text.match(/Standard terms apply\./g)).toHaveLength(count)
    expect(text).toContain(`Page ${count} of ${count}`)
    expect(new Set(text.match(/KARK7M2\d+/g)).size).toBe(300)
    expect(overlappingWords(pdf)).toEqual([])
  })

  it('has no overlapping text with long names and large amounts', async () => {
    const wordy = 'Nelspruit Agricultural Machinery and Irrigation Supplies of Mbombela'
    const line = sampleLine(1, {
      reference: 'SLX-ORDER-20251234',
      customer_reference: wordy,
      from: wordy,
      to: wordy,
      service: 'OVERNIGHT',
      amount: 123456789012,
    })
    const addressLines = [wordy, wordy, wordy, wordy, wordy]
    const supplier = { ...sample_supplier, name: wordy, address_lines: addressLines }
    const recipient = {
      name: wordy,
      address_lines: addressLines,
      vat_number: '4987654321',
      account_code: 'NELSPRUITAGRI',
    }
    expect(
      overlappingWords(
        await renderInvoice(sampleInvoice(0, { lines: [line], supplier, recipient, notes: wordy.repeat(9) })),
      ),
    ).toEqual([])
  })

  it('prints a credit note with its invoice and the reason', async () => {
    const creditOf = { invoice_number: 'INV000123', reason: 'Cancelled before collection' }
    const text = textOf(await renderInvoice(sampleInvoice(1, { number: 'CR000007', credit_of: creditOf })))
    for (const word of [
      'TAX CREDIT NOTE',
      'CR000007',
      'Credits invoice',
      'INV000123',
      'Cancelled before collection',
    ])
      expect(text).toContain(word)
    expect(text).not.toMatch(/Payable by|62000000001/)
  })
})
