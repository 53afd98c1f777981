import { driver_actions_max, driversApi, type ReadMessages } from '@waybill/domain/drivers/api'
import { unreadMessages, type DriverMessage } from '@waybill/domain/drivers/messages'
import { call } from '../../kit/api/index.ts'
import { Store } from '../../kit/layers/store.ts'
import { StoredList } from '../day/stored-list.ts'
import { offsetNow } from '../../kit/session/device-clock.ts'

/** With an ISO time, as stored on the phone until it is sent. */
type StoredRead = Omit<ReadMessages, 'at'> & { at: string }

const max_stored = 100
const timeout_ms = 8_000

/** The newest message that was opened on this phone since the page was loaded; 0 for none. */
export const opened_up_to = new Store(0)

const listOf = (username: string) => new StoredList<StoredRead>('driver_read_messages', username, max_stored)

/** Returns the messages of the office that the driver has neither opened nor answered on this phone. */
export function newMessages(
  username: string,
  messages: readonly DriverMessage[],
  openedUpTo: number,
): DriverMessage[] {
  const upTo = Math.max(
    openedUpTo,
    ...listOf(username)
      .read()
      .map(({ up_to_id }) => up_to_id),
  )
  return unreadMessages(messages).filter(({ id }) => id > upTo)
}

/** Reports with the first signal that the driver has opened the messages of the office. */
export async function noteRead(username: string, messages: readonly DriverMessage[]): Promise<void> {
  const list = listOf(username)
  const last = newMessages(username, messages, opened_up_to.read()).at(-1)
  if (last) {
    list.add({
      up_to_id: last.id,
      at: new Date().toISOString(),
      ...offsetNow(),
    })
    opened_up_to.write(last.id)
  }
  await list.send(driver_actions_max, (batch) => {
    const read = batch.map((one) => ({ ...one, at: new Date(one.at) }))
    return call(driversApi.actions, { actions: [], read_messages: read }, { timeout_ms })
  })
}
