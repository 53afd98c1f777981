import type { claimsApi, ClaimEvidence } from '@waybill/domain/claims/api'
import { mayClaimKind, mayLodge } from '@waybill/domain/claims/lodging'
import { claim_kinds } from '@waybill/domain/claims/model'
import { mayAssess } from '@waybill/domain/claims/states'
import { notFound } from '@waybill/domain/kit/problem'
import { pageOf } from '@waybill/domain/kit/paging'
import { getAccount } from '../accounts/index.ts'
import type { Ctx, Verb } from '../kit/verb.ts'
import {
  readParcels,
  readShipmentRows,
  seenStatus,
  shipmentIdOf,
  type ParcelRow,
  type ShipmentRow,
} from '../shipments/index.ts'
import { usualEmail } from './lodge-claim.ts'
import { claimableOf, demandClaims, liabilityNow, rulesOf, windowOf } from './rules-now.ts'
import { claimName, seenClaim, seenClaims, seenEvents } from './seen-claim.ts'
import {
  claimsOfShipment,
  earlierClaims,
  listClaimEvents,
  listClaimRows,
  readClaimRows,
  type ClaimRow,
} from './store.ts'

const most_per_page = 500
const most_earlier = 10

/** One page of the claims within reach. */
export const listClaims: Verb<typeof claimsApi.list> = async (ctx, input) => {
  demandClaims(ctx)
  const page = { ...pageOf(input, most_per_page), order_by: input.order_by, order: input.order }
  const { rows, total } = await listClaimRows(ctx, input, page)
  return { claims: await seenClaims(ctx, rows), count: total }
}

const seenParcel = ({ id, tracking_reference, parcel_description }: ParcelRow) => ({
  id,
  tracking_reference,
  description: parcel_description,
})

/** One claim with what was said on it, and for who assesses claims what limits and precedes it. */
export const readClaim: Verb<typeof claimsApi.detail> = async (ctx, { id }) => {
  demandClaims(ctx)
  const [row] = await readClaimRows(ctx, [id])
  const [shipment] = row ? await readShipmentRows(ctx, [row.shipment_id]) : []
  if (!row || !shipment) throw notFound('Could not find this claim.')
  const parcels = await readParcels(ctx, [shipment.id])
  const account = await getAccount(ctx, row.account_id)
  return {
    claim: await seenClaim(ctx, row),
    events: seenEvents(ctx, await listClaimEvents(ctx, row.id)),
    parcels: parcels.filter((parcel) => row.parcel_ids.includes(parcel.id)).map(seenParcel),
    account_type: account.account_type,
    evidence: mayAssess(ctx.actor) ? await evidenceOf(ctx, row, shipment) : null,
  }
}

async function evidenceOf(ctx: Ctx, row: ClaimRow, shipment: ShipmentRow): Promise<ClaimEvidence> {
  const liability = await liabilityNow(ctx, row, shipment.declared_value)
  const others = await earlierClaims(ctx, row, most_earlier)
  return {
    ...liability,
    declared_value: shipment.declared_value,
    earlier: (await seenClaims(ctx, others.rows)).map((claim) => ({
      id: claim.id,
      display_id: claimName(claim),
      tracking_reference: claim.tracking_reference,
      kind: claim.kind,
      state: claim.state,
      claimed_amount: claim.claimed_amount,
      approved_amount: claim.approved_amount,
      time_created: claim.time_created,
    })),
    earlier_count: others.count,
    earlier_paid: others.paid,
  }
}

/** What may be claimed for a shipment, and what was; says why nothing may be. */
export const readClaimsOfShipment: Verb<typeof claimsApi.ofShipment> = async (ctx, input) => {
  demandClaims(ctx)
  const [shipment] = await readShipmentRows(ctx, [await shipmentIdOf(ctx, input)])
  if (!shipment) throw notFound('Could not find shipment')
  const rules = rulesOf(ctx)
  const about = claimableOf(shipment)
  const verdict = mayLodge(ctx.actor, about, rules, ctx.now)
  const account = await getAccount(ctx, shipment.account_id)
  return {
    shipment: {
      id: shipment.id,
      tracking_reference: about.tracking_reference,
      account_name: account.name,
      account_type: account.account_type,
      status: seenStatus(ctx, shipment),
      declared_value: shipment.declared_value,
      delivered_date: shipment.delivered_date,
      parcels: (await readParcels(ctx, [shipment.id])).map(seenParcel),
    },
    refusal: verdict === true ? '' : verdict.message,
    ...windowOf(ctx, shipment),
    kinds: claim_kinds.map((kind) => {
      const fits = mayClaimKind(kind, about, rules)
      return { kind, refusal: fits === true ? '' : fits.message }
    }),
    contact_email: usualEmail(ctx, account),
    claims: await seenClaims(ctx, await claimsOfShipment(ctx, shipment.id)),
  }
}
