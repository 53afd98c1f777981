import { afterEach, expect, it } from 'vitest'
import { show, cleanUp } from '../kit/sample-page.tsx'
import { ShipmentTags } from './notes-and-tags/ShipmentTags.tsx'

afterEach(cleanUp)

it('keeps a long tag on one line within the width of its column', async () => {
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
