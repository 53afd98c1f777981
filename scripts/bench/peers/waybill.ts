import { openMailbox } from '../../../server/dev/test-kit/fakes/mailbox.ts'
import type { Request } from '../connection.ts'
import { withLoadedProduct } from '../loaded-product.ts'
import { Meter } from '../meter.ts'
import { Operations, type Operation } from '../operations.ts'
import { listOperation, shapes } from './list.ts'
import type { Peer } from './peer.ts'
import { meterAddress } from './place.ts'

/** Our product: a booking of two parcels, and both lists of 20. */
export const waybill: Peer = {
  name: 'Waybill',
  async with(place, run) {
    const database = 'waybill'
    const mailbox = await openMailbox()
    const meter = new Meter({
      url: meterAddress(place, database),
      postmaster: () => place.cluster.postmaster(),
    })
    const loaded = {
      database_url: await place.createDatabase(database),
      smtp_url: mailbox.url,
      shipments: place.orders,
    }
    try {
      return await withLoadedProduct(loaded, async (setup, product) => {
        const operations = new Operations(setup)
        const booking = operations.booking(2)
        const listOf = (name: string, operationName: string) => {
          const operation = operations.all().find((one) => one.name === operationName)
          if (!operation) throw new Error(`There is no operation "${operationName}".`)
          return listOperation(name, shapes.waybill, () => requestOf(operation))
        }
        return run({
          url: product.url,
          database,
          operations: [
            {
              kind: 'order',
              name: 'booking, two parcels',
              requests: 1,
              counted_by: 'SELECT count(*) FROM shipment',
              once: (connection) => connection.send(requestOf(booking)),
            },
            listOf('list page of 20', 'list, first page, staff'),
            listOf('`GET /shipments`, 20 whole shipments', 'GET /shipments, 20, staff'),
          ],
          cpuMs: async () => (await product.figures()).cpu_ms,
          settled: () => meter.followUps(),
        })
      })
    } finally {
      await meter.close()
      await mailbox.close()
    }
  },
}

function requestOf(operation: Operation): Request {
  const request = operation.next()
  if (!request) throw new Error(`${operation.name}: nothing is left to send.`)
  return request
}
