import { drawBrand, drawCaption, drawPairs, footer_height } from '../../kit/documents/brand.ts'
import { a4, a4_margin as left, beginPage, drawRule, ink, type Pdf } from '../../kit/documents/pdf.ts'
import { drawBlock, drawText, type Paragraph } from '../../kit/documents/text.ts'
import type { Recipient } from '@waybill/domain/billing/model'
import type { BankDetails, Supplier } from './billing-data.ts'

/** The printable area of an A4 billing document, in points. */
export const sheet = {
  left,
  width: a4[0] - 2 * left,
  right: a4[0] - left,
  bottom: a4[1] - left - footer_height,
} as const

/** The content of the top right of a billing document. */
export type Masthead = {
  title: string
  number: string
  facts: readonly (readonly [caption: string, value: string])[]
}

/**
 * Starts a billing document. Draws the supplier's logo or name and the document title, then three columns: supplier,
 * recipient and document facts. Returns the y position below them.
 */
export function beginDocument(
  pdf: Pdf,
  supplier: Supplier,
  recipient: Recipient,
  masthead: Masthead,
): number {
  beginPage(pdf, a4)
  drawBrand(
    pdf,
    { title: supplier.name, logo: supplier.logo },
    { x: left, y: left, width: 250, height: 46, size: 20 },
  )
  const title = { x: sheet.right - 260, width: 260, align: 'right' as const }
  drawText(pdf, masthead.title, { ...title, y: left + 4, face: 'bold', size: 20, min_size: 13 })
  drawText(pdf, masthead.number, { ...title, y: left + 29, size: 12, min_size: 9, colour: ink.quiet })
  drawRule(pdf, left, left + 56, sheet.width, { weight: 1.2, colour: ink.strong })
  const y = left + 70
  const gap = 20
  const column = (sheet.width - 2 * gap) / 3
  const place = (index: number) => ({ x: left + index * (column + gap), y, width: column })
  const height = 104
  drawCaption(pdf, 'Supplier', place(0))
  drawCaption(pdf, 'Customer', place(1))
  drawBlock(pdf, supplierLines(supplier), { ...place(0), y: y + 13, height: height - 13 })
  drawBlock(pdf, recipientLines(recipient), { ...place(1), y: y + 13, height: height - 13 })
  drawPairs(pdf, masthead.facts, place(2))
  return y + height
}

function supplierLines(supplier: Supplier): Paragraph[] {
  const { name, address_lines, registration_number, vat_number, contact_name, phone, email } = supplier
  return [
    { text: name, face: 'bold', size: 10, min_size: 8.5, lines: 3 },
    ...address_lines.map((text) => line(text)),
    { ...line(vat_number && `VAT number ${vat_number}`), gap: 3 },
    line(registration_number && `Registration ${registration_number}`),
    line(contact_name ?? ''),
    line(phone),
    line(email),
  ]
}

function recipientLines(recipient: Recipient): Paragraph[] {
  const { name, address_lines, vat_number, account_code } = recipient
  return [
    { text: name, face: 'bold', size: 10, min_size: 8.5, lines: 3 },
    ...address_lines.map((text) => line(text)),
    { ...line(vat_number && `VAT number ${vat_number}`), gap: 3 },
    line(`Account ${account_code}`),
  ]
}

function line(text: string): Paragraph {
  return { text, size: 9, min_size: 7.5, lines: 2 }
}

/** Starts a following page of the same document. Returns the y position where its content starts. */
export function continueDocument(pdf: Pdf, supplier: Supplier, title: string): number {
  beginPage(pdf, a4)
  const half = sheet.width / 2 - 10
  drawText(pdf, supplier.name, { x: left, y: left, width: half, face: 'bold', size: 10, min_size: 7 })
  const right = { x: sheet.right - half, y: left, width: half, align: 'right' as const }
  drawText(pdf, `${title}, continued`, { ...right, size: 10, min_size: 7 })
  drawRule(pdf, left, left + 14, sheet.width, { weight: 1.2, colour: ink.strong })
  return left + 26
}

/** Height of the bank details drawn by `drawBank`, in points. */
export const bank_height = 112

/** Draws the bank details and the payment reference in a thin frame. */
export function drawBank(pdf: Pdf, bank: BankDetails, at: { x: number; y: number; width: number }): void {
  pdf.roundedRect(at.x, at.y, at.width, bank_height, 3).lineWidth(0.7).strokeColor(ink.line).stroke()
  const inner = { x: at.x + 11, width: at.width - 22 }
  drawCaption(pdf, 'Pay by bank transfer to', { ...inner, y: at.y + 10 })
  const pairs = [
    ['Account holder', bank.account_holder],
    ['Bank', bank.bank_name],
    ['Branch code', bank.branch_code],
    ['Account type', bank.account_type],
    ['Account number', bank.account_number],
  ] as const
  const shown = pairs.filter(([, value]) => value !== '')
  const y = drawPairs(pdf, shown, { ...inner, y: at.y + 24, size: 8.5 })
  drawText(pdf, 'Your reference', { ...inner, y: y + 1, face: 'bold', size: 9 })
  drawText(pdf, bank.reference, {
    ...inner,
    x: inner.x + 80,
    width: inner.width - 80,
    y: y + 1,
    face: 'bold',
    size: 9,
    align: 'right',
  })
}
