import { nodeCount } from '@waybill/domain/maps/geometry'
import type { ZoneGeometry } from '@waybill/domain/maps/model'
import { map_max_node_count } from '@waybill/domain/maps/settings'
import type { BaseContext } from '../../kit/handler.ts'
import { inFileThread } from '../../kit/threads.ts'
import * as work from './check-outline.ts'

/** Outlines with at most this many points are checked on the main thread, because a worker thread would take longer. */
const few_points = 150

const checkInThread = inFileThread<typeof work.checkOutline>(
  new URL('./check-outline.ts', import.meta.url),
  'checkOutline',
  'This outline takes too long to check. Draw it with fewer points.',
)

/**
 * Returns an outline in its stored form with its problems. Large outlines are checked in a worker thread; those with
 * too many points are rejected at once.
 */
export function checkOutline(reader: BaseContext, sent: ZoneGeometry): Promise<work.CheckedOutline> {
  const [points, max] = [nodeCount(sent), reader.setting(map_max_node_count)]
  const check = points <= few_points || points > max ? work.checkOutline : checkInThread
  return Promise.resolve(check(sent, max, false))
}
