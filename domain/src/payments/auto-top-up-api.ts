import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, flag, maybe, rand } from '../kit/calls/wire.ts'
import { gateway_names } from './gateway-list.ts'
import { AutoTopUp, SavedCard } from './model.ts'

/** An automatic top-up, with what its customer can choose from. */
const answer = z.object({
  auto_top_up: AutoTopUp.nullable(),
  /** Saved cards that can be charged without their owner. */
  cards: z.array(SavedCard),
  /** The gateways with which such a card can be saved. */
  gateways: z.array(z.enum(gateway_names)),
  /** The most that one top-up may be; `null` for no limit. */
  limit: rand.nullable(),
})

/** Endpoints for automatic top-ups. */
export const autoTopUpApi = {
  read: endpoint('GET /billing/auto-top-up', {
    host: 'payments',
    input: z.object({ account_id: maybe(count) }),
    output: answer,
    published: false,
    summary: 'Returns the automatic top-up of an account.',
  }),
  save: endpoint('POST /billing/auto-top-up', {
    host: 'payments',
    input: z.object({
      card_id: count,
      threshold: rand,
      amount: rand,
      monthly_limit: rand,
      /** The customer has read and accepted the text. */
      is_accepted: flag,
    }),
    output: answer,
    step_up: true,
    published: false,
    summary: 'Switches automatic top-up on for the caller’s own account.',
  }),
  cancel: endpoint('DELETE /billing/auto-top-up', {
    host: 'payments',
    input: z.object({}),
    output: z.object({}),
    published: false,
    summary: 'Switches automatic top-up off for the caller’s own account.',
  }),
}
