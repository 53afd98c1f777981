import { z } from 'zod'
import { FileLink } from '../files/model.ts'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, day, flag, list, maybe, rand, text } from '../kit/calls/wire.ts'
import { formatRand } from '../kit/money.ts'
import { paging } from '../kit/lists/paging.ts'
import { cash_up_states, holder_kinds } from './cash-up.ts'
import { TillReport, TillShift } from './till-report.ts'
import { CashHolder, CashReceipt, CashUp, Denominations, Drawer, Payable, Remittance } from './model.ts'

const cash_query = 'API_/billing/cash:GET'
const tills = 'API_/billing/cash/tills:POST'

/** Endpoints for cash on delivery, counts of cash and payouts: docs/domain/cash-on-delivery.md. */
export const cashApi = {
  reserveNumbers: endpoint('POST /billing/cash/receipt-blocks', {
    workload: 'field',
    input: z.object({}),
    output: z.object({
      blocks: z.array(z.object({ first_number: z.int(), last_number: z.int() })),
      last_used: z.int(),
    }),
    summary: 'Reserves receipt numbers for the driver and returns the ones not used yet.',
    published: false,
  }),
  drawer: endpoint('GET /billing/cash/drawer', {
    workload: 'field',
    input: z.object({ kind: maybe(z.enum(holder_kinds)), username: maybe(text(120)) }),
    output: z.object({ drawer: Drawer.nullable() }),
    summary: 'Returns the cash that a driver or an operator with an open till must hand in.',
    published: false,
  }),
  holders: endpoint('GET /billing/cash', {
    input: z.object({ ...paging }),
    output: z.object({
      holders: z.array(CashHolder),
      count: z.int(),
      totals: z.object({ drivers: rand, tills: rand, safe: rand, bank: rand, owed: rand, differences: rand }),
    }),
    summary: 'Lists who holds cash, with totals of all places.',
    published: false,
  }),
  giveFloat: endpoint('POST /billing/cash/floats', {
    input: z.object({ username: text(120), amount: rand }),
    output: CashHolder,
    summary: 'Gives a driver change from the safe.',
    published: false,
  }),
  deposit: endpoint('POST /billing/cash/deposits', {
    input: z.object({ amount: rand, reference: text(120) }),
    output: z.object({ safe: rand }),
    summary: 'Records cash from the safe that was paid into the bank.',
    published: false,
  }),
  openTill: endpoint('POST /billing/cash/tills', {
    input: z.object({ opening_float: rand }),
    output: CashHolder,
    summary: 'Opens the till of the operator with a float from the safe.',
    published: false,
  }),
  payFromTill: endpoint('POST /billing/cash/tills/payouts', {
    input: z.object({ amount: rand, reason: text(255) }),
    output: z.object({ transaction_id: z.int(), held: rand }),
    permission: tills,
    summary: 'Records money that the operator paid from the till.',
    published: false,
  }),
  payoutSlip: endpoint('GET /billing/cash/tills/payouts', {
    workload: 'heavy',
    input: z.object({ transaction_id: count }),
    output: FileLink,
    permission: tills,
    summary: 'Returns the slip of a payout from a till as a PDF, 80 mm wide.',
    published: false,
  }),
  tillShifts: endpoint('GET /billing/cash/tills', {
    input: z.object({
      /** Only shifts of this operator. Other people's need the permission to see all cash. */
      username: maybe(text(120)),
      ...paging,
    }),
    output: z.object({ tills: z.array(TillShift), count: z.int() }),
    permission: tills,
    summary: 'Lists the shifts of tills, newest first: the own ones, or all with the permission for cash.',
    published: false,
  }),
  tillReport: endpoint('GET /billing/cash/tills/report', {
    /** The open or last till of the caller by default. */
    input: z.object({ till_id: maybe(count) }),
    output: z.object({ report: TillReport.nullable() }),
    permission: tills,
    summary: 'Returns the report of a till: opening, cash, card, links, payouts, count and confirmation.',
    published: false,
  }),
  printTillReport: endpoint('GET /billing/cash/tills/report/print', {
    workload: 'heavy',
    input: z.object({ till_id: count }),
    output: FileLink,
    permission: tills,
    summary: 'Returns the report of a till as a PDF, 80 mm wide.',
    published: false,
  }),
  cashUps: endpoint('GET /billing/cash/cash-ups', {
    input: z.object({
      state: maybe(list(z.enum(cash_up_states))),
      from: maybe(day),
      to: maybe(day),
      search: maybe(text(120)),
      ...paging,
    }),
    output: z.object({ cash_ups: z.array(CashUp), count: z.int() }),
    permission: cash_query,
    summary: 'Lists counts of cash, newest first.',
    published: false,
  }),
  cashUp: endpoint('POST /billing/cash/cash-ups', {
    input: z.object({
      kind: z.enum(holder_kinds),
      /** Whose cash was counted; the caller by default. */
      username: maybe(text(120)),
      /** The expected amount that was displayed while counting. */
      expected: rand,
      denominations: Denominations,
      difference_reason: maybe(text(500)),
      unused_reason: maybe(text(500)),
    }),
    output: CashUp,
    summary: 'Stores the count of the cash of a driver or till. Another person confirms it.',
    published: false,
  }),
  decide: endpoint('POST /billing/cash/cash-ups/decide', {
    input: z.object({ id: count, is_confirmed: flag, reason: maybe(text(500)) }),
    output: CashUp,
    summary: 'Confirms a count, which puts the cash into the safe, or rejects it.',
    published: false,
  }),
  receipts: endpoint('GET /billing/cash/receipts', {
    input: z.object({
      state: maybe(list(z.enum(['with-driver', 'handed-in', 'paid-out', 'void', 'refused']))),
      username: maybe(text(120)),
      account_id: maybe(list(count)),
      remittance_id: maybe(count),
      from: maybe(day),
      to: maybe(day),
      search: maybe(text(120)),
      ...paging,
    }),
    output: z.object({ receipts: z.array(CashReceipt), count: z.int() }),
    permission: cash_query,
    summary: 'Lists receipts of money that drivers took, newest first.',
    published: false,
  }),
  voidReceipt: endpoint('POST /billing/cash/receipts/void', {
    input: z.object({ number: count, reason: text(500) }),
    output: CashReceipt,
    approval: ({ reason }, tried) => ({
      kind: 'refund',
      amount: tried?.amount ?? null,
      account_id: tried?.account_id ?? null,
      description: `Give back ${formatRand(tried?.amount ?? 0)} of receipt ${tried?.display_id ?? ''}: ${reason}`,
    }),
    summary: 'Makes a receipt void whose money was given back, before it is handed in.',
    published: false,
  }),
  payables: endpoint('GET /billing/cash/payables', {
    input: z.object({ search: maybe(text(120)), ...paging }),
    output: z.object({ payables: z.array(Payable), count: z.int() }),
    permission: cash_query,
    summary: 'Lists accounts to which collected money is owed.',
    published: false,
  }),
  remit: endpoint('POST /billing/cash/remittances', {
    input: z.object({
      account_id: count,
      /** The collected amount that was displayed; another amount now is rejected. */
      collected: rand,
      bank_reference: text(120),
    }),
    output: Remittance,
    approval: ({ bank_reference }, tried) => ({
      kind: 'payout',
      amount: tried?.paid ?? null,
      account_id: tried?.account_id ?? null,
      description: `Pay out ${formatRand(tried?.paid ?? 0)} of collected money, less a fee of ${formatRand(tried?.fee ?? 0)}. Bank reference: ${bank_reference}`,
    }),
    summary: 'Records the payout of the collected money of an account, less the fee.',
    published: false,
  }),
  remittances: endpoint('GET /billing/cash/remittances', {
    input: z.object({ account_id: maybe(list(count)), from: maybe(day), to: maybe(day), ...paging }),
    output: z.object({ remittances: z.array(Remittance), count: z.int() }),
    summary: 'Lists payouts of collected money that the caller may see, newest first.',
  }),
  statement: endpoint('GET /billing/cash/remittances/statement', {
    workload: 'heavy',
    input: z.object({ id: count }),
    output: FileLink,
    permission: 'API_/billing/cash/remittances:GET',
    summary: 'Returns the statement of a payout as a PDF.',
  }),
}
