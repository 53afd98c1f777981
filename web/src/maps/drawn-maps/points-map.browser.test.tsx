import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanUp, show } from '../../kit/sample-page.tsx'
import type { MapFocus } from './MovableMap.tsx'
import { PointsMap } from './PointsMap.tsx'
import { inDrawing } from './south-africa.ts'

afterEach(cleanUp)

const points = [
  { key: 'durban', name: 'Durban', lat: -29.86, lng: 31.02 },
  { key: 'cape-town', name: 'Cape Town', lat: -33.92, lng: 18.42 },
]

function Sample() {
  const [focus, setFocus] = useState<MapFocus | null>(null)
  return (
    <>
      <button type="button" onClick={() => setFocus({ key: 'durban' })}>
        Show Durban
      </button>
      <PointsMap points={points} chosen={null} focus={focus} onChoose={() => undefined} label="Locations" />
    </>
  )
}

const frame = (): number[] =>
  (page.getByRole('img', { name: 'Locations' }).element().getAttribute('viewBox') ?? '')
    .split(' ')
    .map(Number)
const press = (name: string) => userEvent.click(page.getByRole('button', { name }))

it('zooms to a point that is chosen elsewhere, also again after it was left', async () => {
  await show(<Sample />)
  const whole = frame()
  const { x, y } = inDrawing({ lat: -29.86, lng: 31.02 })
  for (let time = 0; time < 2; time += 1) {
    await press('Show Durban')
    const [left = 0, top = 0, width = 0, height = 0] = frame()
    expect(width).toBeLessThan(10)
    expect(left < x && x < left + width && top < y && y < top + height).toBe(true)
    await press('All locations')
    expect(frame()).toEqual(whole)
  }
})
