import { collectionRequestColour, statusLabel, type StatusColour } from '../shipments/statuses/status.ts'

/** All statuses of a collection request, in the order of the specification (COLL-002). */
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
 * Returns the label of a status. Requests share the labels of shipments, except for `Closed`
 * (docs/domain/statuses.md#meanings-and-sentences).
 */
export function requestStatusLabel(status: CollectionRequestStatus): string {
  return status === 'closed' ? 'Closed' : statusLabel(status)
}

/** Returns the colour family of the status badge (STAT-058…STAT-062). */
export function requestStatusColour(status: CollectionRequestStatus): StatusColour {
  return collectionRequestColour(status)
}

/** Problem statuses (STAT-021). */
export const problem_requests: readonly CollectionRequestStatus[] = [
  'collection-exception',
  'collection-unassigned',
  'collection-rejected',
]

/** Statuses that need action by staff: problems, and failed attempts, which are not retried automatically. */
export const requests_needing_attention: readonly CollectionRequestStatus[] = [
  ...problem_requests,
  'collection-failed-attempt',
]

/** Statuses of requests that a driver still has to collect (STAT-022). */
export const unclosed_requests: readonly CollectionRequestStatus[] = ['collection-assigned']

/** Final statuses: the goods were collected, or the collection was cancelled (COLL-005). */
export const final_requests: readonly CollectionRequestStatus[] = ['closed', 'cancelled']

/** Checks whether a request still waits for its collection. */
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
 * Returns the statuses that a user may set by hand: from unassigned only cancelled, from every other open status the
 * rest of the list. Closed and cancelled are final. Assigned is set only by assigning a driver (COLL-003…COLL-005).
 */
export function manualStatuses(from: CollectionRequestStatus): CollectionRequestStatus[] {
  if (!isOpenRequest(from)) return []
  if (from === 'collection-unassigned') return ['cancelled']
  return otherwise.filter((to) => to !== from)
}
