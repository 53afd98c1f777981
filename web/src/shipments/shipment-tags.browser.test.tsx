import { afterEach, expect, it } from 'vitest'
import { show, cleanUp } from '../kit/sample-page.tsx'
import { ShipmentTags } from './notes-and-tags/ShipmentTags.tsx'

afterEach(cleanUp)

it('tags of a row stay on one line, and a long one is shortened within its column', async () => {
  await show(
    <div style={{ width: 96 }} id="column">
      <ShipmentTags names={['Temperature controlled goods']} known={[]} max={1} />
    </div>,
  )
  const column = document.querySelector('#column')
  const tag = column?.querySelector('span > span')
  expect(column?.getBoundingClientRect().height).toBeLessThan(28)
  expect(tag?.getBoundingClientRect().width).toBeLessThanOrEqual(96)
})
