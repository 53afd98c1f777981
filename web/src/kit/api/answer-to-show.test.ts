import { describe, expect, it } from 'vitest'
import { answerToShow } from './answer-to-show.ts'

describe('answer of a search', () => {
  const some = { count: 3 }
  const none = { count: 0 }
  it.each([
    ['the answer', some, false, false, some],
    ['an answer without a result', none, false, false, none],
    ['the previous answer while the new one loads', some, true, false, some],
    ['nothing while the new one loads, if the previous search found nothing', none, true, false, undefined],
    ['nothing for a search without a connection', some, true, true, undefined],
    ['the answer, also when it cannot be read again without a connection', some, false, true, some],
  ])('is %s', (_, data, isPlaceholderData, isPaused, shown) => {
    expect(answerToShow({ data, isPlaceholderData, isPaused })).toBe(shown)
  })
})
