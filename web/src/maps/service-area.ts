import { useQuery } from '@tanstack/react-query'
import { mapsApi } from '@waybill/domain/maps/api'
import { useMemo } from 'react'
import { endpointQuery } from '../kit/api/index.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import type { Coordinate } from './drawn-maps/route-line.ts'

const quiet_ms = 600_000
const none: readonly Coordinate[] = []

/** A box in degrees. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

/** South Africa, with little of the sea. */
const country: Box = { west: 16.4, south: -34.9, east: 33, north: -22.1 }
/** Space around the branches, in degrees: about 50 km. */
const usual_margin = 0.5

/**
 * Returns the places of the active branches, which a map shows while it has nothing else to show. `isNeeded`: whether the
 * map is empty.
 */
export function useServiceArea(isNeeded: boolean): readonly Coordinate[] {
  const me = useMe()
  const { data } = useQuery({
    ...endpointQuery(mapsApi.branches, { is_active: true }),
    enabled: isNeeded && mayCall(me, mapsApi.branches),
    staleTime: quiet_ms,
  })
  const branches = data?.branches
  return useMemo(
    () => branches?.flatMap(({ lat, lng }) => (lat !== null && lng !== null ? { lat, lng } : [])) ?? none,
    [branches],
  )
}

/** Returns the box around places with a margin in degrees; the country when there are none. */
export function boxAround(places: readonly Coordinate[], margin = usual_margin): Box {
  if (places.length === 0) return country
  const lats = places.map(({ lat }) => lat)
  const lngs = places.map(({ lng }) => lng)
  return {
    west: Math.min(...lngs) - margin,
    south: Math.min(...lats) - margin,
    east: Math.max(...lngs) + margin,
    north: Math.max(...lats) + margin,
  }
}
