import type { TransactionTypeName } from '../billing/transaction-types.ts'
import type { Cents } from '../kit/money.ts'

/**
 * The fields of the VAT201 declaration, from the SARS guide to completing it
 * (https://www.sars.gov.za/guide-to-completing-the-value-added-tax-vat201-declaration/). Fields that a courier's sales
 * ledger cannot fill stay at zero: purchases are in the accounting program.
 */
export const vat_boxes = [
  '1',
  '1A',
  '2',
  '2A',
  '3',
  '4',
  '4A',
  '12',
  '13',
  '14',
  '14A',
  '15',
  '15A',
  '16',
  '17',
  '18',
  '19',
  '20',
] as const
export type VatBox = (typeof vat_boxes)[number]

export const vat_box_labels: Readonly<Record<VatBox, string>> = {
  '1': 'Standard-rated supplies, VAT included',
  '1A': 'Standard-rated capital goods, VAT included',
  '2': 'Zero-rated supplies',
  '2A': 'Zero-rated exported goods',
  '3': 'Exempt and non-supplies',
  '4': 'VAT on field 1',
  '4A': 'VAT on field 1A',
  '12': 'Other output tax: bad debts recovered',
  '13': 'Total output tax',
  '14': 'Input tax on capital goods',
  '14A': 'Input tax on imported capital goods',
  '15': 'Input tax on other goods and services: gateway fees',
  '15A': 'Input tax on other imported goods',
  '16': 'Change in use',
  '17': 'Bad debts written off',
  '18': 'Other input tax: credit notes',
  '19': 'Total input tax',
  '20': 'VAT payable, or refundable when negative',
}

/** The fields that are filled from ledger rows, and so have rows to show. */
export const boxes_with_rows = ['1', '2', '4', '12', '15', '17', '18'] as const
export type BoxWithRows = (typeof boxes_with_rows)[number]

/** What one ledger row earned in the period; cents, credits to the books positive. */
interface VatRow {
  type: TransactionTypeName
  is_credit_note: boolean
  vat_percentage: number
  zero_rated: Cents
  /** Earned without VAT. */
  net: Cents
  output_vat: Cents
  /** Entries on the input tax account; tax that may be deducted is negative. */
  input_vat: Cents
}

/** Returns what a ledger row adds to each field; fields to which it adds nothing are absent. */
export function vatOf(row: VatRow): Partial<Record<BoxWithRows, Cents>> {
  const { net, output_vat: vat, zero_rated, vat_percentage } = row
  const input = row.input_vat === 0 ? {} : { '15': -row.input_vat + 0 }
  if (row.type === 'bad-debt-write-off') return { ...input, '17': -vat + 0 }
  if (row.type === 'bad-debt-write-off-reversal') return { ...input, '12': vat }
  if (vat_percentage === 0) return input
  const zero = zero_rated * Math.sign(net + vat)
  const ofZero = zero === 0 ? {} : { '2': zero }
  if (row.is_credit_note) return { ...input, ...ofZero, '18': -vat + 0 }
  const standard = net + vat - zero
  return { ...input, ...ofZero, ...(standard === 0 && vat === 0 ? {} : { '1': standard, '4': vat }) }
}

/** Returns every field of the declaration from the sums of the fields with rows. */
export function vatReturn(sums: Partial<Record<BoxWithRows, Cents>>): Record<VatBox, Cents> {
  const of = (box: BoxWithRows): Cents => sums[box] ?? 0
  const output = of('4') + of('12')
  const input = of('15') + of('17') + of('18')
  return {
    '1': of('1'),
    '1A': 0,
    '2': of('2'),
    '2A': 0,
    '3': 0,
    '4': of('4'),
    '4A': 0,
    '12': of('12'),
    '13': output,
    '14': 0,
    '14A': 0,
    '15': of('15'),
    '15A': 0,
    '16': 0,
    '17': of('17'),
    '18': of('18'),
    '19': input,
    '20': output - input,
  }
}
