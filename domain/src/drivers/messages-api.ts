import { z } from 'zod'
import { count, maybe, text } from '../kit/calls/wire.ts'
import { endpoint } from '../kit/calls/endpoint.ts'
import { paging } from '../kit/lists/paging.ts'
import { driver_message_max, DriverMessage } from './messages.ts'

/** Users who may assign drivers may write to them. */
const permission = 'API_/trip-sheet/assign:POST'

/** Endpoints of messages between the office and drivers: docs/domain/routing-and-drivers.md#messages. */
export const driverMessagesApi = {
  list: endpoint('GET /trip-sheet/messages', {
    input: z.object({ driver: text(120), ...paging }),
    output: z.object({ messages: z.array(DriverMessage), count: z.int() }),
    permission,
    summary: 'Lists the messages between the office and a driver, newest first.',
    published: false,
  }),
  send: endpoint('POST /trip-sheet/messages', {
    input: z.object({
      driver: text(120),
      /** A shipment of the stop that the message is about. */
      shipment_id: maybe(count),
      text: text(driver_message_max, { lines: true }),
    }),
    output: DriverMessage,
    permission,
    summary:
      'Sends a message to a driver. It arrives on the phone as a push message and with the trip sheet.',
    published: false,
  }),
}
