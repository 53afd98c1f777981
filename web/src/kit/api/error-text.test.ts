import { describe, expect, it } from 'vitest'
import { answerText, errorText, sentenceOf, withFullStop } from './error-text.ts'

describe('what a failure says', () => {
  it('[ERR-001] takes the text from message, else from error', () => {
    expect(answerText('{"message":"No such account","error":"x"}')).toBe('No such account')
    expect(answerText('{"error":"No such account"}')).toBe('No such account')
  })

  it('[ERR-002] reads the whole answer as text when it is no JSON, and never shows markup', () => {
    expect(answerText('gateway is busy')).toBe('gateway is busy')
    expect(answerText('<html><body>502</body></html>')).toBe('')
  })

  it.each([
    ['[ERR-003]', 'The user aborted a request.'],
    ['[ERR-004]', 'Aborted duplicate request'],
    ['[ERR-005]', 'the account has been closed'],
  ])('%s says nothing for "%s"', (_, text) => {
    expect(errorText(text)).toBeNull()
  })

  it.each([
    ['[ERR-006]', 'service unavailable', 'Service unavailable. Please check your Internet connection.'],
    ['[ERR-007]', 'Failed to fetch', 'There is a problem with your internet connectivity.'],
    ['[ERR-008]', 'Load failed', 'There is a problem with your internet connectivity.'],
  ])('%s puts "%s" into plain words', (_, text, shown) => {
    expect(errorText(text)).toBe(shown)
  })

  it('[ERR-009] is capitalised and ends in a full stop', () => {
    expect(errorText('driver has left')).toBe('Driver has left.')
  })

  it('[ERR-010] adds a missing full stop and never a second one', () => {
    expect(withFullStop('Weight is required')).toBe('Weight is required.')
    expect(withFullStop('Weight is required.')).toBe('Weight is required.')
  })

  it('[ERR-011] compares known texts whole, in any case, without their full stop, and keeps other endings', () => {
    expect(errorText('THE ACCOUNT HAS BEEN CLOSED.')).toBeNull()
    expect(errorText('the account has been closed by Thandi')).toBe('The account has been closed by Thandi.')
    expect(['Really?', 'Stop!', 'These are wrong:'].map(errorText)).toEqual([
      'Really?',
      'Stop!',
      'These are wrong:',
    ])
  })

  it('has a sentence for an empty text', () => {
    expect(errorText('')).toBe('Something went wrong. Try again.')
  })

  it('[API-016] says nothing about an aborted request', () => {
    expect(sentenceOf(new DOMException('gone', 'AbortError'))).toBeNull()
  })
})
