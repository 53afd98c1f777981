import type { ActionType } from '@waybill/domain/drivers/model'

/** Whether a request of the driver's phone sends more than an arrival, which the phone sends on its own. */
export function isMoreThanArrival(input: unknown): boolean {
  const { actions } = input as { actions: readonly { type: ActionType }[] }
  return actions.some(({ type }) => type !== 'arrive')
}
