import { expect, it } from 'vitest'
import { standsOut } from './logo-shade.ts'

/** A green symbol, and beside it a dark name that covers a quarter of the drawn pixels. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="48">
  <rect width="48" height="36" fill="#15803d"/><rect x="56" width="16" height="36" fill="#16191d"/></svg>`

it('reports a logo as not standing out when its name is unreadable on the background, even if its symbol is visible', async () => {
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(logo)}`
  await image.decode()
  expect(standsOut(image, '#0b1f3a')).toBe(false)
  expect(standsOut(image, '#ffffff')).toBe(true)
})
