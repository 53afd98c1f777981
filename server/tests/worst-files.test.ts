import {
  balance_columns,
  move_in_columns,
  shadow_columns,
  type MoveInColumn,
} from '@waybill/domain/move-in/columns'
import { beforeAll, describe, expect, it } from 'vitest'
import { longestTurn } from '../dev/test-kit/longest-turn.ts'
import { newProvider, type Caller, type TestProvider } from '../dev/test-kit/provider.ts'
import { routes } from '../src/main/routes.ts'

/** Maximum processor time, in ms, for which one request may block all others. */
const max_ms = 50

let p: TestProvider
let staff: Caller
beforeAll(async () => {
  p = await newProvider({ map_max_node_count: 20_000 })
  staff = await p.staff()
})

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')

/** A star-shaped outline with overlapping sides, which takes longest to check. */
const star = (points: number): [number, number][] =>
  Array.from({ length: points }, (_, point) => {
    const angle = (point / points) * 2 * Math.PI
    const far = point % 2 === 0 ? 0.4 : 0.05
    return [28 + Math.cos(angle) * far, -26 + Math.sin(angle) * far]
  })
const outline = (points: number) => ({ type: 'MultiPolygon', coordinates: [[star(points)]] })
const stars = JSON.stringify({
  type: 'FeatureCollection',
  features: Array.from({ length: 290 }, (_, at) => ({
    type: 'Feature',
    properties: { name: `Star ${at}` },
    geometry: { type: 'Polygon', coordinates: [star(1_000)] },
  })),
})
const kml = (inside: string) =>
  `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inside}</Document></kml>`

/** Files of another system with these columns: many lines that are wrong in each cell, and many empty cells. */
const moveInFiles = (columns: readonly MoveInColumn[]) => {
  const heading = columns.map(({ label }) => label).join(',')
  const sent = (content: string) => ({ file_name: 'a.csv', content: `${heading}\n${content}`, dry_run: true })
  return {
    'a hundred thousand lines': () =>
      sent(lines(100_000, (at) => columns.map(() => `x${at}`).join(',')).slice(0, 7_900_000)),
    'a million commas': () => sent(','.repeat(990_000)),
  }
}

/** The inputs that take longest to read, for each endpoint that accepts a file or an outline. */
const worst: Readonly<Record<string, Readonly<Record<string, () => object>>>> = {
  'POST /geofence/zones': {
    'an outline of 19,900 points': () => ({ kind: 'surcharges', name: 'Star', geometry: outline(19_900) }),
  },
  'PATCH /geofence/zones': {
    'an outline of 19,900 points': () => ({ id: 1, version: 1, geometry: outline(19_900) }),
  },
  'POST /geofence/import': {
    '290 stars to be made simpler': () => ({
      kind: 'surcharges',
      content: stars,
      simplify: true,
      dry_run: true,
    }),
    'ten million <': () => ({ kind: 'surcharges', content: '<'.repeat(9_900_000) }),
    'elements in elements': () => ({ kind: 'surcharges', content: kml('<Folder>'.repeat(150_000)) }),
    'an outline that is one long text': () => ({
      kind: 'surcharges',
      content: kml(`<Placemark><coordinates>${'1 , '.repeat(2_000_000)}</coordinates></Placemark>`),
    }),
  },
  'POST /users/import': {
    'a million commas': () => ({ text: `name,email,role\n${','.repeat(990_000)}`, dry_run: true }),
    'a hundred thousand lines': () => ({ text: lines(100_000, () => 'a,b,c'), dry_run: true }),
  },
  'POST /pickup-points/import': {
    'a million commas': () => ({
      text: `code,type,name,street_address,hours\n${','.repeat(990_000)}`,
      dry_run: true,
    }),
    'two hundred lockers of 500 doors': () => ({
      text: `code,type,name,street_address,suburb,latitude,longitude,hours,doors\n${lines(200, (at) => `L${at},locker,Locker,1 Main Road,Sea Point,-33.9,18.4,24/7,small:500`)}`,
      dry_run: true,
    }),
  },
  'POST /billing/allocations/import': {
    'a hundred thousand lines': () => ({ text: lines(100_000, (at) => `${at},b,c`), dry_run: true }),
  },
  'POST /billing/import/payments': {
    'OFX of a hundred thousand lines': () => ({
      file_name: 'a.ofx',
      content: `OFXHEADER:100\n${lines(100_000, () => '<STMTTRN><TRNAMT>1.00')}`,
    }),
    'a CSV file of a hundred thousand lines': () => ({
      file_name: 'a.csv',
      content: `Date,Description,Amount\n${lines(100_000, () => '2026/11/22,Paid,1.00')}`,
    }),
  },
  'POST /billing/settlements': {
    'a hundred thousand lines': () => ({
      gateway: 'payfast',
      file_name: 'a.csv',
      content: `Date,Type,Gross,Fee,Net,PF Payment ID\n${lines(100_000, (at) => `2026-11-22,FUNDS_RECEIVED,1.00,0.10,0.90,${at}`)}`,
    }),
  },
  ...Object.fromEntries(
    Object.entries(move_in_columns).map(([kind, columns]) => [`POST /move-in/${kind}`, moveInFiles(columns)]),
  ),
  'POST /move-in/old-balances': moveInFiles(balance_columns),
  'POST /move-in/shadow-months': moveInFiles(shadow_columns),
  'POST /shipments/bulk-import': {
    'a hundred thousand lines': () => ({
      file_name: 'a.csv',
      content: `a,b\n${lines(100_000, () => '1,2')}`,
      columns: { delivery_name: 0 },
    }),
  },
}

describe('the most expensive files for each endpoint', () => {
  const cases = Object.entries(worst).flatMap(([call, files]) =>
    Object.entries(files).map(([what, body]) => [what, call, body] as const),
  )
  it.each(cases)('%s sent to %s does not block other requests', async (_what, call, body) => {
    const [method = '', path = ''] = call.split(' ')
    const sent = body()
    let status = 0
    const once = () =>
      longestTurn(async () => {
        status = (await staff.http(method, path, sent)).status
      })
    let longestMs = Infinity
    // Retry, because a garbage collection pause may distort one measurement.
    for (let tries = 0; tries < 3 && longestMs >= max_ms; tries += 1)
      longestMs = Math.min(longestMs, await once())
    expect(longestMs).toBeLessThan(max_ms)
    expect([200, 400, 409]).toContain(status)
  })

  it('cover every endpoint that accepts a file or an outline as text', () => {
    const takes = routes.flatMap(({ endpoint: { method, path, body } }) =>
      body === 'text_file' || body === 'outline' ? [`${method} ${path}`] : [],
    )
    expect(takes.toSorted()).toEqual(Object.keys(worst).toSorted())
  })
})
