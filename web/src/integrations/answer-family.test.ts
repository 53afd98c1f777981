import { expect, it } from 'vitest'
import { answerFamily } from './answer-family.ts'

it('[STAT-063] [STAT-064] maps HTTP status codes to their colours', () => {
  const coloured = [null, 100, 200, 204, 299, 301, 400, 404, 429, 500, 503].map(
    (code) => `${code} ${answerFamily(code)}`,
  )
  expect(coloured).toEqual([
    'null red',
    '100 blue',
    '200 green',
    '204 green',
    '299 green',
    '301 blue',
    '400 red',
    '404 red',
    '429 yellow',
    '500 red',
    '503 red',
  ])
})
