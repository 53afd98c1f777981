import type { Cents } from '@waybill/domain/kit/money'
import type { GatewayName } from '@waybill/domain/payments/gateway-list'
import type { HeldReason, PaymentStatus } from '@waybill/domain/payments/payment'
import type { FakeGatewayAction } from '../../../server/dev/fakes/payments/index.ts'

/** What a payment must be in the end. */
export interface Outcome {
  status: PaymentStatus
  held_reason?: HeldReason
  /** The difference of what is posted to the price, in cents; absent when nothing is posted. */
  posted?: Cents
}

/** What a payer does with one payable. */
export interface Plan {
  /** As the report of the proof names it. */
  what: string
  /** How many of a hundred payers do it. */
  share: number
  /** What the gateway reports, in the order in which it happens there. */
  actions: readonly FakeGatewayAction[]
  /** The gateways at which it is possible; all by default. */
  gateways?: readonly GatewayName[]
  /** How often the payer pays: the same form twice, or at two gateways. */
  pays?: 'the same form twice' | 'at two gateways'
  /** Whether every notification is lost, so that the product must ask the gateway. */
  is_lost?: boolean
  /** What another user does with the shipment in the meantime. */
  meanwhile?: 'pays at the counter' | 'cancels'
  end: (gateway: GatewayName) => Outcome
}

const complete: Outcome = { status: 'complete', posted: 0 }
/** Stitch signs everything; Bob Pay does not sign the status, so money that it does not confirm is held. */
const unpaid = (status: PaymentStatus) => (gateway: GatewayName) =>
  gateway === 'bobpay' ? { status: 'held' as const, held_reason: 'unconfirmed' as const } : { status }

/** Every plan; forged notifications that promise money come with each. */
export const plans: readonly Plan[] = [
  { what: 'pays', share: 36, actions: ['success'], end: () => complete },
  { what: 'pays after a failure', share: 8, actions: ['fail', 'success'], end: () => complete },
  { what: 'pays after cancelling', share: 5, actions: ['cancel', 'success'], end: () => complete },
  { what: 'pays after a while', share: 5, actions: ['pending', 'success'], end: () => complete },
  { what: 'fails', share: 5, actions: ['fail'], end: unpaid('failed') },
  { what: 'cancels', share: 5, actions: ['cancel'], end: unpaid('cancelled') },
  { what: 'never finishes', share: 4, actions: ['pending'], end: unpaid('pending') },
  {
    what: 'pays too little',
    share: 6,
    actions: ['wrong-amount'],
    end: () => ({ status: 'mismatch', posted: -100 }),
  },
  {
    what: 'pays another merchant',
    share: 5,
    actions: ['other-merchant'],
    gateways: ['payfast', 'bobpay'],
    end: () => ({ status: 'held', held_reason: 'merchant' }),
  },
  {
    what: 'pays in another currency',
    share: 5,
    actions: ['foreign-currency'],
    end: () => ({ status: 'held', held_reason: 'currency' }),
  },
  { what: 'pays without a notification', share: 4, actions: ['success'], is_lost: true, end: () => complete },
  {
    what: 'pays in another currency without a notification',
    share: 2,
    actions: ['foreign-currency'],
    is_lost: true,
    end: () => ({ status: 'held', held_reason: 'currency' }),
  },
  {
    what: 'pays the same form twice',
    share: 5,
    actions: ['success'],
    gateways: ['payfast'],
    pays: 'the same form twice',
    end: () => complete,
  },
  {
    what: 'pays at two gateways',
    share: 5,
    actions: ['success'],
    pays: 'at two gateways',
    end: () => complete,
  },
  {
    what: 'pays at the counter too',
    share: 4,
    actions: ['success'],
    meanwhile: 'pays at the counter',
    end: () => complete,
  },
  {
    what: 'pays while staff cancel',
    share: 2,
    actions: ['success'],
    meanwhile: 'cancels',
    end: () => complete,
  },
]

/** Returns the plan at a place from 0 to 1, by the shares. */
export function planAt(place: number): Plan {
  let left = place * plans.reduce((sum, { share }) => sum + share, 0)
  return plans.find(({ share }) => (left -= share) < 0) ?? plans[0]!
}
