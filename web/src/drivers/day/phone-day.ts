import { duty_actions, type DutyAction } from '@waybill/domain/drivers/duty'
import type { ActionResult, TripSheet } from '@waybill/domain/drivers/model'
import { dayAfter, dayAt, unknownDay, type OwnChange, type OwnDay } from '@waybill/domain/drivers/own-day'
import { failedItems } from '@waybill/domain/drivers/vehicle-check'
import type { QueueState } from '../../kit/queue/offline-queue.ts'
import type { ActionContent } from '../phone/action-content.ts'

/** The driver's day by what this phone knows. */
export interface PhoneDay extends OwnDay {
  /** Whether the server knows it too. */
  isSent: boolean
}

function isDutyAction(type: string): type is DutyAction {
  return duty_actions.some((known) => known === type)
}

/** Returns the change of the day that an action is; `null` for other actions. `answer` is that of the server. */
export function changeOf({ action }: Pick<ActionContent, 'action'>, answer?: ActionResult): OwnChange | null {
  const { type, occurred_at: at, payload } = action
  if (!isDutyAction(type)) return null
  return { type, at, failed: failedItems(payload?.vehicle_check ?? []), hand_back: answer?.hand_back }
}

/**
 * Returns the present day by the sheet, which may be of an earlier day, with the actions that wait to be sent; `null`
 * until a sheet has been read.
 */
export function phoneDay(
  { sheet, state }: { sheet: TripSheet | null; state: Pick<QueueState<ActionContent>, 'waiting'> },
  now: Date = new Date(),
): PhoneDay | null {
  if (!sheet?.driver) return null
  const changes = state.waiting.flatMap(({ content }) => changeOf(content) ?? [])
  const known = sheet.day ?? unknownDay(sheet.driver.on_duty)
  return { ...dayAt(changes.reduce(dayAfter, known), now), isSent: changes.length === 0 }
}

/** Returns the sheet after the server confirmed a change of the day, because its next read may be hours away. */
export function withChange(sheet: TripSheet, change: OwnChange): TripSheet {
  if (!sheet.driver) return sheet
  const day = dayAfter(sheet.day ?? unknownDay(sheet.driver.on_duty), change)
  return { ...sheet, driver: { ...sheet.driver, on_duty: day.duty !== 'off-duty' }, day }
}
