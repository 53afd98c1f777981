import { openMailbox } from '../../../server/dev/test-kit/fakes/mailbox.ts'
import { withLoadedProduct } from '../loaded-product.ts'
import { Meter } from '../meter.ts'
import { Operations, type Operation } from '../operations.ts'
import type { Peer, PeerOperation } from './peer.ts'
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
        const of = (name: string) => {
          const found = operations.all().find((one) => one.name === name)
          if (!found) throw new Error(`There is no operation "${name}".`)
          return found
        }
        return run({
          url: product.url,
          database,
          operations: [
            peerOperation('order', 'booking, two parcels', operations.booking(2)),
            peerOperation('list', 'list page of 20', of('list, first page, staff')),
            peerOperation('list', '`GET /shipments`, 20 whole shipments', of('GET /shipments, 20, staff')),
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

function peerOperation(kind: PeerOperation['kind'], name: string, operation: Operation): PeerOperation {
  return {
    kind,
    name,
    requests: 1,
    ...(operation.counted_by === undefined ? {} : { counted_by: operation.counted_by }),
    async once(connection) {
      const request = operation.next()
      return request && connection.send(request)
    },
  }
}
