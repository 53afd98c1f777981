import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { resizePhoto } from '../../kit/form/resize-photo.ts'
import { cleanUp, show } from '../../kit/sample-page.tsx'
import type { Evidence } from './hand-over.ts'
import { PhotoRow } from './PhotoRow.tsx'

vi.mock('../../kit/form/resize-photo.ts', { spy: true })

afterEach(cleanUp)

function Photos() {
  const [photos, setPhotos] = useState<readonly Evidence[]>([])
  return <PhotoRow photos={photos} max={3} onChange={setPhotos} />
}

const removers = page.getByRole('button', { name: /^Remove photo/ })

it('keeps a photo that is taken, and leaves out one that is removed, while another one is being reduced', async () => {
  const reduced: ((photo: Blob) => void)[] = []
  vi.mocked(resizePhoto).mockImplementation(() => new Promise((resolve) => reduced.push(resolve)))
  await show(<Photos />)
  const take = (name: string) =>
    userEvent.upload(
      document.querySelector('input[type=file]') as HTMLInputElement,
      new File(['x'], name, { type: 'image/jpeg' }),
    )
  await take('door.jpg')
  await take('street.jpg')
  expect(reduced).toHaveLength(2)
  for (const finish of reduced) finish(new Blob(['x'], { type: 'image/jpeg' }))
  await expect.element(removers.nth(1)).toBeInTheDocument()
  await take('sign.jpg')
  await userEvent.click(removers.first())
  await expect.element(removers.nth(1)).not.toBeInTheDocument()
  expect(reduced).toHaveLength(3)
  reduced[2]?.(new Blob(['x'], { type: 'image/jpeg' }))
  await expect.element(removers.nth(1)).toBeInTheDocument()
  expect(removers.elements()).toHaveLength(2)
})
