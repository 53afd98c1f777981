import { parseInstant } from '@waybill/domain/kit/calls/wire'
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
  type Job,
  type ExternalService,
} from './adapter.ts'

/** Names that differ between the two couriers. */
interface Dialect {
  /** The credential that identifies us, and the field name under which it is sent. */
  who: string
  consignments: string
}

/** Couriers that accept consignments over REST and whose tracking is polled: Fastway and RAM. */
export function restCourier({ who, consignments }: Dialect): Adapter {
  const at = (service: ExternalService, path: string): string =>
    joinUrl(service.credentials.url, `/${consignments}${path}`)
  const headers = ({ credentials }: ExternalService) => ({
    'x-api-key': credentials.api_key ?? '',
    'content-type': 'application/json',
  })

  const send = async (job: Job, callService: CallService): Promise<ServiceOutcome> => {
    if (job.link) return { message: `Already sent as ${job.link.reference}.` }
    const { shipment, service } = job
    const { collection_address: from, delivery_address: to } = shipment
    const made = readJson(
      await callService({
        method: 'POST',
        url: at(service, ''),
        headers: { ...headers(service), 'idempotency-key': job.message_id },
        body: JSON.stringify({
          [who]: service.credentials[who],
          reference: displayReference(shipment),
          sender: placeOf(from, shipment.collection_contact),
          receiver: placeOf(to, shipment.delivery_contact),
          instructions: shipment.special_instructions_delivery,
          items: liveParcels(shipment).map((parcel) => ({
            barcode: parcel.tracking_reference,
            description: parcel.parcel_description,
            length_cm: parcel.actual_length_cm,
            width_cm: parcel.actual_width_cm,
            height_cm: parcel.actual_height_cm,
            weight_kg: parcel.actual_weight_kg,
          })),
        }),
      }),
    )
    const reference = textOf(made.consignment)
    if (reference === '') throw new ServiceRejectedError('The courier returned no consignment number.')
    return { link: { reference, label_url: textOf(made.label_url) }, message: `Sent as ${reference}.` }
  }

  const known = ({ link, service }: Job) => {
    if (!link) throw new ServiceRejectedError(`This shipment has not been sent to ${service.name}.`)
    return link
  }

  return {
    async act(job, callService) {
      if (job.action === 'send-shipment' || job.action === 'outsource-leg') return send(job, callService)
      const { reference } = known(job)
      const one = `/${encodeURIComponent(reference)}`
      if (job.action === 'cancel-shipment') {
        await callService({ method: 'DELETE', url: at(job.service, one), headers: headers(job.service) })
        return { link: { is_ended: true }, message: `${reference} is cancelled at the courier.` }
      }
      const answer = readJson(
        await callService({
          method: 'GET',
          url: at(job.service, `${one}/label`),
          headers: headers(job.service),
        }),
      )
      return { link: { label_url: textOf(answer.label_url) }, message: `The label of ${reference} is ready.` }
    },
    async track(service, { reference }, callService) {
      const path = `/${encodeURIComponent(reference)}/events`
      const { events } = readJson(
        await callService({ method: 'GET', url: at(service, path), headers: headers(service) }),
      )
      return (Array.isArray(events) ? (events as Record<string, unknown>[]) : []).map((event) => ({
        key: textOf(event.id) || `${textOf(event.date)} ${textOf(event.code)}`,
        code: textOf(event.code),
        date: parseInstant(textOf(event.date)) ?? new Date(0),
        message: textOf(event.message),
        location: textOf(event.location),
      }))
    },
  }
}

function placeOf(
  address: { company: string; street_address: string; local_area: string; city: string; code: string },
  contact: { name: string; mobile_number: string; email: string },
) {
  const { company, street_address, local_area, city, code } = address
  const { name, mobile_number, email } = contact
  return {
    name: company || name,
    contact: name,
    phone: mobile_number,
    email,
    street_address,
    local_area,
    city,
    code,
  }
}
