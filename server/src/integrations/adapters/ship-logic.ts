import type { Address } from '@waybill/domain/accounts/address'
import { toRand } from '@waybill/domain/kit/money'
import {
  liveParcels,
  ServiceRejectedError,
  readJson,
  displayReference,
  textOf,
  joinUrl,
  type ServiceOutcome,
  type Adapter,
  type CallService,
  type Handover,
  type Job,
} from './adapter.ts'

/** Another courier on the same kind of platform, through its public API. Our branch is the other end of its shipment. */
export const shipLogic: Adapter = {
  act(job, callService) {
    switch (job.action) {
      case 'send-shipment':
      case 'outsource-leg':
        return send(job, callService)
      case 'cancel-shipment':
        return cancel(job, callService)
      case 'request-label':
        return label(job, callService)
      case 'update-shipment':
        return update(job, callService, changesOf(job))
      case 'send-dimensions':
        return update(job, callService, { parcels: parcelsOf(job) })
    }
  },
}

function headersOf({ service, message_id }: Job): Record<string, string> {
  return {
    authorization: `Bearer ${service.credentials.api_key ?? ''}`,
    'content-type': 'application/json',
    'idempotency-key': message_id,
  }
}

async function send(job: Job, callService: CallService): Promise<ServiceOutcome> {
  if (job.link) return { message: `Already sent as ${job.link.reference}.` }
  const made = readJson(
    await callService({
      method: 'POST',
      url: joinUrl(job.service.credentials.url, '/shipments'),
      headers: headersOf(job),
      body: JSON.stringify({
        ...endsOf(job),
        parcels: parcelsOf(job),
        service_level_code: job.service.credentials.service_level_code,
        customer_reference: displayReference(job.shipment),
        special_instructions_collection: job.shipment.special_instructions_collection,
        special_instructions_delivery: job.shipment.special_instructions_delivery,
        declared_value: toRand(job.shipment.declared_value),
        mute_notifications: true,
        dangerous_goods_confirmed: true,
      }),
    }),
  )
  const reference = textOf(made.custom_tracking_reference) || textOf(made.short_tracking_reference)
  if (reference === '') throw new ServiceRejectedError('The courier returned no tracking reference.')
  return { link: { reference, remote_id: textOf(made.id) }, message: `Sent as ${reference}.` }
}

async function cancel(job: Job, callService: CallService): Promise<ServiceOutcome> {
  const { reference } = linkOf(job)
  await callService({
    method: 'POST',
    url: joinUrl(job.service.credentials.url, '/shipments/cancel'),
    headers: headersOf(job),
    body: JSON.stringify({ tracking_reference: reference }),
  })
  return { link: { is_ended: true }, message: `${reference} is cancelled at the courier.` }
}

async function label(job: Job, callService: CallService): Promise<ServiceOutcome> {
  const link = linkOf(job)
  const query = new URLSearchParams({ id: link.remote_id })
  const answer = readJson(
    await callService({
      method: 'GET',
      url: joinUrl(job.service.credentials.url, `/shipments/label?${query.toString()}`),
      headers: headersOf(job),
    }),
  )
  const labelUrl = textOf(answer.url)
  if (labelUrl === '') throw new ServiceRejectedError('The courier returned no label.')
  return { link: { label_url: labelUrl }, message: `The label of ${link.reference} is ready.` }
}

async function update(
  job: Job,
  callService: CallService,
  changes: Record<string, unknown>,
): Promise<ServiceOutcome> {
  const link = linkOf(job)
  if (Object.keys(changes).length === 0) return { message: 'Nothing changed that the courier needs.' }
  await callService({
    method: 'PATCH',
    url: joinUrl(job.service.credentials.url, '/shipments'),
    headers: headersOf(job),
    body: JSON.stringify({ id: Number(link.remote_id), ...changes }),
  })
  return { message: `${link.reference} is changed at the courier.` }
}

function linkOf(job: Job) {
  if (!job.link) throw new ServiceRejectedError(`This shipment has not been sent to ${job.service.name}.`)
  return job.link
}

/** Returns sender and receiver of the other courier’s shipment, with our branch at our end. */
function endsOf(job: Job): Record<string, unknown> {
  const { shipment, service, delivery_branch, collection_branch } = job
  const isDelivery = service.provider === 'ship-logic-delivery'
  const branch = isDelivery ? delivery_branch : collection_branch
  if (!branch)
    throw new ServiceRejectedError(
      `The ${isDelivery ? 'delivery' : 'collection'} branch of this shipment is not known. Route it first.`,
    )
  const ours = { address: branchAddress(branch), contact: branchContact(branch) }
  const from = {
    address: addressOf(shipment.collection_address),
    contact: contactOf(shipment.collection_contact),
  }
  const to = { address: addressOf(shipment.delivery_address), contact: contactOf(shipment.delivery_contact) }
  const [collection, delivery] = isDelivery ? [ours, to] : [from, ours]
  return {
    collection_address: collection.address,
    collection_contact: collection.contact,
    delivery_address: delivery.address,
    delivery_contact: delivery.contact,
  }
}

/** Returns the changed fields that concern the other courier: those of the end that is not our branch. */
function changesOf(job: Job): Record<string, unknown> {
  const side = job.service.provider === 'ship-logic-delivery' ? 'delivery' : 'collection'
  const ends = endsOf(job)
  const has = (field: string): boolean => job.changed.includes(field)
  const instructions = `special_instructions_${side}` as const
  return {
    ...(has(`${side}_address`) ? { [`${side}_address`]: ends[`${side}_address`] } : {}),
    ...(has(`${side}_contact`) ? { [`${side}_contact`]: ends[`${side}_contact`] } : {}),
    ...(has(instructions) ? { [instructions]: job.shipment[instructions] } : {}),
    ...(has('parcels') ? { parcels: parcelsOf(job) } : {}),
  }
}

function parcelsOf({ shipment }: Job): Record<string, unknown>[] {
  return liveParcels(shipment).map((parcel) => ({
    parcel_description: parcel.parcel_description,
    alternative_tracking_reference: parcel.tracking_reference,
    submitted_length_cm: parcel.actual_length_cm,
    submitted_width_cm: parcel.actual_width_cm,
    submitted_height_cm: parcel.actual_height_cm,
    submitted_weight_kg: parcel.actual_weight_kg,
  }))
}

function addressOf(address: Address): Record<string, unknown> {
  const { type, company, street_address, local_area, city, code, zone, country, lat, lng } = address
  return { type, company, street_address, local_area, city, code, zone, country, lat, lng }
}

function contactOf({ name, mobile_number, email }: { name: string; mobile_number: string; email: string }) {
  return { name, mobile_number, email }
}

function branchAddress({ phone: _phone, email: _email, ...address }: Handover): Record<string, unknown> {
  return { type: 'business', ...address }
}

function branchContact({ company, phone, email }: Handover) {
  return { name: company, mobile_number: phone, email }
}
