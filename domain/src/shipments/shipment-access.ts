import { isDriver, type Actor } from '../kit/actor.ts'

/** The shipment data that decides which actors can access it; agents are usernames. */
export interface Reached {
  account_id: number
  status: string
  collection_agent_id: string | null
  delivery_agent_id: string | null
  collection_branch_id: number | null
  delivery_branch_id: number | null
  current_branch_id: number | null
  account_branch_id: number | null
}

/**
 * Checks whether an actor can access a shipment that is already loaded; lists apply the same rule in the database.
 * Account users can access their account's shipments except quotes, drivers the stops assigned to them, staff limited
 * to a branch the shipments of that branch, and other staff all shipments.
 */
export function isWithinReach(actor: Actor, shipment: Reached): boolean {
  if (actor.account_id !== null)
    return (
      shipment.account_id === actor.account_id &&
      shipment.status !== 'quote' &&
      shipment.status !== 'quote-expired'
    )
  if (actor.kind === 'guest') return false
  if (isDriver(actor))
    return shipment.collection_agent_id === actor.username || shipment.delivery_agent_id === actor.username
  if (!actor.limit_user_to_branch || actor.branch_id === null) return true
  return [
    shipment.collection_branch_id,
    shipment.delivery_branch_id,
    shipment.current_branch_id,
    shipment.account_branch_id,
  ].includes(actor.branch_id)
}
