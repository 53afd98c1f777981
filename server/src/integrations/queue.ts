import { randomUUID } from 'node:crypto'
import type { invoiceIssued } from '@waybill/domain/billing/events'
import type { parcelLoaded, parcelScanned } from '@waybill/domain/hub/events'
import { debounce_ms, max_debounce_ms } from '@waybill/domain/integrations/delivery'
import { isOffered } from '@waybill/domain/integrations/providers'
import { rulePasses, type RuleFacts, type Trigger } from '@waybill/domain/integrations/rules'
import type { WebhookTopic } from '@waybill/domain/integrations/webhooks'
import type { PayloadOf } from '@waybill/domain/kit/event'
import type {
  noteAdded,
  parcelMeasured,
  shipmentBooked,
  shipmentCancelled,
  shipmentEdited,
  shipmentMoved,
  shipmentRepriced,
  shipmentUncancelled,
  trackingEventAdded,
} from '@waybill/domain/shipments/events'
import { isShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import type { Context } from '../kit/handler.ts'
import { readEvents, statusChoices } from '../shipments/index.ts'
import { isPublishedCode, publishedStatus } from './published-status.ts'
import { readQueueFacts, type QueueFacts } from './facts-store.ts'
import { targetsOf, type QueueRule, type QueueSubscription, type Targets } from './targets.ts'
import { insertTask, type About } from './task-store.ts'

/** The data of an event that the queue needs. */
interface Happening {
  shipment_id: number
  about: About
  parts?: readonly string[]
}

/** Queues messages for a booking: its first tracking events, and rules for new shipments. */
export async function queueBooked(
  ctx: Context,
  { shipment_id }: PayloadOf<typeof shipmentBooked>,
): Promise<void> {
  const wanted = await wantedFor(ctx, 'tracking-event', 'shipment-created', 'tracking-event-created')
  if (!wanted) return
  const facts = await readQueueFacts(ctx, shipment_id)
  if (!facts) return
  await queueToRules(ctx, wanted.rules, facts, { shipment_id, about: {} }, 'shipment-created')
  const events = (await readEvents(ctx, [shipment_id])).toSorted((one, other) => one.id - other.id)
  for (const { id, status, is_public } of events)
    await queueEvent(ctx, wanted, facts, { shipment_id, tracking_event_id: id, status, is_public })
}

/** Queues messages for a tracking event, with or without a status change. */
export async function queueTracked(ctx: Context, event: PayloadOf<typeof trackingEventAdded>): Promise<void> {
  const wanted = await wantedFor(ctx, 'tracking-event', 'tracking-event-created')
  const facts = wanted && (await readQueueFacts(ctx, event.shipment_id))
  if (facts) await queueEvent(ctx, wanted, facts, event)
}

async function queueEvent(
  ctx: Context,
  wanted: Targets,
  facts: QueueFacts,
  { shipment_id, tracking_event_id, status, is_public }: PayloadOf<typeof trackingEventAdded>,
): Promise<void> {
  const happening = { shipment_id, about: { event_id: tracking_event_id } }
  if (is_public) await queueToSubscriptions(ctx, wanted, facts, happening, status)
  await queueToRules(ctx, wanted.rules, facts, happening, 'tracking-event-created', {
    tracking_event_status: status,
  })
}

/** Queues messages for a note that customers may read. */
export async function queueNote(
  ctx: Context,
  { shipment_id, note_id, type }: PayloadOf<typeof noteAdded>,
): Promise<void> {
  if (type !== 'external') return
  const wanted = await wantedFor(ctx, 'shipment-note')
  const facts = wanted && (await readQueueFacts(ctx, shipment_id))
  if (facts) await queueToSubscriptions(ctx, wanted, facts, { shipment_id, about: { note_id } })
}

/** Queues messages for a measured parcel. Parcels of one shipment measured by one request share a message. */
export async function queueMeasured(
  ctx: Context,
  { shipment_id, parcel_id }: PayloadOf<typeof parcelMeasured>,
): Promise<void> {
  const wanted = await wantedFor(ctx, 'parcel-dimension-changes', 'shipment-updated')
  const facts = wanted && (await readQueueFacts(ctx, shipment_id))
  if (!facts) return
  const byMachine = ctx.actor.kind === 'system' || ctx.request.channel === 'scanner'
  const about = {
    source: ctx.actor.username,
    event_type: byMachine ? 'dimensions' : 'manual',
    happened_at: ctx.now.toISOString(),
  }
  await queueToSubscriptions(ctx, wanted, facts, { shipment_id, about, parts: [String(parcel_id)] })
  await queueToRules(
    ctx,
    wanted.rules,
    facts,
    { shipment_id, about: {}, parts: ['parcels'] },
    'shipment-updated',
  )
}

/** Queues messages for changed fields of a shipment. */
export async function queueEdited(
  ctx: Context,
  { shipment_id, fields }: PayloadOf<typeof shipmentEdited>,
): Promise<void> {
  const wanted = await wantedFor(ctx, 'shipment-address-changes', 'shipment-updated')
  const facts = wanted && (await readQueueFacts(ctx, shipment_id))
  if (!facts) return
  if (fields.includes('delivery_address') && !facts.status.startsWith('quote'))
    await queueToSubscriptions(ctx, wanted, facts, { shipment_id, about: {} })
  await queueToRules(ctx, wanted.rules, facts, { shipment_id, about: {}, parts: fields }, 'shipment-updated')
}

/** Queues messages for a status change. */
export async function queueMoved(
  ctx: Context,
  { shipment_id }: PayloadOf<typeof shipmentMoved>,
): Promise<void> {
  await queueUpdated(ctx, shipment_id, 'status')
}

/** Queues messages for a price change. */
export async function queueRepriced(
  ctx: Context,
  { shipment_id }: PayloadOf<typeof shipmentRepriced>,
): Promise<void> {
  await queueUpdated(ctx, shipment_id, 'rate')
}

/** Queues messages when a shipment is cancelled or its cancellation is undone. */
export async function queueCancelled(
  ctx: Context,
  { shipment_id }: PayloadOf<typeof shipmentCancelled> | PayloadOf<typeof shipmentUncancelled>,
): Promise<void> {
  await queueUpdated(ctx, shipment_id, 'status')
}

async function queueUpdated(ctx: Context, shipmentId: number, field: string): Promise<void> {
  const wanted = await wantedFor(ctx, null, 'shipment-updated')
  const facts = wanted && (await readQueueFacts(ctx, shipmentId))
  if (facts)
    await queueToRules(
      ctx,
      wanted.rules,
      facts,
      { shipment_id: shipmentId, about: {}, parts: [field] },
      'shipment-updated',
    )
}

/** Queues messages for a parcel scanned in a hub. */
export async function queueScanned(
  ctx: Context,
  { shipment_id, branch_id, mode, bay }: PayloadOf<typeof parcelScanned>,
): Promise<void> {
  const wanted = await wantedFor(ctx, null, 'hub-scanner')
  const facts = wanted && (await readQueueFacts(ctx, shipment_id))
  if (!facts) return
  const parts = [`branch ${branch_id}`, `mode ${mode}`, ...(bay ? [`bay ${bay}`] : [])]
  await queueToRules(ctx, wanted.rules, facts, { shipment_id, about: {}, parts }, 'hub-scanner', {
    scan_branch_id: branch_id,
  })
}

/** Queues messages for a parcel loaded for another branch. */
export async function queueLoaded(
  ctx: Context,
  { shipment_id, to_branch_id, interhub_transfer_id }: PayloadOf<typeof parcelLoaded>,
): Promise<void> {
  const wanted = await wantedFor(ctx, null, 'outbounded')
  const facts = wanted && (await readQueueFacts(ctx, shipment_id))
  if (!facts) return
  const parts = [`manifest ${interhub_transfer_id}`]
  await queueToRules(ctx, wanted.rules, facts, { shipment_id, about: {}, parts }, 'outbounded', {
    manifest_branch_id: to_branch_id,
  })
}

/** Queues messages for an issued invoice. */
export async function queueInvoice(
  ctx: Context,
  { invoice_id, account_id }: PayloadOf<typeof invoiceIssued>,
): Promise<void> {
  const { subscriptions } = await targetsOf(ctx)
  for (const subscription of subscriptions)
    if (subscription.topic === 'invoice-created' && concerns(subscription, account_id))
      await insertTask(ctx, {
        target: 'webhook',
        target_id: subscription.id,
        topic: subscription.topic,
        message_id: newMessageId(),
        object_key: `invoice ${invoice_id}`,
        shipment_id: null,
        about: { invoice_id },
        run_after: ctx.now,
      })
}

export function newMessageId(): string {
  return `msg_${randomUUID().replaceAll('-', '')}`
}

/**
 * Returns the subscriptions and rules that may match; `null` when there are none. They are cached, so this usually
 * needs no query.
 */
async function wantedFor(
  ctx: Context,
  topic: WebhookTopic | null,
  ...triggers: readonly Trigger[]
): Promise<Targets | null> {
  const { subscriptions, rules } = await targetsOf(ctx)
  const wanted = {
    subscriptions: subscriptions.filter((one) => one.topic === topic),
    rules: rules.filter((one) => triggers.includes(one.trigger) && !isOwnChange(ctx, one)),
  }
  return wanted.subscriptions.length + wanted.rules.length > 0 ? wanted : null
}

/** Checks whether the integration of the rule caused the change itself: such a change never triggers its own rules. */
function isOwnChange(ctx: Context, rule: QueueRule): boolean {
  return ctx.actor.kind === 'system' && ctx.actor.username === rule.integration_name
}

function concerns(subscription: QueueSubscription, accountId: number): boolean {
  return subscription.account_id === null || subscription.account_id === accountId
}

async function queueToSubscriptions(
  ctx: Context,
  { subscriptions }: Targets,
  facts: QueueFacts,
  happening: Happening,
  eventStatus?: string,
): Promise<void> {
  const seen = eventStatus === undefined ? null : presentEventStatus(ctx, facts, eventStatus)
  if (eventStatus !== undefined && seen === null) return
  for (const subscription of subscriptions) {
    if (!concerns(subscription, facts.account_id)) continue
    const { notify_when } = subscription
    if (seen !== null && notify_when.length > 0 && !notify_when.includes(seen)) continue
    await insertTask(ctx, {
      target: 'webhook',
      target_id: subscription.id,
      topic: subscription.topic,
      message_id: newMessageId(),
      object_key: `shipment ${happening.shipment_id}`,
      ...happening,
      ...mergedBy(ctx, `webhook ${subscription.id}`, subscription.topic, happening),
      run_after: ctx.now,
    })
  }
}

/**
 * Returns the key that merges messages: parcels of a shipment measured by one request, or repeated reports of one
 * event.
 */
function mergedBy(
  ctx: Context,
  target: string,
  topic: string,
  { shipment_id, about }: Happening,
): { merge_key: string } | Record<string, never> {
  if (topic === 'parcel-dimension-changes')
    return { merge_key: `measured ${target} ${shipment_id} ${ctx.request.id}` }
  return about.event_id === undefined ? {} : { merge_key: `event ${target} ${about.event_id}` }
}

/** Returns the status of an event as customers see it; `null` when customers do not receive the event. */
function presentEventStatus(ctx: Context, facts: QueueFacts, status: string): string | null {
  if (!isPublishedCode(status, statusChoices(ctx))) return null
  return isShipmentStatus(status) ? publishedStatus(ctx, facts, status) : facts.status
}

async function queueToRules(
  ctx: Context,
  rules: readonly QueueRule[],
  facts: QueueFacts,
  happening: Happening,
  trigger: Trigger,
  more: Partial<RuleFacts> = {},
): Promise<void> {
  for (const rule of rules) {
    if (rule.trigger !== trigger || !rulePasses(rule, { ...facts, ...more })) continue
    if (!isOffered(rule.provider, (setting) => ctx.setting(setting))) continue
    const waits = trigger !== 'tracking-event-created' && trigger !== 'shipment-created'
    await insertTask(ctx, {
      target: 'integration',
      target_id: rule.integration_id,
      topic: trigger,
      rule_id: rule.id,
      action: rule.action,
      message_id: newMessageId(),
      object_key: `shipment ${happening.shipment_id}`,
      ...happening,
      run_after: new Date(ctx.now.getTime() + (waits ? debounce_ms : 0)),
      ...(waits
        ? {
            merge_key: `rule ${rule.id} ${happening.shipment_id}`,
            at_latest: new Date(ctx.now.getTime() + max_debounce_ms),
          }
        : mergedBy(ctx, `rule ${rule.id}`, trigger, happening)),
    })
  }
}
