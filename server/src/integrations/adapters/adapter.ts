import type { IntegrationAction, IntegrationProvider } from '@waybill/domain/integrations/providers'
import type { RequestMethod } from '@waybill/domain/kit/calls/endpoint'
import type { Cents } from '@waybill/domain/kit/money'
import type { Shipment } from '@waybill/domain/shipments/model'

/** What an adapter is told of the integration it speaks for. */
export interface ExternalService {
  id: number
  name: string
  provider: IntegrationProvider
  credentials: Readonly<Record<string, string>>
}

/** How a shipment is known there. */
export interface Link {
  reference: string
  remote_id: string
  label_url: string
}

/** A place of ours where goods change hands. */
export interface Handover {
  company: string
  street_address: string
  local_area: string
  city: string
  code: string
  zone: string
  country: string
  lat: number | null
  lng: number | null
  phone: string
  email: string
}

/** One thing to be done for a shipment. */
export interface Job {
  partner: ExternalService
  action: IntegrationAction
  /** What set it off, and the fields that changed. */
  topic: string
  changed: readonly string[]
  /** The same for every try. */
  message_id: string
  shipment: Shipment
  link: Link | null
  /** Our branches at both ends, where known. */
  collection_branch: Handover | null
  delivery_branch: Handover | null
}

/** A call to the partner. */
export interface ServiceCall {
  method: RequestMethod
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
}

/** Makes a call and logs it; answers the text of a 2xx and throws for everything else. */
export type CallService = (call: ServiceCall) => Promise<string>

/** What was achieved: how the shipment is known there now, and a sentence for the log. */
export interface ServiceOutcome {
  /** What the leg costs us, in cents, where the partner says it. */
  cost?: Cents | undefined
  link?: Partial<Link> & { is_ended?: boolean }
  /** Goes under the message in the log. */
  said: string
}

/** One event about a shipment that is with a partner. */
export interface ServiceEvent {
  /** Identifies it among all events of the shipment. */
  key: string
  code: string
  date: Date
  message: string
  location: string
}

/** Speaks one partner's language. */
export interface Adapter {
  act: (job: Job, ask: CallService) => Promise<ServiceOutcome>
  /** Asks what has happened to a shipment, for partners that do not tell. */
  track?: (partner: ExternalService, link: Link, ask: CallService) => Promise<ServiceEvent[]>
}

/** The partner understood and said no: trying again changes nothing. */
export class ServiceRejectedError extends Error {}

/** There was no usable answer: it may be tried again. */
export class ServiceUnavailableError extends Error {
  readonly status_code: number | null
  readonly asked_wait_s: number | null

  constructor(message: string, statusCode: number | null = null, askedWaitS: number | null = null) {
    super(message)
    this.status_code = statusCode
    this.asked_wait_s = askedWaitS
  }
}

/** Parses an answer that has to be JSON. */
export function readJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw new ServiceUnavailableError('Its answer could not be read.')
}

/** A member that has to be text or a number, as text; `''` when it is missing. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

/** A path behind an address, whatever slash it ends with. */
export function joinUrl(base: string | undefined, path: string): string {
  return `${(base ?? '').replace(/\/+$/, '')}${path}`
}

/** The reference by which people know a shipment. */
export function displayReference(shipment: Shipment): string {
  return shipment.custom_tracking_reference ?? shipment.short_tracking_reference
}

/** Parcels that are sent: those that were not cancelled, with what was measured of them. */
export function liveParcels(shipment: Shipment): Shipment['parcels'] {
  return shipment.parcels.filter((parcel) => parcel.status !== 'cancelled')
}
