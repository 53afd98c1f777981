import type { Recipient } from '@waybill/domain/billing/model'
import type { BankDetails, InvoiceLine, Supplier } from '../../../src/billing/documents/billing-data.ts'
import type { InvoiceDocument } from '../../../src/billing/documents/invoice.ts'
import type { StatementDocument, StatementLine } from '../../../src/billing/documents/statement.ts'

/** A supplier, a recipient and bank details with every field filled, for tests of billing documents. */
export const sample_supplier: Supplier = {
  name: 'Karoo Couriers (Pty) Ltd',
  address_lines: ['14 Depot Road', 'Beaufort West', '6970'],
  registration_number: '2019/123456/07',
  vat_number: '4123456789',
  contact_name: 'Naledi Petersen',
  phone: '+27 23 555 0100',
  email: 'accounts@couriers.example.co.za',
}

export const sample_recipient: Recipient = {
  name: 'Sample Traders CC',
  address_lines: ['12 Example Street', 'Sampleville', 'Pretoria 0001'],
  vat_number: '4987654321',
  account_code: 'SAM001',
}

export const sample_bank: BankDetails = {
  account_holder: 'Karoo Couriers (Pty) Ltd',
  bank_name: 'First Example Bank',
  branch_code: '250655',
  account_type: 'Cheque',
  account_number: '62000000001',
  reference: 'SAM001',
}

/** Returns a shipment line of R 111.38 including 15% VAT. */
export function sampleLine(n: number, changes: Partial<InvoiceLine> = {}): InvoiceLine {
  return {
    date: new Date(Date.UTC(2025, 2, 1 + (n % 28), 8)),
    reference: `KARK7M2${n}`,
    customer_reference: `PO-${48200 + n}`,
    from: 'Sampleville',
    to: 'City Bowl',
    service: 'ECO',
    parcels: 1 + (n % 3),
    charged_kg: 5.5,
    description: '',
    amount: 11138,
    vat: 1453,
    vat_percentage: 15,
    zero_rated: 0,
    cost_center: '',
    ...changes,
  }
}

/** Returns an invoice with `count` shipment lines. */
export function sampleInvoice(count: number, changes: Partial<InvoiceDocument> = {}): InvoiceDocument {
  return {
    number: 'INV000123',
    invoice_date: new Date('2025-03-31T00:00:00Z'),
    due_date: new Date('2025-04-30T00:00:00Z'),
    from_date: new Date('2025-03-01T00:00:00Z'),
    to_date: new Date('2025-03-31T00:00:00Z'),
    supplier: sample_supplier,
    recipient: sample_recipient,
    lines: Array.from({ length: count }, (_, index) => sampleLine(index)),
    credit_of: null,
    amount_paid: 0,
    bank: sample_bank,
    notes: '',
    footer: '',
    ...changes,
  }
}

/** Returns a statement with `count` charges of R 111.38, and a payment of R 500.00 after every fifth. */
export function sampleStatement(count: number, changes: Partial<StatementDocument> = {}): StatementDocument {
  const charge = (n: number): StatementLine => {
    const { date, reference } = sampleLine(n)
    return { date, reference, description: 'Shipping charge', document: 'INV000123', amount: -11138 }
  }
  const payment = (n: number): StatementLine => {
    return {
      ...charge(n),
      reference: '',
      description: 'Payment',
      document: `PMT${String(n).padStart(6, '0')}`,
      amount: 50000,
    }
  }
  return {
    from_date: new Date('2025-03-01T00:00:00Z'),
    to_date: new Date('2025-03-31T00:00:00Z'),
    supplier: sample_supplier,
    recipient: sample_recipient,
    opening_balance: -250000,
    lines: Array.from({ length: count }, (_, n) =>
      (n + 1) % 5 === 0 ? [charge(n), payment(n)] : [charge(n)],
    ).flat(),
    ageing: { current: 120000, days_30: 80000, days_60: 40000, days_90: 0, days_120: 5000 },
    bank: sample_bank,
    footer: '',
    ...changes,
  }
}
