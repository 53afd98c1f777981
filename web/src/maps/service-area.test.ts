import { expect, it } from 'vitest'
import { boxAround } from './service-area.ts'

it('frames the branches with a margin, and South Africa when there are none', () => {
  const box = boxAround([
    { lat: -26.1, lng: 28.05 },
    { lat: -29.86, lng: 31.02 },
  ])
  expect(box).toEqual({ west: 27.55, south: -30.36, east: 31.52, north: -25.6 })
  const country = boxAround([])
  expect([country.west, country.east].every((lng) => lng > 16 && lng < 34)).toBe(true)
})
