import os from 'node:os'
import { writeSection } from './bench/page.ts'
import { measurePeer } from './bench/peers/measure.ts'
import { medusa } from './bench/peers/medusa.ts'
import type { PeerMeasured } from './bench/peers/peer.ts'
import { startPlace } from './bench/peers/place.ts'
import { NotInstalled } from './bench/peers/programs.ts'
import { peersReport } from './bench/peers/report.ts'
import { vendure } from './bench/peers/vendure.ts'
import { waybill } from './bench/peers/waybill.ts'

/**
 * `npm run bench:peers`: measures a booking and both lists of our product beside an order and the order list of Vendure
 * and Medusa, on one new PostgreSQL cluster, one after the other; prints the figures and writes them to
 * docs/benchmarks.md. npm installs the peers into a temporary folder; one that cannot be installed is left out.
 * `--orders N` (100,000) orders of each, `--seconds N` (20) per measurement, `--print` writes nothing.
 */
const option = (name: string, standard: number) => {
  const at = process.argv.indexOf(`--${name}`)
  const value = at > 0 ? Number(process.argv[at + 1]) : standard
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} needs a whole number from 1.`)
  return value
}
const orders = option('orders', 100_000)
const seconds = option('seconds', 20)
const peers = [waybill, vendure, medusa]

const started = new Date()
const [running = 0] = os.loadavg()
const rows: PeerMeasured[] = []
const missing: string[] = []
const place = await startPlace(orders)
try {
  for (const peer of peers) {
    console.log(`${peer.name}: ${orders.toLocaleString('en')} orders`)
    try {
      await peer.with(place, async (product) => {
        for (const operation of product.operations) {
          const row = await measurePeer(place, peer.name, product, operation, seconds)
          console.log(`  ${row.name.padEnd(60)} ${row.http.per_second.toFixed(1)}/s`)
          rows.push(row)
        }
      })
    } catch (error) {
      if (!(error instanceof NotInstalled)) throw error
      console.log(`  left out: ${error.message}`)
      missing.push(`${peer.name} is left out: ${error.message}`)
    }
  }
} finally {
  place.cluster.stop()
}
const text = peersReport(rows, { ours: waybill.name, started, seconds, orders, load: running, missing })
console.log(text)
if (!process.argv.includes('--print')) writeSection('bench:peers', text)
