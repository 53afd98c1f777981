import { expect, it } from 'vitest'
import { standsOut } from './navigation/logo-shade.ts'

/** A green mark, and the dark name beside it that takes a quarter of what is drawn. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="48">
  <rect width="48" height="36" fill="#15803d"/><rect x="56" width="16" height="36" fill="#16191d"/></svg>`

it('a logo whose name is lost on the colour behind it does not stand out, though its mark does', async () => {
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(logo)}`
  await image.decode()
  expect(standsOut(image, '#0b1f3a')).toBe(false)
  expect(standsOut(image, '#ffffff')).toBe(true)
})
