import { connections } from '../http-load.ts'
import { machineLine } from '../machine-line.ts'
import { table } from '../table.ts'
import { templates } from './copy-orders.ts'
import type { PeerMeasured } from './peer.ts'

interface About {
  /** The name of our product. */
  ours: string
  started: Date
  seconds: number
  /** Orders of each product. */
  orders: number
  /** Average number of running processes in the minute before. */
  load: number
  /** A sentence for each peer that could not be measured. */
  missing: readonly string[]
}

/** How many times as good as the peers each cell should be. */
const goal = 10

/** What each product does for a request, which its figures cannot say. */
const differences = [
  '- **Waybill, booking**: one request with an API key and an idempotency key. It prices both parcels by the rate card and',
  '  checks the credit of the account. One transaction under row security stores shipment, parcels, charges, addresses, search',
  '  text, audit trail, the repeatable response and the messages to send. The e-mails that follow are sent and counted.',
  '- **Waybill, lists**: row security and the permissions of a member of staff, and the count of all shipments. The page list',
  '  returns what its table displays; `GET /shipments` returns whole shipments.',
  '- **Vendure, order**: one GraphQL request of a signed-in customer with five mutations, the fewest requests it can take (a',
  '  shop front sends five or more): add both lines, address, shipping method, state, payment by its dummy handler. Each is a',
  '  transaction of its own that loads the order again. Prices, tax, promotions, allocations of stock and history entries are',
  '  included. There is no row security, no audit trail beyond the history of the order, and no idempotency key; without',
  '  plug-ins it sends no e-mail and updates no search index.',
  '- **Vendure, list**: the columns of its dashboard (customer, state, totals, shipping method) and the count of all orders.',
  '- **Medusa, order**: five requests of a guest to its store API: cart with both lines and address, shipping method, payment',
  '  collection, payment session of its system provider, completion. Each runs workflows that can undo their steps, and totals',
  '  and tax are calculated again. Completing a cart twice makes one order. There is no row security and no audit',
  '  trail, and it sends no e-mail here.',
  '- **Medusa, list**: the fields of its dashboard and the count; the total of an order is calculated from its lines and tax',
  '  lines, which it reads and returns.',
]

/** Returns the section on other products, in Markdown. */
export function peersReport(rows: readonly PeerMeasured[], about: About): string {
  const { ours, started, seconds, orders, load, missing } = about
  return [
    '## Beside other products',
    '',
    'Written by `npm run bench:peers`. Vendure and Medusa handle orders of web shops on Node.js and PostgreSQL as Waybill handles',
    'shipments, so an order with two lines stands beside a booking of two parcels, and their order list beside both of ours.',
    'They do different work, so the figures compare what a user waits for and what a server costs, not code.',
    '',
    `${machineLine(started)} One server process at a time in production mode, ${connections} connections of the same client, ${seconds} s per measure after a warm-up of half of it, before the run with ${load.toFixed(1)} other running processes. Each product has a database of the same cluster over TCP with ${orders.toLocaleString('en')} orders. The peers run as lean as they allow: no admin pages, search, e-mail or job plug-ins, no stock control, logging of warnings only, caches and events in memory. Their first ${templates} orders are placed through their API by as many customers; the others are copies of all rows of these that an order list can read, with new ids, numbers and earlier dates, made by one \`INSERT … SELECT\` for each table, then \`VACUUM ANALYZE\`. Waybill’s are loaded as for \`npm run bench\`.`,
    '',
    ...missing.flatMap((sentence) => [sentence, '']),
    'Statements are those the server received (`pg_stat_statements`, with `BEGIN` and `COMMIT`); times are processor times of',
    'one order or list, with the work that follows the response.',
    '',
    table(
      [
        'Product and operation',
        'requests',
        'statements',
        'Node.js ms',
        'database ms',
        'a second',
        'p50 ms',
        'p99 ms',
      ],
      rows.map((row) => [
        `${row.peer}: ${row.name}`,
        String(row.requests),
        row.statements.toFixed(1),
        row.node_cpu_ms.toFixed(2),
        row.database_cpu_ms.toFixed(2),
        row.http.per_second.toFixed(1),
        row.http.p50.toFixed(1),
        row.http.p99.toFixed(1),
      ]),
    ),
    `How many times as many a second, and how many times less processor time, Waybill takes; the goal is ${goal} in every cell, and those below it are bold.`,
    '',
    table(['Waybill and the other product', 'a second', 'Node.js ms', 'database ms'], ratios(rows, ours)),
    'What each does:',
    '',
    ...differences,
    '',
  ].join('\n')
}

function ratios(rows: readonly PeerMeasured[], ours: string): string[][] {
  const cell = (ratio: number) => (ratio >= goal ? ratio.toFixed(1) : `**${ratio.toFixed(1)}**`)
  const peers = rows.filter(({ peer }) => peer !== ours)
  return rows
    .filter(({ peer }) => peer === ours)
    .flatMap((own) =>
      peers
        .filter(({ kind }) => kind === own.kind)
        .map((other) => [
          `${own.name} beside ${other.peer}`,
          cell(own.http.per_second / other.http.per_second),
          cell(other.node_cpu_ms / own.node_cpu_ms),
          cell(other.database_cpu_ms / own.database_cpu_ms),
        ]),
    )
}
