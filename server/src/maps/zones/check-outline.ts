import type { FieldProblem } from '@waybill/domain/kit/problem'
import {
  checkGeometry,
  nodeCount,
  normaliseGeometry,
  simplify,
  tooManyNodes,
} from '@waybill/domain/maps/geometry'
import type { ZoneGeometry } from '@waybill/domain/maps/model'

/** An outline in its stored form with its problems; `problems` is empty when it is valid. */
export interface CheckedOutline {
  geometry: ZoneGeometry
  problems: readonly FieldProblem[]
}

/** Outlines with more points than this are not simplified, because that takes too long. */
const max_to_simplify = 20_000

/**
 * Normalises and checks an outline. An outline with more than `most` points is simplified when `isSimplified` is
 * true; otherwise it is rejected before any other check. Large outlines run in a worker thread, because the time
 * grows with the square of the number of points.
 */
export function checkOutline(sent: ZoneGeometry, maxPoints: number, isSimplified: boolean): CheckedOutline {
  const points = nodeCount(sent)
  const maxTaken = isSimplified ? Math.max(maxPoints, max_to_simplify) : maxPoints
  if (points > maxTaken)
    return { geometry: sent, problems: [{ field: 'geometry', message: tooManyNodes(points, maxTaken) }] }
  const simplified = normaliseGeometry(sent)
  const geometry = isSimplified ? (simplify(simplified, maxPoints) ?? simplified) : simplified
  return { geometry, problems: checkGeometry(geometry, maxPoints) }
}
