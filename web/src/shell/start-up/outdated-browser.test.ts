import { describe, expect, it } from 'vitest'
import { isOutdated } from './outdated-browser.ts'

const webkit = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'

describe('[SHELL-067] outdated browsers', () => {
  it.each([
    ['Chrome 97', `${webkit} Chrome/97.0.4692.71 Safari/537.36`],
    ['Edge 97', `${webkit} Chrome/97.0.4692.71 Safari/537.36 Edg/97.0.1072.55`],
    ['Firefox 96', 'Mozilla/5.0 (Windows NT 10.0; rv:96.0) Gecko/20100101 Firefox/96.0'],
    ['Safari 15.4', `${webkit} Version/15.4 Safari/605.1.15`],
    ['Safari 15.10', `${webkit} Version/15.10 Safari/605.1.15`],
    ['Chrome on an iPhone', `${webkit} CriOS/96.0.4664.101 Mobile/15E148 Safari/604.1`],
  ])('accepts %s', (_, userAgent) => {
    expect(isOutdated(userAgent)).toBe(false)
  })

  it.each([
    ['Chrome 96', `${webkit} Chrome/96.0.4664.110 Safari/537.36`],
    ['Edge 96', `${webkit} Chrome/96.0.4664.110 Safari/537.36 Edg/96.0.1054.62`],
    ['Firefox 95', 'Mozilla/5.0 (Windows NT 10.0; rv:95.0) Gecko/20100101 Firefox/95.0'],
    ['Safari 15.3', `${webkit} Version/15.3 Safari/605.1.15`],
  ])('reports %s as outdated', (_, userAgent) => {
    expect(isOutdated(userAgent)).toBe(true)
  })
})
