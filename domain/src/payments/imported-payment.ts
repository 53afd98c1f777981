import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import type { SimilarPayment } from '../billing/posting.ts'
import { displayId, formatDate } from '../kit/texts/format.ts'
import { date_range } from '../kit/dates/date-range-codec.ts'
import { amountProblem, formatRand, type Cents } from '../kit/money.ts'
import { paging } from '../kit/lists/paging.ts'
import { invalid, wrongState } from '../kit/problem.ts'
import { count, flag, instant, list, maybe, rand, text } from '../kit/calls/wire.ts'
import type { RuleResult } from '../kit/rule-result.ts'

/**
 * States of an imported bank statement line (docs/domain/invoices-and-statements.md#imported-bank-payments). A line
 * whose match is undone is unmatched again.
 */
export const imported_states = [
  'unmatched',
  'suggested',
  'possible-duplicate',
  'matched',
  'split',
  'ignored',
] as const
export type ImportedState = (typeof imported_states)[number]

export const imported_state_labels: Readonly<Record<ImportedState, string>> = {
  unmatched: 'Unmatched',
  suggested: 'Suggested',
  'possible-duplicate': 'Possibly imported before',
  matched: 'Matched',
  split: 'Split',
  ignored: 'Ignored',
}

/** The remark stored with a line that is ignored as a duplicate. */
export const imported_before = 'Imported before'

/**
 * Confidence of a suggestion: `exact` = a reference names the account, `likely` = the payer is known, `possible` =
 * only the amount fits.
 */
export const confidences = ['exact', 'likely', 'possible'] as const
export type Confidence = (typeof confidences)[number]

const AccountName = z.object({ id: count, account_code: z.string(), name: z.string() })

/** A part of an imported payment, posted to an account. */
export const ImportedPart = z.object({
  transaction_id: count,
  account: AccountName,
  amount: rand,
  has_been_reversed: z.boolean(),
  time_created: instant,
  by: z.string(),
})
export type ImportedPart = z.output<typeof ImportedPart>

/** An incoming payment from a bank statement. */
export const ImportedPayment = z.object({
  id: count,
  bank_account: z.string(),
  /** The bank's date, `YYYY-MM-DD`. */
  bank_date: z.string(),
  description: z.string(),
  reference: z.string(),
  amount: rand,
  state: z.enum(imported_states),
  suggestion: z
    .object({ account: AccountName, confidence: z.enum(confidences), reason: z.string() })
    .nullable(),
  parts: z.array(ImportedPart),
  /** The line of an earlier statement of which this one may be a duplicate. */
  duplicate_of: z
    .object({
      id: count,
      bank_account: z.string(),
      bank_date: z.string(),
      description: z.string(),
      reference: z.string(),
      state: z.enum(imported_states),
      file_name: z.string(),
      time_created: instant,
    })
    .nullable(),
  /**
   * Why a waiting line has probably been posted by hand on the suggested account, as a sentence; `''` when it has not.
   */
  posted_by_hand: z.string(),
  /** The reason why it was ignored or its match undone. */
  remark: z.string(),
  file_name: z.string(),
  imported_by: z.string(),
  version: count,
  time_created: instant,
})
export type ImportedPayment = z.output<typeof ImportedPayment>

/** Maximum length of a statement file in characters. */
const max_statement_length = 8_000_000

const one = { id: count, version: maybe(count) }
const change = { output: ImportedPayment, permission: 'API_/billing/import/payments:PATCH', published: false }

/**
 * Endpoints for bank statements: import, matching to accounts, ignoring and reopening (NAV-027,
 * docs/domain/invoices-and-statements.md#imported-bank-payments).
 */
export const importedApi = {
  upload: endpoint('POST /billing/import/payments', {
    body: 'text_file',
    workload: 'heavy',
    input: z.object({
      file_name: text(255),
      bank_account: maybe(text(60)),
      /** The unchanged file text: CSV, OFX, MT940 or camt.053. */
      content: z.string().max(max_statement_length, 'must be 8 MB or smaller'),
    }),
    output: z.object({
      imported: count,
      suggested: count,
      /** Imported, but possibly imported before with other texts; a user decides. */
      possible_duplicates: count,
      /** Already imported from an earlier statement. */
      known: count,
      /** Older than the company's import period allows. */
      too_old: count,
      /** Imported, but above the maximum amount of one posting. */
      too_large: count,
      /** Lines for money that went out. */
      money_out: count,
      /** Fees in a separate column. */
      fees: count,
      /** Balances, totals and remarks between the entries. */
      balances: count,
      /** Entries of R 0.00. */
      zero: count,
      /** Announced by the bank, but not booked yet. */
      pending: count,
    }),
    published: false,
    summary:
      'Imports incoming payments from a bank statement. Returns the number of skipped lines; a file with an unreadable line is rejected.',
  }),
  list: endpoint('GET /billing/import/payments', {
    input: z.object({
      id: maybe(count),
      state: maybe(list(z.enum(imported_states))),
      search: maybe(text(255)),
      ...date_range,
      ...paging,
    }),
    output: z.object({ imported_payments: z.array(ImportedPayment), count }),
    published: false,
    summary: 'Lists imported bank payments, newest first.',
  }),
  match: endpoint('POST /billing/import/payments/match', {
    input: z.object({
      ...one,
      parts: z
        .array(z.object({ account_id: count, amount: rand }))
        .min(1)
        .max(50),
      /** Confirms that this is not the payment of the same amount that was posted by hand. */
      is_another_payment: maybe(flag),
    }),
    ...change,
    summary: 'Posts an imported payment to one account, or splits it over several.',
  }),
  ignore: endpoint('POST /billing/import/payments/ignore', {
    input: z.object({ ...one, reason: text(255) }),
    ...change,
    summary: 'Marks an imported payment as not from a customer.',
  }),
  reopen: endpoint('POST /billing/import/payments/reopen', {
    input: z.object({ ...one, reason: maybe(text(255)) }),
    ...change,
    summary:
      'Undoes a match and reverses its postings, stops ignoring a payment, or marks it as not a duplicate.',
  }),
}

/** Whether an imported payment may be posted in these parts; amounts in cents. */
export function mayMatch(
  payment: { state: ImportedState; amount: Cents },
  parts: readonly { account_id: number; amount: Cents }[],
): RuleResult {
  if (payment.state === 'matched' || payment.state === 'split')
    return wrongState('This payment is already matched. Undo the match first.')
  if (payment.state === 'possible-duplicate')
    return wrongState(
      'This payment may have been imported before. Confirm that it is another payment, or ignore it.',
    )
  if (payment.state === 'ignored') return wrongState('This payment is ignored. Reopen it first.')
  const problem = amountProblem(payment.amount)
  if (problem !== null)
    return invalid(
      `This payment is ${formatRand(payment.amount)}, but a posting ${problem}. Ask your bank about it, or ignore it.`,
      [{ field: 'parts', message: problem }],
    )
  if (parts.some((part) => part.amount <= 0))
    return invalid('Every part must be more than R 0.00.', [
      { field: 'parts', message: 'must be more than R 0.00' },
    ])
  if (new Set(parts.map((part) => part.account_id)).size < parts.length)
    return invalid('An account is listed twice. Combine its parts.', [
      { field: 'parts', message: 'list each account once' },
    ])
  const sum = parts.reduce((total, part) => total + part.amount, 0)
  if (sum !== payment.amount)
    return invalid(
      `The parts add up to ${formatRand(sum)}, the payment is ${formatRand(payment.amount)}. Correct the amounts.`,
      [{ field: 'parts', message: `must add up to ${formatRand(payment.amount)}` }],
    )
  return true
}

/**
 * The warning shown before a bank line is posted to an account that was already credited with the same amount by
 * hand.
 */
export function postedByHandText(
  accountCode: string,
  amount: Cents,
  { payment_number, effective_date }: SimilarPayment,
): string {
  const receipt = payment_number === null ? '' : ` (${displayId('payment', payment_number)})`
  return `${formatRand(amount)} was posted on ${accountCode} by hand on ${formatDate(effective_date)}${receipt}. If it is the same money, ignore this line; if not, say that it is another payment.`
}

/** Whether an imported payment may be ignored. */
export function mayIgnore({ state }: { state: ImportedState }): RuleResult {
  return state === 'unmatched' || state === 'suggested' || state === 'possible-duplicate'
    ? true
    : wrongState(
        state === 'ignored'
          ? 'This payment is already ignored.'
          : 'This payment is matched. Undo the match before you ignore it.',
      )
}

/** Whether an imported payment may be reopened. */
export function mayReopen({ state }: { state: ImportedState }): RuleResult {
  return state === 'unmatched' || state === 'suggested'
    ? wrongState('This payment is not matched. There is nothing to undo.')
    : true
}

/**
 * References found in a bank line: numbers of invoices, payments and quotes, and words that may be account codes or
 * shipment references.
 */
export interface NamedInLine {
  invoices: readonly number[]
  payments: readonly number[]
  quotes: readonly number[]
  words: readonly string[]
}

const max_words = 40

/**
 * Extracts references from a payer's text: `INV000123`, `inv 123`, `PMT000042`, `QTE000071`, account codes and
 * shipment references.
 */
export function namedIn(line: { description: string; reference: string }): NamedInLine {
  const written = `${line.description} ${line.reference}`.toUpperCase()
  const numbers = (prefix: string): number[] =>
    [...written.matchAll(new RegExp(`\\b${prefix}[ -]?0*(\\d{1,9})\\b`, 'g'))].map((found) =>
      Number(found[1]),
    )
  const words = written
    .split(/[^A-Z0-9/-]+/)
    .flatMap((word) => [word, ...word.split(/[/-]/)])
    .filter((word) => word.length >= 3 && word.length <= 40)
  return {
    invoices: [...new Set(numbers('INV'))],
    payments: [...new Set(numbers('PMT'))],
    quotes: [...new Set(numbers('QTE'))],
    words: [...new Set(words)].slice(0, max_words),
  }
}

/** The ledger description of a matched bank line, such as `EFT INV000045`; at most 255 characters. */
export function eftDescription(line: { description: string; reference: string }): string {
  const written = (line.reference || line.description).trim()
  return (/^eft\b/i.test(written) ? written : `EFT ${written}`.trim()).slice(0, 255)
}

/** Common words in bank descriptions that do not identify the payer. */
const empty_texts = new Set([
  'FNB',
  'ABSA',
  'OB',
  'PMT',
  'EFT',
  'PAYMENT',
  'TRANSFER',
  'CREDIT',
  'FROM',
  'IB',
  'ACB',
  'CASH',
  'DEP',
])

/**
 * The payer's name in a form that is equal across payments: capital letters only, without common bank words; `''`
 * when nothing is left.
 */
export function payerOf({ description }: { description: string }): string {
  return description
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter((word) => word.length > 1 && !empty_texts.has(word))
    .join(' ')
    .slice(0, 120)
}

/** An account found for a bank line, with the confidence and the reason. */
export interface Found {
  confidence: Confidence
  account_id: number
  reason: string
}

/**
 * Returns the account that a line is probably for. References take precedence over earlier matches of the payer, and
 * these over a fitting amount. Different accounts at the same level give no suggestion, because one of them would be
 * wrong.
 */
export function suggestionOf(found: readonly Found[]): Found | null {
  for (const confidence of confidences) {
    const here = found.filter((one) => one.confidence === confidence)
    const [first] = here
    if (first) return here.every((one) => one.account_id === first.account_id) ? first : null
  }
  return null
}
