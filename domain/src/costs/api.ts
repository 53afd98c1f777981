import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { FileLink } from '../files/model.ts'
import { count, day, list, maybe, rand, text } from '../kit/calls/wire.ts'
import { formatRand } from '../kit/money.ts'
import { paging } from '../kit/lists/paging.ts'
import {
  cost_legs,
  CostLine,
  EarningsDay,
  PartnerBill,
  PartnerBillLine,
  PayPlan,
  PayRules,
  PayStatement,
  statement_states,
} from './model.ts'

const plans = 'API_/pay-plans:GET'
const statements = 'API_/pay-statements:GET'
const bills = 'API_/costs/partner-bills:GET'
const earnings = 'API_/drivers/earnings:GET'

/** API for pay plans, statements and earnings of drivers: docs/domain/costs-and-pay.md. */
export const payApi = {
  plans: endpoint('GET /pay-plans', {
    input: z.object({}),
    output: z.object({ pay_plans: z.array(PayPlan), count: z.int() }),
    permission: plans,
    summary: 'Returns all pay plans with their versions and drivers.',
  }),
  createPlan: endpoint('POST /pay-plans', {
    input: z.object({ name: text(120), valid_from: day, rules: PayRules }),
    output: PayPlan,
    summary: 'Adds a pay plan with its first version.',
  }),
  addVersion: endpoint('PATCH /pay-plans', {
    input: z.object({ id: count, valid_from: day, rules: PayRules }),
    output: PayPlan,
    summary: 'Adds a version to a pay plan, valid from a day.',
  }),
  statements: endpoint('GET /pay-statements', {
    input: z.object({
      id: maybe(count),
      state: maybe(list(z.enum(statement_states))),
      username: maybe(text(255)),
      ...paging,
    }),
    output: z.object({ pay_statements: z.array(PayStatement), count: z.int() }),
    permission: statements,
    summary: 'Lists statements of drivers.',
  }),
  lines: endpoint('GET /pay-statements/lines', {
    input: z.object({ id: count, ...paging }),
    output: z.object({ lines: z.array(CostLine), count: z.int() }),
    permission: statements,
    summary: 'Lists the lines of a statement, oldest work first.',
  }),
  prepare: endpoint('POST /pay-statements', {
    input: z.object({ from: day, to: day, username: maybe(text(255)) }),
    output: z.object({ prepared: z.int(), total: rand }),
    summary: 'Puts everything that drivers earned up to a day and that is on no statement on drafts.',
  }),
  adjust: endpoint('PATCH /pay-statements', {
    input: z.object({ id: count, version: count, amount: rand, reason: text(200) }),
    output: PayStatement,
    summary: 'Adds an amount by hand to a draft; a negative one is a deduction.',
  }),
  approve: endpoint('POST /pay-statements/approve', {
    input: z.object({ id: count, version: count }),
    output: PayStatement,
    summary: 'Approves a draft that another person prepared.',
  }),
  pay: endpoint('POST /pay-statements/pay', {
    input: z.object({ id: count, version: count, payment_reference: text(80) }),
    output: PayStatement,
    approval: ({ payment_reference }, tried) => ({
      kind: 'driver-pay',
      amount: tried?.total ?? null,
      account_id: null,
      description: `Pay ${tried?.display_id ?? ''} of ${tried?.driver_name ?? ''}: ${formatRand(tried?.total ?? 0)}. Payment reference: ${payment_reference}`,
      has_second_person: tried !== undefined && tried.approved_by !== tried.paid_by,
    }),
    summary: 'Marks an approved statement as paid.',
  }),
  document: endpoint('GET /pay-statements/document', {
    input: z.object({ id: count }),
    output: FileLink,
    permission: statements,
    workload: 'heavy',
    summary: 'Returns a link to the PDF of a statement.',
  }),
  earnings: endpoint('GET /drivers/earnings', {
    input: z.object({ from: maybe(day), to: maybe(day) }),
    output: z.object({
      has_plan: z.boolean(),
      days: z.array(EarningsDay),
      total: rand,
      /** Approved and paid statements, newest first. */
      statements: z.array(PayStatement),
    }),
    permission: earnings,
    summary: 'Returns the own earnings of the calling driver by day, and the latest twelve statements.',
  }),
  earningLines: endpoint('GET /drivers/earnings/lines', {
    input: z.object({ day }),
    output: z.object({ lines: z.array(CostLine.omit({ id: true })) }),
    permission: earnings,
    summary: 'Returns what the calling driver earned on a day, with the reasons.',
  }),
  ownDocument: endpoint('GET /drivers/earnings/document', {
    input: z.object({ id: count }),
    output: FileLink,
    permission: earnings,
    workload: 'heavy',
    summary: 'Returns a link to the PDF of an approved statement of the calling driver.',
  }),
}

/** API for costs of shipments and bills of partners: docs/domain/costs-and-pay.md. */
export const costsApi = {
  ofShipment: endpoint('GET /costs/shipment', {
    input: z.object({ shipment_id: count }),
    output: z.object({
      lines: z.array(CostLine),
      cost: rand,
      /** Revenue of the shipment without VAT. */
      revenue: rand,
    }),
    permission: 'API_/costs:GET',
    summary: 'Returns what a shipment cost, by leg, and its revenue.',
  }),
  bills: endpoint('GET /costs/partner-bills', {
    input: z.object({ id: maybe(count), search: maybe(text(120)), ...paging }),
    output: z.object({ partner_bills: z.array(PartnerBill), count: z.int() }),
    permission: bills,
    summary: 'Lists imported bills of partners.',
  }),
  billLines: endpoint('GET /costs/partner-bills/lines', {
    input: z.object({ id: count, ...paging }),
    output: z.object({ lines: z.array(PartnerBillLine), count: z.int() }),
    permission: bills,
    summary: 'Lists the lines of a partner’s bill, those without a shipment first.',
  }),
  importBill: endpoint('POST /costs/partner-bills', {
    input: z.object({
      partner: text(120),
      bill_number: text(80),
      bill_date: day,
      lines: list(z.object({ reference: text(80), amount: rand, leg: maybe(z.enum(cost_legs)) }), 5_000),
    }),
    output: PartnerBill,
    body: 'many',
    summary:
      'Imports a bill of a partner. References that are no shipment are kept and can be assigned later.',
  }),
  assignLine: endpoint('PATCH /costs/partner-bills', {
    input: z.object({ line_id: count, tracking_reference: text(80) }),
    output: PartnerBillLine,
    summary: 'Assigns a line of a partner’s bill to a shipment.',
  }),
}
