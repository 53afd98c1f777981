import { claimsApi } from '@waybill/domain/claims/api'
import type { Claim, ClaimKind, ClaimPayMethod } from '@waybill/domain/claims/model'
import type { ClaimState } from '@waybill/domain/claims/states'
import { systemActor, type Actor } from '@waybill/domain/kit/actor'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { callHandler } from '../call-handler.ts'
import type { Runtime } from '../../src/kit/runtime.ts'
import type { DemoAccount } from './accounts.ts'
import type { Demo } from './company.ts'

/** A demo claim: its subject, amounts in cents and status changes. */
interface DemoClaim {
  kind: ClaimKind
  description: string
  value: number
  claimed: number
  pay_by?: ClaimPayMethod
  moves: readonly { to: ClaimState; message?: string; reason?: string; amount?: number }[]
}

const claims: readonly DemoClaim[] = [
  {
    kind: 'damaged',
    description: 'Two of six wine glasses were broken. The box was wet on one side.',
    value: 180_00,
    claimed: 120_00,
    moves: [
      { to: 'in-review' },
      { to: 'approved', amount: 120_00, message: 'We are sorry about the glasses.' },
      { to: 'paid' },
    ],
  },
  {
    kind: 'short',
    description: 'Three boxes were packed in the carton and two arrived.',
    value: 640_00,
    claimed: 210_00,
    moves: [
      { to: 'in-review' },
      {
        to: 'needs-information',
        message: 'Please send the supplier’s invoice for the missing box.',
        reason: 'The carton weighed the same at both hubs.',
      },
    ],
  },
  {
    kind: 'damaged',
    description: 'The screen of the monitor is cracked from corner to corner.',
    value: 4_899_00,
    claimed: 4_899_00,
    pay_by: 'bank',
    moves: [
      { to: 'in-review' },
      {
        to: 'approved',
        amount: 250_00,
        message: 'The monitor was sent without cover, so this is the most we can pay.',
      },
    ],
  },
  {
    kind: 'lost',
    description: 'The receiver says that nothing was handed over. The signature is not hers.',
    value: 950_00,
    claimed: 950_00,
    moves: [{ to: 'in-review', reason: 'Asked the driver about the photo.' }],
  },
  {
    kind: 'damaged',
    description: 'The paint tins leaked into the other goods.',
    value: 320_00,
    claimed: 320_00,
    moves: [{ to: 'rejected', message: 'The tins were packed without any protection, as the photos show.' }],
  },
  {
    kind: 'damaged',
    description: 'A corner of the picture frame is broken off.',
    value: 240_00,
    claimed: 240_00,
    moves: [],
  },
]

/** Creates claims in different states for the newest deliveries of different accounts, without sending messages. */
export async function makeClaims(runtime: Runtime, demo: Demo): Promise<void> {
  const quiet = {
    ...runtime,
    subscribers: runtime.subscribers.filter(({ when }) => when === 'same transaction'),
  }
  const staff = { ...systemActor(demo.provider_id), username: 'kavitha', name: 'Kavitha Naidoo' }
  const { shipments } = await callHandler(quiet, staff, shipmentsApi.rows, {
    ...({} as Input<typeof shipmentsApi.rows>),
    status: ['delivered'],
    limit: 60,
  })
  const taken = new Set<number>()
  const accounts = new Map(demo.accounts.map((account) => [account.id, account]))
  for (const one of claims) {
    const shipment = shipments.find(({ id, account_id }) => !taken.has(id) && accounts.has(account_id))
    const account = shipment && accounts.get(shipment.account_id)
    if (!shipment || !account) return
    taken.add(shipment.id)
    await makeOne(quiet, { staff, claimant: claimantOf(demo, account) }, shipment.id, one)
  }
}

/** Returns an actor of the account who lodges the claim. */
function claimantOf(demo: Demo, account: DemoAccount): Actor {
  return {
    ...systemActor(demo.provider_id),
    kind: 'user',
    username: account.name,
    name: account.name,
    account_id: account.id,
    permissions: ['API_/claims/*'],
  }
}

async function makeOne(
  runtime: Runtime,
  { staff, claimant }: { staff: Actor; claimant: Actor },
  shipmentId: number,
  { kind, description, value, claimed, pay_by, moves }: DemoClaim,
): Promise<void> {
  let claim: Claim = await callHandler(runtime, claimant, claimsApi.lodge, {
    shipment_id: shipmentId,
    kind,
    description,
    parcel_ids: undefined,
    item_value: value,
    claimed_amount: claimed,
    pay_by,
    bank_details: pay_by === 'bank' ? 'Standard Bank 07 123 456 8' : undefined,
    contact_email: 'claims@customer.example',
    files: undefined,
  })
  for (const { to, message, reason, amount } of moves)
    claim = await callHandler(runtime, staff, claimsApi.move, {
      id: claim.id,
      version: claim.version,
      to,
      message,
      reason,
      amount,
      files: undefined,
    })
}
