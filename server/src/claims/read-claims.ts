import type { claimsApi, ClaimEvidence } from '@waybill/domain/claims/api'
import { mayClaimKind, mayLodge } from '@waybill/domain/claims/lodging'
import { claim_kinds } from '@waybill/domain/claims/model'
import { mayAssess } from '@waybill/domain/claims/states'
import { notFound } from '@waybill/domain/kit/problem'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { getAccount } from '../accounts/index.ts'
import type { Context, Handler } from '../kit/handler.ts'
import {
  readParcels,
  readShipmentRows,
  presentStatus,
  shipmentIdOf,
  type ParcelRow,
  type ShipmentRow,
} from '../shipments/index.ts'
import { defaultEmail } from './lodge-claim.ts'
import { claimableOf, requireClaims, liabilityNow, rulesOf, windowOf } from './rules-now.ts'
import { claimName, presentClaim, presentClaims, presentEvents } from './present-claim.ts'
import {
  claimsOfShipment,
  earlierClaims,
  listClaimEvents,
  listClaimRows,
  readClaimRows,
  type ClaimRow,
} from './store.ts'

const max_per_page = 500
const max_earlier = 10

/** Returns one page of the claims that the caller may access. */
export const listClaims: Handler<typeof claimsApi.list> = async (ctx, input) => {
  requireClaims(ctx)
  const page = { ...pageOf(input, max_per_page), order_by: input.order_by, order: input.order }
  const { rows, total } = await listClaimRows(ctx, input, page)
  return { claims: await presentClaims(ctx, rows), count: total }
}

const presentParcel = ({ id, tracking_reference, parcel_description }: ParcelRow) => ({
  id,
  tracking_reference,
  description: parcel_description,
})

/** Returns one claim with its events, and for staff who assess claims also its evidence. */
export const readClaim: Handler<typeof claimsApi.detail> = async (ctx, { id }) => {
  requireClaims(ctx)
  const [row] = await readClaimRows(ctx, [id])
  const [shipment] = row ? await readShipmentRows(ctx, [row.shipment_id]) : []
  if (!row || !shipment) throw notFound('Could not find this claim.')
  const parcels = await readParcels(ctx, [shipment.id])
  const account = await getAccount(ctx, row.account_id)
  return {
    claim: await presentClaim(ctx, row),
    events: presentEvents(ctx, await listClaimEvents(ctx, row.id)),
    parcels: parcels.filter((parcel) => row.parcel_ids.includes(parcel.id)).map(presentParcel),
    account_type: account.account_type,
    evidence: mayAssess(ctx.actor) ? await evidenceOf(ctx, row, shipment) : null,
  }
}

async function evidenceOf(ctx: Context, row: ClaimRow, shipment: ShipmentRow): Promise<ClaimEvidence> {
  const liability = await liabilityNow(ctx, row, shipment.declared_value)
  const others = await earlierClaims(ctx, row, max_earlier)
  return {
    ...liability,
    declared_value: shipment.declared_value,
    earlier: (await presentClaims(ctx, others.rows)).map((claim) => ({
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

/** Returns the claims of a shipment, and whether and for what another one may be lodged. */
export const readClaimsOfShipment: Handler<typeof claimsApi.ofShipment> = async (ctx, input) => {
  requireClaims(ctx)
  const [shipment] = await readShipmentRows(ctx, [await shipmentIdOf(ctx, input)])
  if (!shipment) throw notFound('Could not find shipment')
  const rules = rulesOf(ctx)
  const about = await claimableOf(ctx, shipment)
  const result = mayLodge(ctx.actor, about, rules, ctx.now)
  const account = await getAccount(ctx, shipment.account_id)
  return {
    shipment: {
      id: shipment.id,
      tracking_reference: about.tracking_reference,
      account_name: account.name,
      account_type: account.account_type,
      status: presentStatus(ctx, shipment),
      declared_value: shipment.declared_value,
      delivered_date: shipment.delivered_date,
      parcels: (await readParcels(ctx, [shipment.id])).map(presentParcel),
    },
    refusal: result === true ? '' : result.message,
    ...windowOf(ctx, shipment),
    kinds: claim_kinds.map((kind) => {
      const fits = mayClaimKind(kind, about, rules)
      return { kind, refusal: fits === true ? '' : fits.message }
    }),
    contact_email: defaultEmail(ctx, account),
    claims: await presentClaims(ctx, await claimsOfShipment(ctx, shipment.id)),
  }
}
