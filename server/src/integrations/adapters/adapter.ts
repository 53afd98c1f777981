import type { IntegrationAction, IntegrationProvider } from '@waybill/domain/integrations/providers'
import type { RequestMethod } from '@waybill/domain/kit/calls/endpoint'
import type { Cents } from '@waybill/domain/kit/money'
import type { Shipment } from '@waybill/domain/shipments/model'

/** The data of an integration that its adapter needs. */
export interface ExternalService {
  id: number
  name: string
  provider: IntegrationProvider
  credentials: Readonly<Record<string, string>>
}

/** How the external service identifies a shipment. */
export interface Link {
  reference: string
  remote_id: string
  label_url: string
}

/** One of our branches where goods are handed over. */
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

/** One action to perform for a shipment. */
export interface Job {
  service: ExternalService
  action: IntegrationAction
  /** The trigger of the action, and the fields that changed. */
  topic: string
  changed: readonly string[]
  /** The same for every attempt. */
  message_id: string
  shipment: Shipment
  link: Link | null
  /** Our branches at both ends; `null` when they are not set. */
  collection_branch: Handover | null
  delivery_branch: Handover | null
}

/** A call to the external service. */
export interface ServiceCall {
  method: RequestMethod
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
}

/** Makes a call and logs it. Returns the body of a 2xx response and throws for every other response. */
export type CallService = (call: ServiceCall) => Promise<string>

/** The result of an action: how the shipment is identified there now, and a sentence for the log. */
export interface ServiceOutcome {
  /** Our cost of the leg, in cents, when the external service returns it. */
  cost?: Cents | undefined
  link?: Partial<Link> & { is_ended?: boolean }
  /** Stored with the message in the log. */
  message: string
}

/** One event of a shipment that is with an external service. */
export interface ServiceEvent {
  /** Identifies the event among all events of the shipment. */
  key: string
  code: string
  date: Date
  message: string
  location: string
}

/** Implements the API of one external service. */
export interface Adapter {
  act: (job: Job, ask: CallService) => Promise<ServiceOutcome>
  /** Polls the events of a shipment, for services that do not send them. */
  track?: (partner: ExternalService, link: Link, ask: CallService) => Promise<ServiceEvent[]>
}

/** The external service rejected the call; another attempt would not help. */
export class ServiceRejectedError extends Error {}

/** There was no usable response; the call may be tried again. */
export class ServiceUnavailableError extends Error {
  readonly status_code: number | null
  readonly asked_wait_s: number | null

  constructor(message: string, statusCode: number | null = null, requestedWaitS: number | null = null) {
    super(message)
    this.status_code = statusCode
    this.asked_wait_s = requestedWaitS
  }
}

/** Parses a response that must be a JSON object; throws `ServiceUnavailableError` otherwise. */
export function readJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // The error is thrown below.
  }
  throw new ServiceUnavailableError('The answer could not be read.')
}

/** Returns a text or number field as text; `''` for any other value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

/** Appends a path to a base address, with or without a slash at its end. */
export function joinUrl(base: string | undefined, path: string): string {
  return `${(base ?? '').replace(/\/+$/, '')}${path}`
}

/** Returns the tracking reference that is displayed to users. */
export function displayReference(shipment: Shipment): string {
  return shipment.custom_tracking_reference ?? shipment.short_tracking_reference
}

/** Returns the parcels that are sent: all that are not cancelled. */
export function liveParcels(shipment: Shipment): Shipment['parcels'] {
  return shipment.parcels.filter((parcel) => parcel.status !== 'cancelled')
}
