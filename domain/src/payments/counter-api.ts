import { z } from 'zod'
import { FileLink } from '../files/model.ts'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, instant, maybe, rand, text } from '../kit/calls/wire.ts'
import { counter_methods } from './counter.ts'

/** A counter payment for one shipment: the price, the amount due, the amount tendered and the change. */
export const CounterPayment = z.object({
  payment_id: count,
  reference: z.string(),
  shipment_id: count,
  shipment_reference: z.string(),
  method: z.enum(counter_methods),
  price: rand,
  due: rand,
  /** The amount by which a cash price was rounded down. */
  rounding: rand,
  tendered: rand,
  change: rand,
  slip_reference: z.string(),
  last_digits: z.string(),
  taken_by: z.string(),
  time_created: instant,
})
export type CounterPayment = z.output<typeof CounterPayment>

/** Endpoints for payments taken at the counter (SHIP-103). */
export const counterApi = {
  take: endpoint('POST /billing/counter-payments', {
    host: 'payments',
    input: z.object({
      shipment_id: count,
      /** The price that the customer agreed to. */
      rate: rand,
      method: z.enum(counter_methods),
      /** Cash: the amount handed over. Card terminal: the amount charged. */
      amount: rand,
      slip_reference: maybe(text(40)),
      last_digits: maybe(text(4)),
    }),
    output: CounterPayment,
    permission: 'INLINE_transaction_payment',
    published: false,
    summary: 'Records a counter payment for a shipment and submits the shipment.',
  }),
  receipt: endpoint('GET /billing/counter-payments/receipt', {
    host: 'payments',
    workload: 'heavy',
    input: z.object({ payment_id: count }),
    output: FileLink,
    permission: 'INLINE_transaction_payment',
    published: false,
    summary: 'Returns the receipt of a counter payment as a PDF, 80 mm wide.',
  }),
}
