import { describe, expect, it } from 'vitest'
import { answerText, errorText, sentenceOf } from './error-text.ts'

describe('error texts', () => {
  it('[ERR-001] takes the text from message, otherwise from error', () => {
    expect(answerText('{"message":"No such account","error":"x"}')).toBe('No such account')
    expect(answerText('{"error":"No such account"}')).toBe('No such account')
  })

  it('[ERR-002] uses the whole response as text when it is not JSON, but returns no text for markup', () => {
    expect(answerText('gateway is busy')).toBe('gateway is busy')
    expect(answerText('<html><body>502</body></html>')).toBe('')
  })

  it('[ERR-003] [ERR-004] [ERR-005] returns null for an aborted request, a duplicate request and a closed account', () => {
    expect(errorText('The user aborted a request.')).toBeNull()
    expect(errorText('Aborted duplicate request')).toBeNull()
    expect(errorText('the account has been closed')).toBeNull()
  })

  it('[ERR-006] [ERR-007] [ERR-008] replaces connection errors with plain sentences', () => {
    const noConnection = 'There is a problem with your internet connectivity.'
    expect(errorText('service unavailable')).toBe(
      'Service unavailable. Please check your Internet connection.',
    )
    expect(errorText('Failed to fetch')).toBe(noConnection)
    expect(errorText('Load failed')).toBe(noConnection)
  })

  it('[ERR-009] capitalises the text and ends it with a full stop', () => {
    expect(errorText('driver has left')).toBe('Driver has left.')
  })

  it('[ERR-010] adds a missing full stop and never a second one', () => {
    expect(errorText('Weight is required')).toBe('Weight is required.')
    expect(errorText('Weight is required.')).toBe('Weight is required.')
  })

  it('[ERR-011] matches known texts only as a whole, ignoring case and a final full stop, and keeps other final punctuation', () => {
    expect(errorText('THE ACCOUNT HAS BEEN CLOSED.')).toBeNull()
    expect(errorText('the account has been closed by Thandi')).toBe('The account has been closed by Thandi.')
    expect(['Really?', 'Stop!', 'These are wrong:'].map(errorText)).toEqual([
      'Really?',
      'Stop!',
      'These are wrong:',
    ])
  })

  it('returns a general sentence for an empty text', () => {
    expect(errorText('')).toBe('Something went wrong. Try again.')
  })

  it('[API-016] returns null for an AbortError', () => {
    expect(sentenceOf(new DOMException('gone', 'AbortError'))).toBeNull()
  })
})
