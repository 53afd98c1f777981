import { json } from '../../catchers/catcher-page.ts'
import type { RawAnswer } from '../../../src/kit/handler.ts'
import type { ReceivedCall } from './call.ts'

type Place = readonly [longitude: number, latitude: number]

/** Limits of the real services as they are configured by default. */
const osrm_table_size = 100
const valhalla_pairs = 2_500
const valhalla_metres = 400_000
const vroom_jobs = 1_000

/** Places on Robben Island have no road to the mainland. */
const isOnIsland = ([lng, lat]: Place): boolean => Math.hypot(lng - 18.37, lat + 33.8) < 0.03

/** Metres and seconds by an imaginary road; going east takes longer. `null` without one. */
function road(from: Place, to: Place): { metres: number; seconds: number } | null {
  if (isOnIsland(from) !== isOnIsland(to)) return null
  const east = (to[0] - from[0]) * 93_000
  const north = (to[1] - from[1]) * 111_000
  const metres = Math.abs(east) + Math.abs(north)
  return { metres, seconds: metres / (east > 0 ? 10 : 12) }
}

/** Fakes OSRM, Valhalla and VROOM under `/osrm`, `/valhalla` and `/vroom`; returns `null` for other requests. */
export function answerRouting(call: ReceivedCall): RawAnswer | null {
  if (call.path.startsWith('/osrm')) return answerOsrm(call)
  if (call.path.startsWith('/valhalla')) return answerValhalla(call)
  return call.path.startsWith('/vroom') ? answerVroom(call) : null
}

const failed = (status: number, body: object): RawAnswer => ({ ...json(body), status })

function answerOsrm({ method, path }: ReceivedCall): RawAnswer {
  const url = new URL(path, 'http://osrm.example')
  const found = /^\/osrm\/table\/v1\/\w+\/([-\d.,;]+)$/.exec(url.pathname)
  if (method !== 'GET' || !found)
    return failed(400, { code: 'InvalidUrl', message: 'URL string malformed close to position 1: "/"' })
  const places = (found[1] ?? '').split(';').map((text): Place => {
    const [lng, lat] = text.split(',').map(Number)
    return [lng ?? 0, lat ?? 0]
  })
  if (places.length < 2)
    return failed(400, {
      code: 'InvalidOptions',
      message: 'Number of coordinates needs to be at least two.',
    })
  const chosen = (name: string): Place[] => {
    const indexes = url.searchParams.get(name)
    return indexes ? indexes.split(';').map((index) => places[Number(index)] ?? [0, 0]) : places
  }
  const [sources, destinations] = [chosen('sources'), chosen('destinations')]
  if (sources.length * destinations.length > osrm_table_size ** 2)
    return failed(400, { code: 'TooBig', message: 'Too many table coordinates' })
  const wanted = (url.searchParams.get('annotations') ?? 'duration').split(',')
  const table = (unit: 'metres' | 'seconds') =>
    sources.map((from) =>
      destinations.map((to) => {
        const value = road(from, to)?.[unit]
        return value === undefined ? null : Math.round(value * 10) / 10
      }),
    )
  const waypoint = (location: Place) => ({ distance: 4.1, name: 'Long Street', location })
  const pairs = sources.flatMap((from) => destinations.map((to) => [from, to] as const))
  // One pair without a road is a null; no road at all is an error.
  if (pairs.every(([from, to]) => from === to || road(from, to) === null))
    return failed(400, { code: 'NoTable', message: 'No table found' })
  return json({
    code: 'Ok',
    sources: sources.map(waypoint),
    destinations: destinations.map(waypoint),
    ...(wanted.includes('duration') ? { durations: table('seconds') } : {}),
    ...(wanted.includes('distance') ? { distances: table('metres') } : {}),
  })
}

const valhallaError = (status: number, code: number, error: string): RawAnswer =>
  failed(status, {
    error_code: code,
    error,
    status_code: status,
    status: status === 404 ? 'Not Found' : 'Bad Request',
  })

function answerValhalla({ path, body }: ReceivedCall): RawAnswer {
  if (!path.startsWith('/valhalla/sources_to_targets'))
    return valhallaError(404, 106, "Try any of: '/locate' '/route' '/sources_to_targets' '/status'")
  const asked = JSON.parse(body || '{}') as {
    sources?: { lat: number; lon: number }[]
    targets?: { lat: number; lon: number }[]
    costing?: string
    verbose?: boolean
  }
  const [sources, targets] = [asked.sources, asked.targets].map((list) =>
    (list ?? []).map(({ lat, lon }): Place => [lon, lat]),
  )
  if (!sources || sources.length === 0)
    return valhallaError(400, 121, "Insufficiently specified required parameter 'sources'")
  if (!targets || targets.length === 0)
    return valhallaError(400, 122, "Insufficiently specified required parameter 'targets'")
  if (!asked.costing) return valhallaError(400, 124, 'No edge/node costing provided')
  if (sources.length * targets.length > valhalla_pairs)
    return valhallaError(400, 150, `Exceeded max locations: ${valhalla_pairs}`)
  const rows = sources.map((from) => targets.map((to) => road(from, to)))
  if (rows.flat().some((one) => one !== null && one.metres > valhalla_metres))
    return valhallaError(400, 154, `Path distance exceeds the max distance limit: ${valhalla_metres} meters`)
  const km = (one: ReturnType<typeof road>) => (one ? Math.round(one.metres) / 1000 : null)
  const seconds = (one: ReturnType<typeof road>) => (one ? Math.round(one.seconds) : null)
  return json({
    algorithm: 'costmatrix',
    units: 'kilometers',
    sources_to_targets:
      asked.verbose === false
        ? { durations: rows.map((row) => row.map(seconds)), distances: rows.map((row) => row.map(km)) }
        : rows.map((row, from) =>
            row.map((one, to) => ({ distance: km(one), time: seconds(one), from_index: from, to_index: to })),
          ),
  })
}

interface VroomJob {
  id: number
  location_index?: number
  service?: number
  delivery?: number[]
  time_windows?: [number, number][]
}
interface VroomVehicle {
  id: number
  start_index?: number
  end_index?: number
  capacity?: number[]
  time_window?: [number, number]
}

function answerVroom({ method, body }: ReceivedCall): RawAnswer {
  // What express answers for unknown routes.
  if (method !== 'POST')
    return { status: 404, headers: { 'content-type': 'text/html' }, body: `<pre>Cannot ${method} /</pre>` }
  const { vehicles, jobs, matrices } = JSON.parse(body || '{}') as {
    vehicles?: VroomVehicle[]
    jobs?: VroomJob[]
    matrices?: { car?: { durations?: number[][] } }
  }
  const [vehicle] = vehicles ?? []
  if (!vehicle || !jobs)
    return failed(400, {
      code: 2,
      error: 'Invalid JSON object in request, please add vehicles and jobs or shipments to the object body',
    })
  if (jobs.length > vroom_jobs)
    return failed(413, {
      code: 4,
      error: `Too many locations (${jobs.length}) in query, maximum is set to ${vroom_jobs}`,
    })
  const durations = matrices?.car?.durations
  if (!durations) return failed(500, { code: 3, error: 'Failed to connect to 0.0.0.0:5000' })
  if (jobs.some(({ location_index }) => location_index === undefined))
    return failed(400, { code: 2, error: 'Missing location index.' })
  return json(solve(vehicle, jobs, durations))
}

/** Drives to the nearest job that can still be served in time; the others are unassigned, as those that do not fit. */
function solve(vehicle: VroomVehicle, jobs: readonly VroomJob[], durations: readonly (readonly number[])[]) {
  const left = new Map(jobs.map((job) => [job.id, job]))
  const capacity = [...(vehicle.capacity ?? [])]
  let place = vehicle.start_index ?? vehicle.end_index ?? 0
  let time = vehicle.time_window?.[0] ?? 0
  const steps: object[] = [{ type: 'start', location_index: place, arrival: time, load: [] }]
  for (;;) {
    const next = [...left.values()]
      .map((job) => {
        const [from = 0, to = Number.MAX_SAFE_INTEGER] = job.time_windows?.[0] ?? []
        const drive = durations[place]?.[job.location_index ?? 0] ?? 0
        return { job, drive, start: Math.max(from, time + drive), to }
      })
      .filter(({ job, start, to }) => {
        const fits = (job.delivery ?? []).every((load, index) => load <= (capacity[index] ?? Infinity))
        return fits && start <= to
      })
      .sort((one, other) => one.drive - other.drive || one.job.id - other.job.id)[0]
    if (!next) break
    const { job, start } = next
    for (const [index, load] of (job.delivery ?? []).entries())
      capacity[index] = (capacity[index] ?? Infinity) - load
    time = start + (job.service ?? 0)
    place = job.location_index ?? 0
    left.delete(job.id)
    steps.push({ type: 'job', id: job.id, location_index: place, arrival: start, service: job.service ?? 0 })
  }
  steps.push({ type: 'break', id: 1, arrival: time, service: 1800 }, { type: 'end', arrival: time })
  const unassigned = [...left.values()].map(({ id, location_index }) => ({ id, type: 'job', location_index }))
  return {
    code: 0,
    summary: { cost: time, routes: 1, unassigned: unassigned.length },
    unassigned,
    routes: [{ vehicle: vehicle.id, cost: time, steps }],
  }
}
