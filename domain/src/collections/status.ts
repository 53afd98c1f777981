import { collectionRequestColour, statusLabel, type StatusColour } from '../shipments/statuses/status.ts'

/** Every status of a collection request, in the order of the specification (COLL-002). */
export const collection_request_statuses = [
  'collection-assigned',
  'collection-unassigned',
  'collection-rejected',
  'collection-exception',
  'collection-failed-attempt',
  'closed',
  'cancelled',
] as const
export type CollectionRequestStatus = (typeof collection_request_statuses)[number]

/**
 * What people read: a request shares its words with shipments, and `Closed` is its own
 * (docs/domain/statuses.md#meanings-and-sentences).
 */
export function requestStatusLabel(status: CollectionRequestStatus): string {
  return status === 'closed' ? 'Closed' : statusLabel(status)
}

/** The colour family of its badge (STAT-058…STAT-062). */
export function requestStatusColour(status: CollectionRequestStatus): StatusColour {
  return collectionRequestColour(status)
}

/** Statuses that ask for somebody's attention (STAT-021). */
export const problem_requests: readonly CollectionRequestStatus[] = [
  'collection-exception',
  'collection-unassigned',
  'collection-rejected',
]

/** What waits on the office: problems, and failed attempts, which nobody takes up again by himself. */
export const requests_needing_attention: readonly CollectionRequestStatus[] = [
  ...problem_requests,
  'collection-failed-attempt',
]

/** Statuses of requests that a driver is on the way to (STAT-022). */
export const unclosed_requests: readonly CollectionRequestStatus[] = ['collection-assigned']

/** Statuses from which nothing leads on: the goods were fetched, or nobody wants them fetched (COLL-005). */
export const final_requests: readonly CollectionRequestStatus[] = ['closed', 'cancelled']

/** Whether a request still waits for its collection. */
export function isOpenRequest(status: CollectionRequestStatus): boolean {
  return !final_requests.includes(status)
}

/** Statuses that are not final, for queries. */
export const open_requests = collection_request_statuses.filter(isOpenRequest)

const otherwise: readonly CollectionRequestStatus[] = [
  'collection-unassigned',
  'collection-failed-attempt',
  'collection-exception',
  'collection-rejected',
  'cancelled',
  'closed',
]

/**
 * Where a status may be changed to by hand: from unassigned only cancelled, from every other one the rest of the
 * list. Closed and cancelled are final, and assigned is entered only by giving the request a driver
 * (COLL-003…COLL-005).
 */
export function manualStatuses(from: CollectionRequestStatus): CollectionRequestStatus[] {
  if (!isOpenRequest(from)) return []
  if (from === 'collection-unassigned') return ['cancelled']
  return otherwise.filter((to) => to !== from)
}
