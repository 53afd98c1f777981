import { loadWith } from '../http-load.ts'
import { clusterCpuMs } from '../processor-time.ts'
import type { PeerMeasured, PeerOperation, Place, RunningPeer } from './peer.ts'
import { meterAddress, query, statementsOf } from './place.ts'

/**
 * Measures an operation for so many seconds after a warm-up. Throws when a request failed, or when the orders placed are
 * not as many as those that were answered.
 */
export async function measurePeer(
  place: Place,
  peer: string,
  running: RunningPeer,
  operation: PeerOperation,
  seconds: number,
): Promise<PeerMeasured> {
  await loadWith(running.url, operation.once, seconds / 2)
  const before = await read(place, running, operation)
  const http = await loadWith(running.url, operation.once, seconds)
  const after = await read(place, running, operation)
  const placed = after.placed - before.placed
  if (http.errors > 0 || (operation.counted_by && placed !== http.operations))
    throw new Error(
      `${peer}, ${operation.name}: ${http.operations} measured, ${http.errors} failed, ${placed} orders placed.`,
    )
  const each = (what: 'statements' | 'node_cpu_ms' | 'database_cpu_ms') =>
    (after[what] - before[what]) / http.operations
  return {
    peer,
    kind: operation.kind,
    name: operation.name,
    requests: operation.requests,
    http,
    statements: each('statements'),
    node_cpu_ms: each('node_cpu_ms'),
    database_cpu_ms: each('database_cpu_ms'),
  }
}

async function read(place: Place, { database, settled, cpuMs }: RunningPeer, { counted_by }: PeerOperation) {
  await settled()
  const [placed] = counted_by ? await query<{ count: string }>(meterAddress(place, database), counted_by) : []
  return {
    placed: Number(placed?.count ?? 0),
    statements: await statementsOf(place, database),
    node_cpu_ms: await cpuMs(),
    database_cpu_ms: clusterCpuMs(place.cluster.postmaster()),
  }
}
