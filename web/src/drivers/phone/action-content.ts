import type { DriverAction } from '@waybill/domain/drivers/api'
import type { ActionResult } from '@waybill/domain/drivers/model'
import type { Visit } from '@waybill/domain/drivers/plan'
import type { QueueItem, QueueState } from '../../kit/queue/offline-queue.ts'
import type { Evidence } from '../proof-of-delivery/hand-over.ts'
import type { FileVisibility, ShipmentFileKind } from '@waybill/domain/shipments/files/shipment-file'
import { endsStop, type Mark, type PhoneActionType } from '../stops/stop-rules.ts'
import { answerText, currentTexts } from '../texts/texts.ts'

/** The driver's own order of the stops of a day, based on a version of its plan; 0 for a day that was not planned. */
export interface OwnOrder {
  date: string
  version: number
  visits: readonly Visit[]
}

/** One driver action as stored on the phone until the server has confirmed it. */
export interface ActionContent<Type extends PhoneActionType = PhoneActionType> {
  action: Omit<DriverAction, 'action_id' | 'type'> & { type: Type }
  /** Photos and signature still to be uploaded. Until then the payload refers to them by these ids. */
  evidence: readonly Evidence[]
  /** The place in the list of unsent actions: '9 4th Avenue, Parkhurst'. */
  where: string
  /** Of `add-photos` that a version of the app without hashes of them stored: what they display, and who may read them. */
  photos?: { kind: ShipmentFileKind; visibility: FileVisibility }
  /** Of `own-order`. */
  order?: OwnOrder
}

/** Returns the action with the upload names of its photos and signature. */
export function withUploadedNames<Type extends PhoneActionType>(
  actionId: string,
  { action, evidence }: ActionContent<Type>,
  names: ReadonlyMap<string, string>,
): Omit<DriverAction, 'type'> & { type: Type } {
  const nameOf = (id: string): string => names.get(id) ?? id
  const { payload } = action
  return {
    ...action,
    action_id: actionId,
    ...(payload
      ? {
          payload: {
            ...payload,
            ...(payload.photos ? { photos: payload.photos.map(nameOf) } : {}),
            ...(payload.signature ? { signature: nameOf(payload.signature) } : {}),
          },
        }
      : {}),
    ...(evidence.length > 0 ? { files: evidence.map(({ evidence_id }) => nameOf(evidence_id)) } : {}),
    ...(action.evidence
      ? { evidence: action.evidence.map((file) => ({ ...file, name: nameOf(file.name) })) }
      : {}),
  }
}

/** Returns the marks of queued and recently confirmed actions: sent, rejected and waiting. */
export function marksOf(queue: QueueState<ActionContent>, sent: readonly Mark[]): Mark[] {
  const mark = (item: QueueItem<ActionContent>, state: Mark['state']): Mark => markOf(item, state)
  return [
    ...sent,
    ...queue.refused.map((item) => mark(item, 'needs-you')),
    ...queue.waiting.map((item) => mark(item, 'waiting')),
  ]
}

/** Returns the mark of one stored action. */
export function markOf(item: QueueItem<ActionContent>, state: Mark['state']): Mark {
  const { action } = item.content
  return {
    action_id: item.id,
    stop_id: action.stop_id ?? '',
    shipment_id: action.shipment_id ?? 0,
    parcel_references: action.parcel_references ?? [],
    type: action.type,
    state,
    message: item.refusal ?? '',
    at: action.occurred_at,
    ...(item.content.order ? { visits: item.content.order.visits } : {}),
  }
}

/** Returns the confirmations that the trip sheet may not contain yet: those at or after `sheetReadAt` (ms since 1970). */
export function newerMarks(sent: readonly (Mark & { sent_at: number })[], sheetReadAt: number) {
  return sent.filter((mark) => mark.sent_at >= sheetReadAt)
}

/** Returns the message for an action that was not applied; `null` when it was applied. */
export function conflictOf(result: ActionResult | undefined): string | null {
  if (!result) return currentTexts().sync.notConfirmed
  if (result.result !== 'conflict') return null
  return answerText(result) || currentTexts().sync.changed
}

/**
 * Returns the rejected actions that a new action replaces. When an action ends a stop for a shipment or collection
 * request, earlier rejected attempts there, such as a wrong PIN, need no attention any more, unless they name other
 * parcels. Nor does an own order or a start of the route once there is a later one.
 */
export function replacedBy(
  action: Pick<
    ActionContent['action'],
    'type' | 'stop_id' | 'shipment_id' | 'parcel_references' | 'collection_request_id'
  >,
  refused: readonly QueueItem<ActionContent>[],
): QueueItem<ActionContent>[] {
  if (action.type === 'own-order' || action.type === 'start-route')
    return refused.filter(({ content }) => content.action.type === action.type)
  if (endsStop(action.type) === null) return []
  return refused.filter(
    ({ content: { action: former } }) =>
      endsStop(former.type) !== null &&
      former.stop_id === action.stop_id &&
      former.shipment_id === action.shipment_id &&
      shareParcels(former.parcel_references, action.parcel_references) &&
      former.collection_request_id === action.collection_request_id,
  )
}

/** Whether two actions on a shipment concern the same parcels. One that names none concerns all of them. */
function shareParcels(one: readonly string[] = [], other: readonly string[] = []): boolean {
  return one.length === 0 || other.length === 0 || one.some((reference) => other.includes(reference))
}

/** Returns why an action is still waiting, for the Sync page. */
export function waitingReason(tries: number, isOffline: boolean, isFirst: boolean): string {
  const { sync } = currentTexts()
  if (isOffline) return tries > 0 ? sync.tried(tries) : sync.cut
  return isFirst ? sync.sending : sync.waits
}

/** Returns the age of a moment as text: '3 min', '2 h 05'. */
export function ageText(since: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 60_000))
  const { sync } = currentTexts()
  if (minutes < 1) return sync.justNow
  if (minutes < 60) return sync.minutes(minutes)
  return sync.hours(Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0'))
}
