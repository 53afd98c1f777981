import type { ReportKind, ReportParty } from '@waybill/domain/lockers/point-events'
import type { NetworkName, PickupPointType } from '@waybill/domain/pickup-points/model'
import type { BaseContext } from '../kit/handler.ts'
import type { NetworkPoint } from '../pickup-points/index.ts'

/** What a network needs to keep a place. `reference` is ours and the same in every attempt, so none is kept twice. */
export interface PlaceRequest {
  reference: string
  pickup_point_id: string
  type: PickupPointType
  /** Waybill number of the parcel. */
  waybill: string
  /** Sides in cm in any order, weight in kg. */
  sides: readonly [number, number, number]
  weight: number
  receiver_mobile: string
}

/** Why a network keeps no place. `unavailable`: it did not answer, or not sensibly. */
export type NetworkReason = 'full' | 'too-large' | 'closed' | 'unavailable'

/** The answer of a network to a request for a place. */
export type PlaceAnswer =
  | {
      ok: true
      /** Reservation number of the network. */
      network_reference: string
      /** Name of the size. */
      size: string
      /** Code with which the driver opens the door. */
      courier_code: string
    }
  | { ok: false; reason: NetworkReason; message: string }

/** A report of a network about one of its reservations. */
export interface NetworkEvent {
  /** Id of the report; the same when it is sent again. */
  event_id: string
  /** Reservation number of the network. */
  network_reference: string
  kind: ReportKind
  /** Who put the parcel in or took it out. */
  by: ReportParty
  occurred_at: Date
  /** Name of the door; empty when unknown. */
  door: string
}

/**
 * One network of lockers or counters. Calls wait for the network, so they run outside of transactions. A call that
 * fails throws a `NetworkError`; it is tried again with the same reference.
 */
export interface PointNetwork {
  readonly name: NetworkName
  /** Whether anything of the protocol is assumed by us (`assumed_protocols` of the domain states what). */
  readonly isAssumed: boolean
  /** Whether the company has entered its credentials. Without them places are not reserved at the network. */
  isConnected(reader: BaseContext): boolean
  /** Lists all points of the network. */
  points(reader: BaseContext): Promise<NetworkPoint[]>
  /** Asks for a place. Answers the same for the same reference. */
  reserve(reader: BaseContext, request: PlaceRequest): Promise<PlaceAnswer>
  /** Returns the numbers of the reservations that the network keeps under our reference. */
  openReservations(reader: BaseContext, reference: string): Promise<string[]>
  /** Keeps the place longer. */
  extend(reader: BaseContext, networkReference: string, until: Date): Promise<void>
  /** Gives the place back; no error when the network no longer knows it. */
  release(reader: BaseContext, networkReference: string): Promise<void>
  /**
   * Reads the reports of a call from the network. Throws `forbidden` when the call is not proven to come from it, and
   * `invalid` when it cannot be read.
   */
  readEvents(reader: BaseContext, request: { headers: Headers; body: string }): NetworkEvent[]
}
