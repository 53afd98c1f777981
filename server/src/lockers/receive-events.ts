import type { networksApi } from '@waybill/domain/pickup-points/networks-api'
import { networkNeedsStaff } from '@waybill/domain/lockers/events'
import { systemActor } from '@waybill/domain/kit/actor'
import { hour_ms } from '@waybill/domain/kit/dates/durations'
import { isTransient, Problem } from '@waybill/domain/kit/problem'
import { decodeBody } from '@waybill/domain/kit/texts/decode-text'
import { invalid } from '@waybill/domain/kit/problem'
import { network_labels, network_names, type NetworkName } from '@waybill/domain/pickup-points/model'
import type { ExternalContext, RawHandler } from '../kit/handler.ts'
import { applyNetworkEvent, applyWaitingEvent, noteRejected } from './apply-event.ts'
import { listWaitingEvents, markAlerted } from './event-store.ts'
import type { NetworkEvent } from './network.ts'
import { pointNetworksPort } from './networks/index.ts'

/** How long a report that cannot be applied yet is tried again. */
const waiting_ms = 72 * hour_ms
/** After this time staff are informed of a report that still waits; drivers send their deposits when they are online. */
const alert_after_ms = hour_ms
/** Maximum number of waiting reports that one run applies; the next run takes the rest. */
const max_per_run = 500
/** Maximum number of subjects that a message names. */
const max_named = 5

const json = { 'content-type': 'application/json; charset=utf-8' }

/**
 * Receives the reports of a network and applies each in its own transaction, in the order in which they happened. The
 * answer is 200 only when all are stored; otherwise the network sends the call again, and what was stored is repeated.
 */
export const receiveEvents: RawHandler<typeof networksApi.receiveEvents> = async (ctx, input) => {
  const { network } = input
  const decoded = decodeBody(input.bytes)
  if ('problem' in decoded) throw invalid(decoded.problem)
  const call = { headers: new Headers(input.headers), body: decoded.text.replaceAll('\0', '') }
  const events = ctx.adapter(pointNetworksPort)[network].readEvents(ctx, call)
  const acting = await actingAsNetwork(ctx, network)
  const inOrder = events.toSorted((one, other) => one.occurred_at.getTime() - other.occurred_at.getTime())
  for (const event of inOrder) await apply(acting, network, event)
  await applyWaiting(acting, network)
  return { status: 200, headers: json, body: JSON.stringify({ message: 'Thank you.', taken: events.length }) }
}

function actingAsNetwork(ctx: ExternalContext, network: NetworkName): Promise<ExternalContext> {
  const name = network_labels[network]
  return ctx.actingAs({ ...systemActor(ctx.provider_id), username: name, name })
}

/**
 * Applies a report. One that a shipment rejects is stored, and staff are informed. Throws a transient error, such as a
 * locked shipment, so that the network sends the report again.
 */
async function apply(ctx: ExternalContext, network: NetworkName, event: NetworkEvent): Promise<void> {
  try {
    await ctx.inTransaction((tx) => applyNetworkEvent(tx, network, event))
  } catch (error) {
    if (!(error instanceof Problem) || isTransient(error)) throw error
    const { message } = error
    await ctx.inTransaction((tx) => noteRejected(tx, network, event, message))
  }
}

/** Applies the reports of all networks that waited for their reservation or for the deposit, and alerts staff of the rest. */
export async function applyWaitingEvents(ctx: ExternalContext): Promise<void> {
  for (const network of network_names) {
    const acting = await actingAsNetwork(ctx, network)
    await applyWaiting(acting, network)
    await alertOfWaiting(acting, network)
  }
}

async function applyWaiting(ctx: ExternalContext, network: NetworkName): Promise<void> {
  const since = new Date(ctx.now.getTime() - waiting_ms)
  const waiting = await ctx.inTransaction((tx) => listWaitingEvents(tx, network, since, max_per_run))
  for (const event of waiting)
    try {
      await ctx.inTransaction((tx) => applyWaitingEvent(tx, network, event))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      // It still waits, and the next run applies it.
      if (isTransient(error)) continue
      const { message } = error
      await ctx.inTransaction((tx) => noteRejected(tx, network, event, message))
    }
}

function alertOfWaiting(ctx: ExternalContext, network: NetworkName): Promise<void> {
  return ctx.inTransaction(async (tx) => {
    const references = await markAlerted(tx, network, new Date(tx.now.getTime() - alert_after_ms))
    if (references.length === 0) return
    await tx.emit(networkNeedsStaff, {
      network,
      problem: 'reports-unmatched',
      reason: '',
      subjects: references.slice(0, max_named),
      count: references.length,
    })
  })
}
