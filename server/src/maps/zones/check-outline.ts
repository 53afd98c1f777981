import type { FieldProblem } from '@waybill/domain/kit/problem'
import {
  checkGeometry,
  nodeCount,
  normaliseGeometry,
  simplify,
  tooManyNodes,
} from '@waybill/domain/maps/geometry'
import type { ZoneGeometry } from '@waybill/domain/maps/model'

/** An outline as it will be stored, with what is wrong with it; nothing when it is sound. */
export interface CheckedOutline {
  geometry: ZoneGeometry
  problems: readonly FieldProblem[]
}

/** An outline of more points than this is not made simpler: working that out takes too long. */
const max_to_simplify = 20_000

/**
 * Tidies an outline and says what is wrong with it. One of more than `most` points is made simpler when that is wished,
 * else it is refused before anything is worked out. Runs in a thread: it takes time that grows with the square of its points.
 */
export function checkOutline(sent: ZoneGeometry, most: number, isSimplified: boolean): CheckedOutline {
  const points = nodeCount(sent)
  const maxTaken = isSimplified ? Math.max(most, max_to_simplify) : most
  if (points > maxTaken)
    return { geometry: sent, problems: [{ field: 'geometry', message: tooManyNodes(points, maxTaken) }] }
  const simplified = normaliseGeometry(sent)
  const geometry = isSimplified ? (simplify(simplified, most) ?? simplified) : simplified
  return { geometry, problems: checkGeometry(geometry, most) }
}
