import { expect, it } from 'vitest'
import { drawnAt, movedBy, whole_picture } from './crop.ts'

it('fits a picture into its frame and limits its movement to its edges', () => {
  const picture = { width: 400, height: 400 }
  const frame = { width: 720, height: 240 }
  expect(drawnAt(picture, frame, whole_picture)).toEqual({ width: 240, height: 240, left: 240, top: 0 })
  const near = { ...whole_picture, zoom: 4 }
  expect(drawnAt(picture, frame, near)).toEqual({ width: 960, height: 960, left: -120, top: -360 })
  const far = movedBy(picture, frame, near, { x: 9999, y: -9999 })
  expect(drawnAt(picture, frame, far)).toMatchObject({ left: 0, top: -720 })
})
