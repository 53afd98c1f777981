import { branchLimit, isStaff } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { forbidden, invalid } from '@waybill/domain/kit/problem'
import { gateway_list, gateway_names, type GatewayName } from '@waybill/domain/payments/gateway-list'
import { paymentReference } from '@waybill/domain/payments/payment'
import type { settlementApi } from '@waybill/domain/payments/settlement-api'
import {
  isComparedAgain,
  settlementDifference,
  type SettlementLine,
} from '@waybill/domain/payments/settlement'
import type { Output } from '@waybill/domain/kit/calls/endpoint'
import type { Actor } from '@waybill/domain/kit/actor'
import { postGatewayFees } from '../../billing/index.ts'
import type { Context, ExternalContext, ExternalHandler, Handler } from '../../kit/handler.ts'
import { digestOf } from '../../kit/sealer.ts'
import { isGatewayError } from '../gateways/call.ts'
import { callerOf, gatewayFor } from '../gateways/index.ts'
import {
  findSettled,
  insertSettlement,
  countUnsettled,
  listSettlements,
  lockKnown,
  updateSettlement,
  type SettledRow,
} from './settlement-store.ts'

const max_rows = 500
/** How many days back the reports of gateways are fetched, so that missed days are made up. */
const days_fetched = 3

/** Lists the lines of settlement reports, newest first. */
export const readSettlements: Handler<typeof settlementApi.list> = async (ctx, input) => {
  requireWholeCompany(ctx.actor)
  const { start_date, end_date, gateway, difference, search } = input
  const unsettled = await countUnsettled(ctx)
  const { rows, total, total_fee } = await listSettlements(
    ctx,
    {
      gateway,
      difference,
      search,
      from: start_date && dayOf(start_date),
      until: end_date && dayOf(end_date),
    },
    pageOf(input, max_rows),
  )
  return {
    settlements: rows.map(({ payment_number, ...row }) => ({
      ...row,
      payment_reference: payment_number === null ? null : paymentReference(payment_number),
    })),
    count: total,
    total_fee,
    unsettled,
  }
}

/** Imports a settlement report file of a gateway. */
export const uploadSettlement: ExternalHandler<typeof settlementApi.upload> = async (ctx, input) => {
  requireWholeCompany(ctx.actor)
  const read = await gatewayFor(ctx, input.gateway).readSettlement(input.content)
  if ('problem' in read) throw invalid(read.problem, [{ field: 'content', message: read.problem }])
  const { lines } = read
  if (lines.length === 0) {
    const message = 'The report has no lines. Check the file.'
    throw invalid(message, [{ field: 'content', message }])
  }
  const hasFee = reportsFees(ctx, input.gateway)
  return ctx.answer((inner) => importSettlementLines(inner, input.gateway, input.file_name, lines, hasFee))
}

/** Fetches the reports of the last days from gateways that send them, and imports what is new. */
export async function fetchSettlements(ctx: ExternalContext): Promise<void> {
  for (const gateway of gateway_names) {
    const plugIn = gatewayFor(ctx, gateway)
    const { for_shipments, top_up } = gateway_list[gateway]
    const isUsed = ctx.setting(for_shipments) || ctx.setting(top_up.enabled)
    if (!plugIn.fetchSettlement || !isUsed || plugIn.missing((setting) => ctx.setting(setting)).length > 0)
      continue
    for (let back = days_fetched; back > 0; back -= 1) {
      const day = dayOf(new Date(ctx.now.getTime() - back * day_ms))
      const content = await fetchDay(ctx, () => plugIn.fetchSettlement?.(callerOf(ctx), day))
      const read = content ? await plugIn.readSettlement(content) : { lines: [] }
      if ('problem' in read)
        ctx.log.warn({ gateway, day, reason: read.problem }, 'a settlement could not be read')
      else if (read.lines.length > 0)
        await ctx.inTransaction((inner) =>
          importSettlementLines(inner, gateway, `Report of ${day}`, read.lines, reportsFees(ctx, gateway)),
        )
    }
  }
}

async function fetchDay(
  ctx: ExternalContext,
  call: () => Promise<string> | undefined,
): Promise<string | null> {
  try {
    return (await call()) ?? null
  } catch (error) {
    if (!isGatewayError(error)) throw error
    ctx.log.warn({ reason: error.message }, 'a settlement could not be fetched')
    return null
  }
}

/** Whether a gateway reports the fee of a payment with the payment itself. */
function reportsFees(ctx: ExternalContext, gateway: GatewayName): boolean {
  return gatewayFor(ctx, gateway).fee({ fee: 0 }) !== null
}

/** Branches do not have a gateway of their own: only staff without a branch limit see and import settlements. */
function requireWholeCompany(actor: Actor): void {
  if (!isStaff(actor) || branchLimit(actor) !== null)
    throw forbidden('Only staff of the whole company see the settlements of gateways.')
}

/**
 * Matches the lines of a report to payments, stores what is new and posts the fee of each matched payment once. Known
 * lines whose payment was missing are compared again.
 */
export async function importSettlementLines(
  ctx: Context,
  gateway: GatewayName,
  fileName: string,
  lines: readonly SettlementLine[],
  hasFee: boolean,
): Promise<Output<typeof settlementApi.upload>> {
  const settled = await findSettled(ctx, gateway, {
    custom: lines.map(({ custom_id }) => custom_id).filter(Boolean),
    gateway: lines.map(({ gateway_reference }) => gateway_reference).filter(Boolean),
  })
  const known = await lockKnown(ctx, gateway, lines.map(fingerprintOf))
  const settledNow = new Set<number>()
  const result = { imported: 0, known: 0, differences: 0, fees: 0 }
  const fees: { payment_id: number; gateway: string; amount: number }[] = []
  for (const line of lines) {
    const fingerprint = fingerprintOf(line)
    const stored = known.get(fingerprint)
    if (stored && !isComparedAgain(stored.difference)) {
      result.known += 1
      continue
    }
    const payment = line.kind === 'payout' ? null : matchOf(settled, line)
    const isSettled = payment !== null && (payment.is_settled || settledNow.has(payment.id))
    const difference = settlementDifference(
      line,
      payment && { ...payment, has_fee: hasFee, is_settled: isSettled },
    )
    const isFeePosted =
      payment !== null && line.kind === 'payment' && line.fee > 0 && ['', 'fee'].includes(difference)
    const compared = { payment_id: payment?.id ?? null, difference, is_fee_posted: isFeePosted }
    const isNew =
      !stored && (await insertSettlement(ctx, gateway, fileName, { ...line, fingerprint, ...compared }))
    if (stored) await updateSettlement(ctx, stored.id, compared)
    result[isNew ? 'imported' : 'known'] += 1
    if (!isNew && !stored) continue
    if (payment && line.kind === 'payment' && difference !== 'not-posted') settledNow.add(payment.id)
    if (isNew && difference !== '') result.differences += 1
    if (payment === null || !isFeePosted) continue
    fees.push({ payment_id: payment.id, gateway, amount: line.fee })
    result.fees += line.fee
  }
  await postGatewayFees(ctx, fees)
  return result
}

/** The payment of a line: the one with the gateway's id, or with ours when the line has no id of the gateway. */
function matchOf(
  settled: readonly SettledRow[],
  { custom_id, gateway_reference }: SettlementLine,
): SettledRow | null {
  const byGateway = settled.find((one) => gateway_reference && one.gateway_reference === gateway_reference)
  return byGateway ?? settled.find((one) => custom_id && one.custom_id === custom_id) ?? null
}

function fingerprintOf({ kind, day, gateway_reference, custom_id, gross, net }: SettlementLine): string {
  return digestOf([kind, day, gateway_reference, custom_id, gross, net].join('\n'))
}
