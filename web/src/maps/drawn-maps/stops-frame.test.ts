import { expect, it } from 'vitest'
import { frameOf } from './route-line.ts'
import { inDrawing } from './south-africa.ts'
import { frameAround, nearFrame, zoomed } from './stops-frame.ts'

const durban = inDrawing({ lat: -29.86, lng: 31.02 })
const sandton = inDrawing({ lat: -26.1, lng: 28.05 })
/** A place without coordinates that was stored as 0, 0: in the Atlantic Ocean. */
const nowhere = inDrawing({ lat: 0, lng: 0 })
const country = frameOf([])

it('shows the surroundings of the branches, or the country, when there are no stops', () => {
  expect(nearFrame([], [])).toEqual(country)
  const { x, y, width, height } = nearFrame([], [durban])
  expect(width).toBeLessThan(country.width / 4)
  expect(x < durban.x && durban.x < x + width && y < durban.y && durban.y < y + height).toBe(true)
})

it('leaves out places in the sea far from South Africa', () => {
  expect(nearFrame([nowhere], [])).toEqual(country)
  expect(nearFrame([nowhere, sandton], [])).toEqual(nearFrame([sandton], []))
  expect(frameOf([nowhere, sandton])).toEqual(frameOf([sandton]))
})

it('zooms about the centre and keeps the shape, within limits', () => {
  const frame = frameAround(durban)
  const near = zoomed(frame, 0.5)
  expect(near.width).toBeCloseTo(frame.width / 2)
  expect(near.width / near.height).toBeCloseTo(frame.width / frame.height)
  expect(near.x + near.width / 2).toBeCloseTo(durban.x)
  expect(near.size / frame.size).toBeCloseTo(0.5)
  expect(zoomed(country, 100).width).toBe(300)
})
