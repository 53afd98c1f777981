import { createHash } from 'node:crypto'
import { parseRand } from '@waybill/domain/kit/money'
import { parseInstant } from '@waybill/domain/kit/calls/wire'
import type { Shipment } from '@waybill/domain/shipments/model'
import {
  liveParcels,
  ServiceRejectedError,
  displayReference,
  type ServiceOutcome,
  type Adapter,
  type CallService,
  type Job,
  type ExternalService,
} from './adapter.ts'
import { child, children, envelope, readEnvelope, textIn, type Xml } from './soap.ts'

/** XML namespace of the ecommerce service. */
const ecom_namespace = 'urn:ecomService'

/**
 * Parcel Perfect’s ecommerce service: signs in with a salt and a token, requests a quote, sets its service, and turns
 * the quote into a collection, or into a waybill when the goods are collected already. An error code is a permanent
 * rejection.
 */
export const parcelPerfect: Adapter = {
  async act(job, callService) {
    if (job.link) return { message: `Already sent as ${job.link.reference}.` }
    const token = await signIn(job.service, callService)
    const quote = await call(job.service, callService, 'requestQuote', {
      token_id: token,
      details: detailsOf(job),
      contents: { item: contentsOf(job.shipment) },
    })
    const quoteno = textIn(quote, 'quoteno')
    const rates = children(child(quote, 'rates'), 'item')
    const wanted = job.service.credentials.service ?? ''
    const rate = wanted === '' ? rates[0] : rates.find((one) => textIn(one, 'service') === wanted)
    if (!rate)
      throw new ServiceRejectedError(
        wanted === '' ? 'No service was quoted.' : `The service ${wanted} was not quoted for this shipment.`,
      )
    const service = textIn(rate, 'service')
    await call(job.service, callService, 'updateService', { token_id: token, quoteno, service })
    const made =
      job.shipment.collected_date === null
        ? await toCollection(job, callService, token, quoteno)
        : await toWaybill(job, callService, token, quoteno)
    return { ...made, cost: parseRand(textIn(rate, 'total')) ?? undefined }
  },
  async track(service, link, callService) {
    const token = await signIn(service, callService)
    const waybill = await call(service, callService, 'getSingleWaybill', {
      token_id: token,
      waybillno: link.reference,
    })
    return children(child(waybill, 'tracking'), 'item').map((event) => {
      const at = `${textIn(event, 'date')} ${textIn(event, 'time') || '00:00'}`
      return {
        key: `${at} ${textIn(event, 'description')}`,
        code: textIn(event, 'description'),
        date: parseInstant(at) ?? new Date(0),
        message: textIn(event, 'remark'),
        location: textIn(event, 'place'),
      }
    })
  },
}

async function toCollection(
  job: Job,
  callService: CallService,
  tokenId: string,
  quoteno: string,
): Promise<ServiceOutcome> {
  const made = await call(job.service, callService, 'quoteToCollection', {
    token_id: tokenId,
    quoteno,
    reference: displayReference(job.shipment),
    specinstruction: job.shipment.special_instructions_collection,
  })
  const reference = textIn(made, 'waybillno') || textIn(made, 'collectno')
  return sent(reference, textIn(made, 'collectno'))
}

async function toWaybill(
  job: Job,
  callService: CallService,
  tokenId: string,
  quoteno: string,
): Promise<ServiceOutcome> {
  const made = await call(job.service, callService, 'submitWaybill', {
    token_id: tokenId,
    quoteno,
    reference: displayReference(job.shipment),
    specinstruction: job.shipment.special_instructions_delivery,
  })
  return sent(textIn(made, 'waybillno'), '')
}

function sent(reference: string, remoteId: string): ServiceOutcome {
  if (reference === '') throw new ServiceRejectedError('The courier returned no waybill number.')
  return { link: { reference, remote_id: remoteId }, message: `Sent as ${reference}.` }
}

async function signIn(service: ExternalService, callService: CallService): Promise<string> {
  const { email = '', password = '' } = service.credentials
  const salt = textIn(await call(service, callService, 'getSalt', { email }), 'salt')
  const md5 = createHash('md5').update(`${password}${salt}`).digest('hex')
  return textIn(await call(service, callService, 'getToken', { email, password: md5 }), 'token_id')
}

/** Calls a method and returns its results. An error code other than 0 is a rejection. */
async function call(
  service: ExternalService,
  callService: CallService,
  method: string,
  parameters: Xml,
): Promise<Xml> {
  const text = await callService({
    method: 'SOAP',
    url: service.credentials.url ?? '',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${ecom_namespace}#${method}"` },
    body: envelope(ecom_namespace, method, parameters),
  })
  const { name, content } = readEnvelope(text)
  if (name === 'Fault')
    throw new ServiceRejectedError(textIn(content, 'faultstring') || 'The courier returned a fault.')
  const result = child(content, 'return')
  const errorcode = textIn(result, 'errorcode')
  if (errorcode !== '0')
    throw new ServiceRejectedError(
      `${textIn(result, 'errormessage') || 'The courier refused the request.'} (code ${errorcode || 'missing'})`,
    )
  return child(result, 'results')
}

function detailsOf({ shipment }: Job): Xml {
  const { collection_address: from, delivery_address: to, collection_contact, delivery_contact } = shipment
  return {
    reference: displayReference(shipment),
    origpers: from.company || collection_contact.name,
    origperadd1: from.street_address,
    origperadd2: from.local_area,
    origtown: from.city,
    origperpcode: from.code,
    origperphone: collection_contact.mobile_number,
    destpers: to.company || delivery_contact.name,
    destperadd1: to.street_address,
    destperadd2: to.local_area,
    desttown: to.city,
    destperpcode: to.code,
    destperphone: delivery_contact.mobile_number,
    destperemail: delivery_contact.email,
  }
}

function contentsOf(shipment: Shipment): Xml[] {
  return liveParcels(shipment).map((parcel, at) => ({
    item: String(at + 1),
    desc: parcel.parcel_description || 'Parcel',
    pieces: '1',
    barcode: parcel.tracking_reference,
    dim1: String(parcel.actual_length_cm),
    dim2: String(parcel.actual_width_cm),
    dim3: String(parcel.actual_height_cm),
    actmass: String(parcel.actual_weight_kg),
  }))
}
